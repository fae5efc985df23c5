package io.pcr.writer.encode;

import io.pcr.codecs.CodecException;
import io.pcr.codecs.jpeg.JpegReencoder;
import io.pcr.codecs.jpeg.Reproduction;
import io.pcr.codecs.jpeg.Transcoded;
import io.pcr.format.frame.ZstdFrame;
import io.pcr.writer.source.SourceSample;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the cheapest way to have an original again, each proved here and now: it is the stored
 * JPEG; its headers and the coefficients rebuild it; a difference to what they rebuild; or the file
 * itself.
 *
 * <p>For one thread. Whoever makes one closes it.
 */
final class OriginalKeeper implements AutoCloseable {
  /** A difference that saves less than half is not worth its decoding. */
  private static final int PATCH_MAX_FRACTION = 2;

  /** Best effort pays at most a tenth of the original. */
  private static final int BEST_EFFORT_FRACTION = 10;

  private static final int PATCH_LEVEL = 3;

  private final EncodeSettings settings;
  private JpegReencoder reencoder;

  OriginalKeeper(EncodeSettings settings) {
    this.settings = settings;
  }

  /** What to keep of a file that was transcoded. */
  Original keep(SourceSample sample, Transcoded transcoded) {
    if (settings.restore() == RestorePolicy.NONE) {
      return new Original.Lost();
    }
    ByteBuffer source = sample.bytes();
    if (source.equals(transcoded.jpeg())) {
      return new Original.Same();
    }
    return affordable(source, cheapest(sample, transcoded));
  }

  /** What to keep of a file whose pixels were encoded anew. */
  Original keepReencoded(SourceSample sample) {
    return switch (settings.restore()) {
      case EXACT -> whole(sample.bytes());
      case BEST_EFFORT, NONE -> new Original.Lost();
    };
  }

  private Original cheapest(SourceSample sample, Transcoded transcoded) {
    Reproduction reproduction = transcoded.reproduction();
    ByteBuffer source = sample.bytes();
    return switch (reproduction.outcome()) {
      case EXACT -> new Original.Recipe(copies(reproduction.segments(source)));
      case DIFFERENT -> patch(sample, transcoded);
      case NOT_REPRODUCIBLE, NOT_TRIED -> whole(source);
    };
  }

  private Original patch(SourceSample sample, Transcoded transcoded) {
    ByteBuffer source = sample.bytes();
    List<ByteBuffer> segments = transcoded.reproduction().segments(source);
    try {
      if (reencoder == null) {
        reencoder = new JpegReencoder(settings.limits());
      }
      ByteBuffer rebuilt =
          reencoder.reencode(
              List.of(transcoded.jpeg()), segments, source.remaining(), sample.key());
      byte[] base = new byte[rebuilt.remaining()];
      rebuilt.get(base);
      byte[] frame = ZstdFrame.compressAgainst(base, source, PATCH_LEVEL);
      Original patch = new Original.Patch(copies(segments), ByteBuffer.wrap(frame));
      return patch.bytes() < source.remaining() / PATCH_MAX_FRACTION ? patch : whole(source);
    } catch (CodecException e) {
      // The recipe does not lead to anything near the original.
      return whole(source);
    }
  }

  private Original affordable(ByteBuffer source, Original original) {
    boolean tooDear =
        settings.restore() == RestorePolicy.BEST_EFFORT
            && original.bytes() > source.remaining() / BEST_EFFORT_FRACTION;
    return tooDear ? new Original.Lost() : original;
  }

  private static Original whole(ByteBuffer source) {
    return new Original.Whole(SampleEncoder.copy(source));
  }

  private static List<ByteBuffer> copies(List<ByteBuffer> segments) {
    List<ByteBuffer> copies = new ArrayList<>(segments.size());
    segments.forEach(segment -> copies.add(SampleEncoder.copy(segment)));
    return copies;
  }

  @Override
  public void close() {
    if (reencoder != null) {
      reencoder.close();
    }
  }
}
