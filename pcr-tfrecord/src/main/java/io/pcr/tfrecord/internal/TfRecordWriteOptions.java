package io.pcr.tfrecord.internal;

import static java.util.Objects.requireNonNull;

import io.pcr.codecs.internal.zlib.ZlibStrategy;
import io.pcr.tfrecord.internal.compression.TfRecordCompression;
import io.pcr.tfrecord.internal.compression.TfRecordCompressions;
import java.util.Arrays;
import java.util.Locale;

/**
 * How a TFRecord file is compressed. Immutable.
 *
 * @param compression the default is none
 * @param level one of the compression's, which has a default
 * @param strategy one of the compression's; {@link ZlibStrategy#DEFAULT} for all that have no other
 */
public record TfRecordWriteOptions(
    TfRecordCompression compression, int level, ZlibStrategy strategy) {
  /** Without compression. */
  public static final TfRecordWriteOptions DEFAULT = of(TfRecordCompressions.NONE);

  private static final int MAX_PARTS = 3;

  public TfRecordWriteOptions {
    requireNonNull(strategy, "strategy");
    if (!compression.levels().contains(level)) {
      throw new IllegalArgumentException(
          compression + " has levels " + compression.levels() + ", not " + level);
    }
    if (!compression.strategies().contains(strategy)) {
      throw new IllegalArgumentException(compression + " has no strategy " + strategy);
    }
  }

  /** A compression at its default level and strategy. */
  public static TfRecordWriteOptions of(TfRecordCompression compression) {
    return new TfRecordWriteOptions(
        compression, compression.levels().usual(), compression.strategies().get(0));
  }

  /**
   * Options as text: {@code none}, {@code zstd:19}, {@code gzip:6:huffman_only}.
   *
   * @throws IllegalArgumentException when it is something else
   */
  public static TfRecordWriteOptions parse(String text) {
    return parse(text, TfRecordCompressions.STANDARD);
  }

  /** As {@link #parse(String)}, of these compressions. */
  public static TfRecordWriteOptions parse(String text, TfRecordCompressions compressions) {
    String[] parts = text.toLowerCase(Locale.ROOT).split(":", -1);
    TfRecordWriteOptions options =
        of(
            compressions
                .ofLabel(parts[0])
                .orElseThrow(
                    () ->
                        new IllegalArgumentException(
                            "'" + text + "' is not one of " + compressions.labels(", "))));
    if (parts.length > MAX_PARTS) {
      throw new IllegalArgumentException("'" + text + "' is not compression:level:strategy");
    }
    if (parts.length > 1) {
      options = options.withLevel(level(parts[1], text));
    }
    return parts.length == MAX_PARTS ? options.withStrategy(strategy(parts[2])) : options;
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

  public TfRecordWriteOptions withLevel(int value) {
    return new TfRecordWriteOptions(compression, value, strategy);
  }

  public TfRecordWriteOptions withStrategy(ZlibStrategy value) {
    return new TfRecordWriteOptions(compression, level, value);
  }

  /** The text that {@link #parse} takes. */
  public String toText() {
    String text = compression.label();
    if (compression.levels().isChoice()) {
      text += ":" + level;
    }
    return compression.strategies().size() > 1
        ? text + ":" + TfRecordCompression.label(strategy)
        : text;
  }
}
