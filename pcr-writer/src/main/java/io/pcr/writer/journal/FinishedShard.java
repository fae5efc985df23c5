package io.pcr.writer.journal;

import java.util.Objects;

/**
 * A shard that is on disk under its name.
 *
 * @param name its file name
 * @param headCrc32c the checksum in its head, which identifies its content
 * @param totalLength its length in bytes
 * @param nextInput the first input of the source that no shard so far has dealt with
 * @param rejectsLength how long the list of rejects was when all inputs before that one were dealt
 *     with
 * @param tally what became of those inputs
 */
public record FinishedShard(
    String name,
    int headCrc32c,
    long totalLength,
    long nextInput,
    long rejectsLength,
    Tally tally) {
  private static final String SEPARATOR = "\t";
  private static final int FIXED_FIELDS = 5;

  public FinishedShard {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(tally, "tally");
  }

  String toText() {
    return String.join(
        SEPARATOR,
        name,
        Integer.toHexString(headCrc32c),
        Long.toString(totalLength),
        Long.toString(nextInput),
        Long.toString(rejectsLength),
        tally.toText());
  }

  static FinishedShard parse(String text) {
    String[] fields = text.split(SEPARATOR, FIXED_FIELDS + 1);
    return new FinishedShard(
        fields[0],
        Integer.parseUnsignedInt(fields[1], 16),
        Long.parseLong(fields[2]),
        Long.parseLong(fields[3]),
        Long.parseLong(fields[4]),
        Tally.parse(fields[FIXED_FIELDS]));
  }
}
