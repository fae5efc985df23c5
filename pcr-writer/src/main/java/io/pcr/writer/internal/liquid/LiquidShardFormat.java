package io.pcr.writer.internal.liquid;

import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.metadata.Encoding;
import io.pcr.format.source.ByteSource;
import io.pcr.writer.encode.EncodeSettings;
import io.pcr.writer.encode.NonJpegPolicy;
import io.pcr.writer.internal.encode.EncodedSample;
import io.pcr.writer.internal.encode.LiquidEncoder;
import io.pcr.writer.internal.encode.SampleEncoder;
import io.pcr.writer.internal.journal.FinishedShard;
import io.pcr.writer.internal.shard.ContainerShards;
import io.pcr.writer.internal.shard.ShardFormat;
import io.pcr.writer.internal.shard.ShardSpec;
import io.pcr.writer.internal.source.InputRejectedException;
import io.pcr.writer.internal.source.SourceSample;
import io.pcr.writer.journal.RunRefusedException;
import io.pcr.writer.liquid.LiquidVariant;
import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Shards of whole samples, one region for each format. */
public final class LiquidShardFormat implements ShardFormat {
  private static final String SUFFIX = ".pcrl";

  /** Pixels take about so many times the bytes of a JPEG of good quality. */
  private static final int PIXELS_PER_CODED = 8;

  /** Pixels coded without loss, about so many times. */
  private static final int LOSSLESS_PER_CODED = 4;

  private final ShardSpec run;
  private final FormatChoice choice;
  private final ContainerShards shards;

  private LiquidShardFormat(ShardSpec run, FormatChoice choice) {
    this.run = run;
    this.choice = choice;
    shards = ContainerShards.liquid(run);
  }

  /**
   * The format of a run's shards.
   *
   * @throws RunRefusedException when they cannot be what the run wants of them
   */
  public static LiquidShardFormat of(LiquidVariant variant, ShardSpec run)
      throws RunRefusedException {
    EncodeSettings settings = run.encode();
    if (settings.quality().isPresent() || settings.nonJpeg() == NonJpegPolicy.ENCODE) {
      throw new RunRefusedException(
          "the mix says what images become in Liquid shards: JPEGs keep their quality, and no kind"
              + " of image is encoded as JPEG but by the mix");
    }
    FormatChoice choice =
        run.inputs().isPresent()
            ? FormatChoice.of(variant.mix(), run.inputs().getAsLong(), variant.seed())
            : FormatChoice.endless(variant.mix(), variant.seed());
    return new LiquidShardFormat(run, choice);
  }

  @Override
  public String suffix() {
    return SUFFIX;
  }

  @Override
  public SampleEncoder newEncoder() {
    return new ChosenFormats(new LiquidEncoder(run.encode()), choice);
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

  @Override
  public ShardEntry write(String name, List<EncodedSample> samples, WritableByteChannel channel)
      throws IOException {
    return shards.write(name, samples, channel);
  }

  @Override
  public void check(ByteSource written, List<EncodedSample> samples) throws IOException {
    shards.check(written, samples);
  }

  @Override
  public Optional<ShardEntry> find(FinishedShard noted, Path file) throws IOException {
    return ContainerShards.find(noted, file);
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
