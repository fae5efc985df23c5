package io.pcr.writer.encode;

import io.pcr.codecs.CodecException;
import io.pcr.codecs.jpeg.JpegReencoder;
import io.pcr.codecs.jpeg.Reproduction;
import io.pcr.codecs.jpeg.Transcoded;
import io.pcr.format.restore.RestoreKind;
import io.pcr.format.restore.RestorePatch;
import io.pcr.format.restore.RestoreRecipe;
import io.pcr.format.restore.RestoreRecord;
import io.pcr.writer.source.SourceSample;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

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

  private final EncodeSettings settings;
  private JpegReencoder reencoder;

  OriginalKeeper(EncodeSettings settings) {
    this.settings = settings;
  }

  /** What to keep of a file that was transcoded. */
  RestoreRecord keep(SourceSample sample, JpegInFile file, Transcoded transcoded) {
    if (settings.restore() == RestorePolicy.NONE) {
      return RestoreRecord.NONE;
    }
    ByteBuffer source = sample.bytes();
    if (source.equals(transcoded.jpeg())) {
      return RestoreRecord.SAME;
    }
    return affordable(source, cheapest(sample, file, transcoded));
  }

  /** What to keep of a file whose pixels were encoded anew. */
  RestoreRecord keepReencoded(SourceSample sample) {
    return switch (settings.restore()) {
      case EXACT -> whole(sample.bytes());
      case BEST_EFFORT, NONE -> RestoreRecord.NONE;
    };
  }

  private RestoreRecord cheapest(SourceSample sample, JpegInFile file, Transcoded transcoded) {
    Reproduction reproduction = transcoded.reproduction();
    ByteBuffer source = sample.bytes();
    return switch (reproduction.outcome()) {
      case EXACT -> new RestoreRecipe(file.literals(reproduction.segments(file.jpeg()))).encode();
      case DIFFERENT -> patch(sample, file, transcoded);
      case NOT_REPRODUCIBLE, NOT_TRIED -> whole(source);
    };
  }

  private RestoreRecord patch(SourceSample sample, JpegInFile file, Transcoded transcoded) {
    ByteBuffer source = sample.bytes();
    List<ByteBuffer> segments = file.literals(transcoded.reproduction().segments(file.jpeg()));
    try {
      if (reencoder == null) {
        reencoder = new JpegReencoder(settings.limits());
      }
      ByteBuffer rebuilt =
          reencoder.reencode(
              List.of(transcoded.jpeg()), segments, source.remaining(), sample.key());
      byte[] base = new byte[rebuilt.remaining()];
      rebuilt.get(base);
      RestoreRecipe recipe = new RestoreRecipe(segments);
      RestoreRecord patch = RestorePatch.of(Optional.of(recipe), base, source).encode();
      boolean worthIt = patch.bytes().remaining() < source.remaining() / PATCH_MAX_FRACTION;
      return worthIt ? patch : whole(source);
    } catch (CodecException e) {
      // The recipe does not lead to anything near the original.
      return whole(source);
    }
  }

  private RestoreRecord affordable(ByteBuffer source, RestoreRecord record) {
    boolean tooDear =
        settings.restore() == RestorePolicy.BEST_EFFORT
            && record.bytes().remaining() > source.remaining() / BEST_EFFORT_FRACTION;
    return tooDear ? RestoreRecord.NONE : record;
  }

  private static RestoreRecord whole(ByteBuffer source) {
    return new RestoreRecord(RestoreKind.ORIGINAL, ProgressiveEncoder.copy(source));
  }

  @Override
  public void close() {
    if (reencoder != null) {
      reencoder.close();
    }
  }
}
