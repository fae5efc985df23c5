package io.pcr.writer.internal.journal;

import io.pcr.writer.journal.InputCounts;
import java.util.Objects;
import java.util.UUID;

/**
 * A shard that a run wrote and made durable. It is noted before it gets its name, so that each file
 * that a run leaves under such a name can be known to be the run's.
 *
 * @param name its file name
 * @param shardUuid identifies its content, as in the manifest
 * @param file its bytes
 * @param sampleCount samples in it
 * @param sourceBytes bytes of the originals of these
 * @param nextInput the first input of the source that no shard so far has dealt with
 * @param rejects the list of rejects when all inputs before that one were dealt with
 * @param tally what became of those inputs
 */
public record FinishedShard(
    String name,
    UUID shardUuid,
    ShardProof file,
    int sampleCount,
    long sourceBytes,
    long nextInput,
    FileProof rejects,
    InputCounts tally) {
  private static final String SEPARATOR = "\t";
  private static final int FIXED_FIELDS = 7;

  public FinishedShard {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(shardUuid, "shardUuid");
    Objects.requireNonNull(file, "file");
    Objects.requireNonNull(rejects, "rejects");
    Objects.requireNonNull(tally, "tally");
  }

  /** Its length in bytes. */
  public long totalLength() {
    return file.length();
  }

  String toText() {
    return String.join(
        SEPARATOR,
        name,
        shardUuid.toString(),
        file.toText(),
        Integer.toString(sampleCount),
        Long.toString(sourceBytes),
        Long.toString(nextInput),
        rejects.toText(),
        tally.toText());
  }

  static FinishedShard parse(String text) {
    String[] fields = text.split(SEPARATOR, FIXED_FIELDS + 1);
    return new FinishedShard(
        fields[0],
        UUID.fromString(fields[1]),
        ShardProof.parse(fields[2]),
        Integer.parseInt(fields[3]),
        Long.parseLong(fields[4]),
        Long.parseLong(fields[5]),
        FileProof.parse(fields[6]),
        InputCounts.parse(fields[FIXED_FIELDS]));
  }
}
