package io.pcr.writer.internal.liquid;

import io.pcr.format.metadata.Encoding;
import io.pcr.writer.encode.EncodeSettings;
import io.pcr.writer.encode.NonJpegPolicy;
import io.pcr.writer.internal.encode.EncodedSample;
import io.pcr.writer.internal.encode.LiquidEncoder;
import io.pcr.writer.internal.encode.SampleEncoder;
import io.pcr.writer.internal.shard.ContainerShardFormat;
import io.pcr.writer.internal.shard.ShardFormat;
import io.pcr.writer.internal.shard.ShardSpec;
import io.pcr.writer.internal.source.InputRejectedException;
import io.pcr.writer.internal.source.SourceSample;
import io.pcr.writer.journal.RunRejectedException;
import io.pcr.writer.liquid.LiquidVariant;

/** Encodes images for shards of whole samples, as a mix of formats says. */
public final class LiquidShards implements ContainerShardFormat.Encoding {
  /** Pixels take about so many times the bytes of a JPEG of good quality. */
  private static final int PIXELS_PER_CODED = 8;

  /** Pixels coded without loss, about so many times. */
  private static final int LOSSLESS_PER_CODED = 4;

  private final EncodeSettings settings;
  private final FormatChoice choice;

  private LiquidShards(EncodeSettings settings, FormatChoice choice) {
    this.settings = settings;
    this.choice = choice;
  }

  /**
   * The format of a run's shards.
   *
   * @throws RunRejectedException when they cannot be what the run wants of them
   */
  public static ShardFormat format(LiquidVariant variant, ShardSpec run)
      throws RunRejectedException {
    EncodeSettings settings = run.encode();
    if (settings.quality().isPresent() || settings.nonJpeg() == NonJpegPolicy.ENCODE) {
      throw new RunRejectedException(
          "the mix decides the formats of Liquid shards: JPEGs keep their quality, and only"
              + " the mix can ask for JPEG");
    }
    FormatChoice choice =
        run.inputs().isPresent()
            ? FormatChoice.of(variant.mix(), run.inputs().getAsLong(), variant.seed())
            : FormatChoice.endless(variant.mix(), variant.seed());
    return ContainerShardFormat.liquid(run, new LiquidShards(settings, choice));
  }

  @Override
  public SampleEncoder newEncoder() {
    return new ChosenFormats(new LiquidEncoder(settings), choice);
  }

  @Override
  public long bytesUnderWay(long sourceBytes, long place) {
    Encoding format = choice.at(place);
    return switch (format) {
      case RAW, BMP -> sourceBytes * PIXELS_PER_CODED;
      case JPEG, PROGRESSIVE_JPEG, OPAQUE -> sourceBytes;
      default -> sourceBytes * LOSSLESS_PER_CODED;
    };
  }

  /** Encodes each input in the format that its place is given. */
  private record ChosenFormats(LiquidEncoder encoder, FormatChoice choice)
      implements SampleEncoder {
    @Override
    public EncodedSample encode(SourceSample sample, long place) throws InputRejectedException {
      return encoder.encode(sample, choice.at(place));
    }

    @Override
    public void close() {
      encoder.close();
    }
  }
}
