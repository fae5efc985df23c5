package io.pcr.tools.convert;

import io.pcr.tools.UsageException;
import io.pcr.writer.liquid.FormatMix;
import io.pcr.writer.liquid.LiquidVariant;
import io.pcr.writer.shard.PcrVariant;
import io.pcr.writer.shard.VariantOptions;
import io.pcr.writer.tfrecord.TfRecordVariant;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Option;

/** Which kind of shards {@code convert} and {@code append} make. */
final class VariantArguments {
  private enum Variant {
    PCR,
    LIQUID,
    TFRECORD
  }

  @Option(
      names = "--variant",
      paramLabel = "NAME",
      description =
          "Kind of shards: pcr (the default: progressive), liquid (images in a mix of"
              + " formats, each at one fidelity), tfrecord (image files as they are, which"
              + " TensorFlow reads).")
  private Variant variant;

  @Option(
      names = "--mix",
      paramLabel = "FORMAT:WEIGHT,...",
      description =
          "Required for liquid shards: the ratio of jpeg, png, webp (lossless), bmp and raw,"
              + " as in jpeg:6,raw:4. An image that already has its format is stored as it is. An"
              + " image that the format cannot hold without loss (CMYK, transparency, 16 bits)"
              + " keeps its own format.")
  private String mix;

  @Option(
      names = "--compression",
      paramLabel = "NAME[:LEVEL[:STRATEGY]]",
      description = "Compression of tfrecord shards: ${bundle:tfrecord.compressions}.")
  private String compression;

  /**
   * The variant asked for; what is not given is as the dataset was made.
   *
   * @param made the creation options of the dataset that is added to; empty for a new one
   * @param seed of all that is chosen at random
   */
  VariantOptions options(Map<String, String> made, long seed) {
    Variant recorded = recorded(made);
    Variant wanted = variant == null ? recorded : variant;
    if (wanted != Variant.TFRECORD && compression != null) {
      throw new UsageException("--compression is for --variant=tfrecord");
    }
    if (wanted != Variant.LIQUID && mix != null) {
      throw new UsageException("--mix is for --variant=liquid");
    }
    return switch (wanted) {
      case PCR -> new PcrVariant();
      case LIQUID -> new LiquidVariant(mix(made), seed);
      case TFRECORD ->
          compression == null && recorded == Variant.TFRECORD
              ? recordedCompression(made)
              : parsed(compression == null ? "none" : compression);
    };
  }

  private static Variant recorded(Map<String, String> made) {
    String name = made.getOrDefault(VariantOptions.NAME, "").toUpperCase(Locale.ROOT);
    for (Variant known : Variant.values()) {
      if (known.name().equals(name)) {
        return known;
      }
    }
    return Variant.PCR;
  }

  private FormatMix mix(Map<String, String> made) {
    String wanted = mix == null ? made.get(LiquidVariant.MIX) : mix;
    if (wanted == null) {
      throw new UsageException("--variant=liquid needs --mix, such as --mix=jpeg:6,raw:4");
    }
    try {
      return FormatMix.parse(wanted);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--mix=" + wanted + ": " + e.getMessage());
    }
  }

  /** What a manifest says is text that anybody may have written. */
  private static TfRecordVariant recordedCompression(Map<String, String> made) {
    try {
      return new TfRecordVariant(made.getOrDefault(TfRecordVariant.COMPRESSION, ""));
    } catch (IllegalArgumentException e) {
      return new TfRecordVariant("none");
    }
  }

  private static TfRecordVariant parsed(String compression) {
    try {
      return new TfRecordVariant(compression);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--compression: " + e.getMessage());
    }
  }
}
