package io.pcr.writer.journal;

import java.util.Objects;
import java.util.UUID;

/**
 * A shard that is on disk under its name.
 *
 * @param name its file name
 * @param shardUuid identifies its content, as in the manifest
 * @param totalLength its length in bytes
 * @param sampleCount samples in it
 * @param nextInput the first input of the source that no shard so far has dealt with
 * @param rejectsLength how long the list of rejects was when all inputs before that one were dealt
 *     with
 * @param tally what became of those inputs
 */
public record FinishedShard(
    String name,
    UUID shardUuid,
    long totalLength,
    int sampleCount,
    long nextInput,
    long rejectsLength,
    Tally tally) {
  private static final String SEPARATOR = "\t";
  private static final int FIXED_FIELDS = 6;

  public FinishedShard {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(shardUuid, "shardUuid");
    Objects.requireNonNull(tally, "tally");
  }

  String toText() {
    return String.join(
        SEPARATOR,
        name,
        shardUuid.toString(),
        Long.toString(totalLength),
        Integer.toString(sampleCount),
        Long.toString(nextInput),
        Long.toString(rejectsLength),
        tally.toText());
  }

  static FinishedShard parse(String text) {
    String[] fields = text.split(SEPARATOR, FIXED_FIELDS + 1);
    return new FinishedShard(
        fields[0],
        UUID.fromString(fields[1]),
        Long.parseLong(fields[2]),
        Integer.parseInt(fields[3]),
        Long.parseLong(fields[4]),
        Long.parseLong(fields[5]),
        Tally.parse(fields[FIXED_FIELDS]));
  }
}
