package io.pcr.format;

/**
 * How much memory a file may cost before the reader has checked it. Immutable; {@link #DEFAULT} is
 * safe for files of unknown origin, and the withers raise or lower one limit.
 *
 * @param metadataBytes largest decoded metadata, manifest or restore directory; default 64 MiB
 * @param sliceBytes largest slice, column value or original; default 256 MiB
 * @param prefixBytes largest read buffer for a shard; default 1 GiB
 * @param pixels largest image, in pixels; default 64 Mi
 * @param inputScans most scans of an image that is converted, or that is stored as it came; default
 *     100
 * @param storedScans most scans of an image that a shard stores as scans; default 64
 */
public record Limits(
    long metadataBytes,
    long sliceBytes,
    long prefixBytes,
    long pixels,
    int inputScans,
    int storedScans) {
  private static final long MIB = 1L << 20;

  /** The limits that the specification recommends. */
  public static final Limits DEFAULT =
      new Limits(64 * MIB, 256 * MIB, 1024 * MIB, 64 * MIB, 100, 64);

  public Limits {
    // Every one of these sizes ends in one array or buffer.
    checkRange("metadataBytes", metadataBytes, Integer.MAX_VALUE - 8);
    checkRange("sliceBytes", sliceBytes, Integer.MAX_VALUE - 8);
    checkRange("prefixBytes", prefixBytes, Integer.MAX_VALUE - 8);
    checkRange("pixels", pixels, Long.MAX_VALUE);
    checkRange("inputScans", inputScans, Integer.MAX_VALUE);
    checkRange("storedScans", storedScans, Integer.MAX_VALUE);
  }

  private static void checkRange(String name, long value, long max) {
    if (value < 1 || value > max) {
      throw new IllegalArgumentException(name + " " + value + " is not in 1.." + max);
    }
  }

  /** These limits with another {@code metadataBytes}. */
  public Limits withMetadataBytes(long value) {
    return new Limits(value, sliceBytes, prefixBytes, pixels, inputScans, storedScans);
  }

  /** These limits with another {@code sliceBytes}. */
  public Limits withSliceBytes(long value) {
    return new Limits(metadataBytes, value, prefixBytes, pixels, inputScans, storedScans);
  }

  /** These limits with another {@code prefixBytes}. */
  public Limits withPrefixBytes(long value) {
    return new Limits(metadataBytes, sliceBytes, value, pixels, inputScans, storedScans);
  }

  /** These limits with another {@code pixels}. */
  public Limits withPixels(long value) {
    return new Limits(metadataBytes, sliceBytes, prefixBytes, value, inputScans, storedScans);
  }

  /** These limits with another {@code inputScans}. */
  public Limits withInputScans(int value) {
    return new Limits(metadataBytes, sliceBytes, prefixBytes, pixels, value, storedScans);
  }

  /** These limits with another {@code storedScans}. */
  public Limits withStoredScans(int value) {
    return new Limits(metadataBytes, sliceBytes, prefixBytes, pixels, inputScans, value);
  }
}
