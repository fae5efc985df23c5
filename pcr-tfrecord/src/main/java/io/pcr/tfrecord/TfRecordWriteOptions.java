package io.pcr.tfrecord;

import static java.util.Objects.requireNonNull;

import io.pcr.codecs.zlib.ZlibStrategy;
import io.pcr.tfrecord.compression.TfRecordCompression;
import java.util.Arrays;
import java.util.Locale;

/**
 * How a TFRecord file is compressed. Immutable.
 *
 * @param compression NONE
 * @param level of GZIP and ZLIB 0 to 9, 6; of ZSTD 1 to 22, 3; of NONE 0
 * @param strategy of GZIP and ZLIB, DEFAULT; the others have no other
 */
public record TfRecordWriteOptions(
    TfRecordCompression compression, int level, ZlibStrategy strategy) {
  private static final int MAX_ZLIB_LEVEL = 9;
  private static final int MAX_ZSTD_LEVEL = 22;
  private static final int DEFAULT_ZLIB_LEVEL = 6;
  private static final int DEFAULT_ZSTD_LEVEL = 3;

  /** Without compression. */
  public static final TfRecordWriteOptions DEFAULT = of(TfRecordCompression.NONE);

  public TfRecordWriteOptions {
    requireNonNull(strategy, "strategy");
    int least = compression == TfRecordCompression.ZSTD ? 1 : 0;
    int most =
        switch (compression) {
          case NONE -> 0;
          case GZIP, ZLIB -> MAX_ZLIB_LEVEL;
          case ZSTD -> MAX_ZSTD_LEVEL;
        };
    if (level < least || level > most) {
      throw new IllegalArgumentException(
          compression + " has levels " + least + " to " + most + ", not " + level);
    }
    if (strategy != ZlibStrategy.DEFAULT && !isZlib(compression)) {
      throw new IllegalArgumentException(compression + " has no strategy " + strategy);
    }
  }

  /** A compression at its usual level. */
  public static TfRecordWriteOptions of(TfRecordCompression compression) {
    int level =
        switch (compression) {
          case NONE -> 0;
          case GZIP, ZLIB -> DEFAULT_ZLIB_LEVEL;
          case ZSTD -> DEFAULT_ZSTD_LEVEL;
        };
    return new TfRecordWriteOptions(compression, level, ZlibStrategy.DEFAULT);
  }

  /**
   * Options as text: {@code none}, {@code zstd:19}, {@code gzip:6:huffman_only}.
   *
   * @throws IllegalArgumentException when it is something else
   */
  public static TfRecordWriteOptions parse(String text) {
    String[] parts = text.toLowerCase(Locale.ROOT).split(":", -1);
    TfRecordWriteOptions options =
        of(
            TfRecordCompression.ofLabel(parts[0])
                .orElseThrow(
                    () ->
                        new IllegalArgumentException(
                            "'" + text + "' is not one of none, gzip, zlib, zstd")));
    if (parts.length > 3) {
      throw new IllegalArgumentException("'" + text + "' is not compression:level:strategy");
    }
    if (parts.length > 1) {
      options = options.withLevel(level(parts[1], text));
    }
    return parts.length > 2 ? options.withStrategy(strategy(parts[2])) : options;
  }

  private static int level(String level, String text) {
    try {
      return Integer.parseInt(level);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'" + level + "' in '" + text + "' is not a level", e);
    }
  }

  private static ZlibStrategy strategy(String name) {
    return Arrays.stream(ZlibStrategy.values())
        .filter(strategy -> strategy.name().equalsIgnoreCase(name.replace('-', '_')))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "'" + name + "' is not one of " + Arrays.toString(ZlibStrategy.values())));
  }

  private static boolean isZlib(TfRecordCompression compression) {
    return compression == TfRecordCompression.GZIP || compression == TfRecordCompression.ZLIB;
  }

  public TfRecordWriteOptions withLevel(int value) {
    return new TfRecordWriteOptions(compression, value, strategy);
  }

  public TfRecordWriteOptions withStrategy(ZlibStrategy value) {
    return new TfRecordWriteOptions(compression, level, value);
  }

  /** The text that {@link #parse} takes. */
  public String toText() {
    String label = compression.label();
    return switch (compression) {
      case NONE -> label;
      case ZSTD -> label + ":" + level;
      case GZIP, ZLIB ->
          label + ":" + level + ":" + strategy.name().toLowerCase(Locale.ROOT).replace('_', '-');
    };
  }
}
