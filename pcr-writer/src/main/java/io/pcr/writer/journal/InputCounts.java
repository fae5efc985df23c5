package io.pcr.writer.journal;

import io.pcr.format.metadata.Encoding;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Counts of what became of the inputs of a run, kept across resumptions. Not thread-safe. */
public final class InputCounts {
  /** What is counted. */
  public enum Count {
    /** Samples stored. */
    SAMPLES,
    /** Bytes of their original files. */
    SOURCE_BYTES,
    /** Samples stored as files of their own kind. */
    OPAQUE,
    /** Samples that were encoded again. */
    REENCODED,
    /** Samples whose original is damaged. */
    DAMAGED,
    /** Samples of Liquid shards that are JPEGs. */
    JPEG,
    /** Samples of Liquid shards that are PNGs. */
    PNG,
    /** Samples of Liquid shards that are WebPs. */
    WEBP,
    /** Samples of Liquid shards that are BMPs. */
    BMP,
    /** Samples of Liquid shards that are raw pixels. */
    RAW,
    /** Samples stored as they are because they have more than one frame. */
    ANIMATED,
    /** Samples stored as they are because they are transparent. */
    TRANSPARENT,
    /**
     * Samples stored as they are because no codec of the library reads their kind, or can make a
     * JPEG of their size.
     */
    NOT_DECODED,
    /** JPEGs stored as they are because they decode but cannot be progressive. */
    NOT_CODABLE,
    /** Samples stored as they are because their progressive form did not pass the check. */
    UNPROVED,
    /** Samples stored without a colour profile that is larger than asked for. */
    PROFILE_DROPPED,
    /** Inputs rejected. */
    REJECTED,
    /** Inputs that the dataset already has, unchanged. */
    PRESENT,
    /** Those of them whose originals cannot be restored. */
    PRESENT_WITHOUT_ORIGINAL,
    /**
     * Those of them of which it is unknown whether they can be given back, as what their shard says
     * of it is damaged.
     */
    PRESENT_WITH_DAMAGED_ORIGINAL,
    /** Originals that are the stored JPEG itself. */
    RESTORE_SAME,
    /** Originals rebuilt from headers and coefficients. */
    RESTORE_RECIPE,
    /** Originals kept as a difference. */
    RESTORE_PATCH,
    /** Originals that are stored as copies. */
    RESTORE_ORIGINAL,
    /** Originals not kept. */
    RESTORE_NONE;

    /** The count for samples of an encoding; progressive ones have none. */
    public static Count of(Encoding encoding) {
      return valueOf(encoding.name());
    }
  }

  private final Map<Count, Long> counts = new EnumMap<>(Count.class);

  /** A tally whose counts are all 0. */
  public InputCounts() {}

  private InputCounts(Map<Count, Long> counts) {
    this.counts.putAll(counts);
  }

  /** Adds to a count. */
  public void add(Count count, long amount) {
    counts.merge(count, amount, Long::sum);
  }

  /** A count. */
  public long get(Count count) {
    return counts.getOrDefault(count, 0L);
  }

  /** A copy that does not change any more. */
  public InputCounts copy() {
    return new InputCounts(counts);
  }

  public String toText() {
    return counts.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .collect(Collectors.joining(" "));
  }

  public static InputCounts parse(String text) {
    InputCounts tally = new InputCounts();
    Arrays.stream(text.split(" "))
        .filter(pair -> !pair.isEmpty())
        .map(pair -> pair.split("=", 2))
        .forEach(pair -> tally.add(Count.valueOf(pair[0]), Long.parseLong(pair[1])));
    return tally;
  }

  @Override
  public String toString() {
    return counts.toString();
  }
}
