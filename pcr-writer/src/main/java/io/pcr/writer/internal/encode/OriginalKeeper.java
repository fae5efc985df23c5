package io.pcr.writer.internal.encode;

import io.pcr.codecs.internal.jpeg.JpegReencoder;
import io.pcr.codecs.internal.jpeg.Reproduction;
import io.pcr.codecs.internal.jpeg.Transcoded;
import io.pcr.codecs.internal.restore.OriginalRestorer;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.frame.ZstdFrame;
import io.pcr.format.internal.restore.OriginalFacts;
import io.pcr.format.internal.restore.RestoreKind;
import io.pcr.format.internal.restore.RestorePatch;
import io.pcr.format.internal.restore.RestoreRecipe;
import io.pcr.format.internal.restore.RestoreRecord;
import io.pcr.writer.encode.EncodeSettings;
import io.pcr.writer.encode.RestorePolicy;
import io.pcr.writer.internal.source.SourceSample;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/**
 * Finds the cheapest way to have an original again: it is the stored JPEG; its headers and the
 * coefficients rebuild it; a difference to what they rebuild; or the file itself. Each record is
 * decoded, and followed from the bytes that are stored, by the code that readers use; one that does
 * not lead to the original is not kept, the original is.
 *
 * <p>For one thread. Whoever makes one closes it.
 */
final class OriginalKeeper implements AutoCloseable {
  /** A difference that saves less than half is not worth its decoding. */
  private static final int PATCH_MAX_FRACTION = 2;

  /** Best effort pays at most a tenth of the original. */
  private static final int BEST_EFFORT_FRACTION = 10;

  /** What readers put behind the slices. */
  private static final ByteBuffer EOI =
      ByteBuffer.wrap(new byte[] {(byte) 0xff, (byte) 0xd9}).asReadOnlyBuffer();

  private final EncodeSettings settings;
  private JpegReencoder reencoder;
  private OriginalRestorer restorer;

  OriginalKeeper(EncodeSettings settings) {
    this.settings = settings;
  }

  /**
   * What to keep of a file that was transcoded.
   *
   * @param body the slices as they are stored, one after the other
   */
  RestoreRecord keep(SourceSample sample, JpegInFile file, Transcoded transcoded, ByteBuffer body) {
    if (settings.restore() == RestorePolicy.NONE) {
      return RestoreRecord.NONE;
    }
    List<ByteBuffer> stored = List.of(body, EOI);
    if (comesBack(RestoreRecord.SAME, sample, stored)) {
      return RestoreRecord.SAME;
    }
    return affordable(sample.bytes(), cheapest(sample, file, transcoded, stored));
  }

  /** What to keep of a file whose pixels were encoded anew. */
  RestoreRecord keepReencoded(SourceSample sample) {
    return switch (settings.restore()) {
      case EXACT -> whole(sample.bytes());
      case BEST_EFFORT, NONE -> RestoreRecord.NONE;
    };
  }

  private RestoreRecord cheapest(
      SourceSample sample, JpegInFile file, Transcoded transcoded, List<ByteBuffer> stored) {
    Reproduction reproduction = transcoded.reproduction();
    return switch (reproduction.outcome()) {
      case EXACT -> recipe(sample, file, reproduction, stored);
      case DIFFERENT -> patch(sample, file, reproduction, stored);
      case NOT_REPRODUCIBLE, NOT_TRIED -> whole(sample.bytes());
    };
  }

  /**
   * The transcoder has followed these literals already, from what it had written; what is left is
   * that the record gives them. With something in front of the JPEG it followed others.
   */
  private RestoreRecord recipe(
      SourceSample sample, JpegInFile file, Reproduction reproduction, List<ByteBuffer> stored) {
    List<ByteBuffer> literals = file.literals(reproduction.segments(file.jpeg()));
    RestoreRecord record = new RestoreRecipe(literals).encode();
    boolean proved =
        file.leading() == 0 ? gives(record, literals, sample) : comesBack(record, sample, stored);
    return proved ? record : whole(sample.bytes());
  }

  private boolean gives(RestoreRecord record, List<ByteBuffer> literals, SourceSample sample) {
    try {
      return RestoreRecipe.decode(record.bytes(), settings.limits(), origin(sample))
          .literals()
          .equals(literals);
    } catch (PcrException e) {
      return false;
    }
  }

  private RestoreRecord patch(
      SourceSample sample, JpegInFile file, Reproduction reproduction, List<ByteBuffer> stored) {
    ByteBuffer source = sample.bytes();
    List<ByteBuffer> literals = file.literals(reproduction.segments(file.jpeg()));
    try {
      if (reencoder == null) {
        reencoder = new JpegReencoder(settings.limits());
      }
      ByteBuffer rebuilt = reencoder.reencode(stored, literals, source.remaining(), sample.key());
      byte[] base = new byte[rebuilt.remaining()];
      rebuilt.get(base);
      if (!ZstdFrame.isBase(base)) {
        return whole(source);
      }
      RestoreRecipe recipe = new RestoreRecipe(literals);
      RestoreRecord patch = RestorePatch.of(Optional.of(recipe), base, source).encode();
      boolean worthIt = patch.bytes().remaining() < source.remaining() / PATCH_MAX_FRACTION;
      return worthIt && comesBack(patch, sample, stored) ? patch : whole(source);
    } catch (PcrException e) {
      // The recipe does not lead to anything near the original.
      return whole(source);
    }
  }

  /** Whether a reader that has the record and the stored bytes gets the original. */
  private boolean comesBack(RestoreRecord record, SourceSample sample, List<ByteBuffer> stored) {
    ByteBuffer source = sample.bytes();
    long length = stored.stream().mapToLong(ByteBuffer::remaining).sum();
    if (record.kind() == RestoreKind.SAME && length != source.remaining()) {
      return false;
    }
    if (restorer == null) {
      restorer = new OriginalRestorer(settings.limits());
    }
    OriginalFacts facts = new OriginalFacts(source.remaining(), Optional.empty());
    try {
      return restorer
          .restore(record, stored, facts, origin(sample), sample.key())
          .map(source::equals)
          .orElse(false);
    } catch (PcrException e) {
      return false;
    }
  }

  private static Origin origin(SourceSample sample) {
    return new Origin(sample.key(), 0);
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
    if (restorer != null) {
      restorer.close();
    }
  }
}
