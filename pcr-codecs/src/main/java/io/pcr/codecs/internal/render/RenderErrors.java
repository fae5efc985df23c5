package io.pcr.codecs.internal.render;

import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.Limit;
import io.pcr.format.error.PcrException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** What {@code pcr_error} says, as exceptions. */
final class RenderErrors {
  static final int OK = 0;
  private static final int CORRUPT = 1;
  private static final int UNSUPPORTED = 2;
  private static final int OVER_LIMIT = 3;
  private static final int OUT_OF_MEMORY = 6;
  private static final int CONTRADICTION = 7;

  private static final int OF_PIXELS = 1;
  private static final int OF_SCANS = 2;
  private static final int OF_MEMORY = 3;
  private static final int OF_CHUNKS = 4;

  private RenderErrors() {}

  /**
   * The exception for an error.
   *
   * @param at where it begins
   * @throws OutOfMemoryError when the machine had no memory, which says nothing about the image
   */
  static PcrException of(ByteBuffer errors, int at, RenderedImage image) {
    String message = text(errors, at + RenderStructures.ERROR_MESSAGE);
    FieldLocation location =
        new FieldLocation(
            text(errors, at + RenderStructures.ERROR_FIELD),
            errors.getLong(at + RenderStructures.ERROR_OFFSET),
            image.name());
    return switch (errors.getInt(at + RenderStructures.ERROR_CODE)) {
      case CORRUPT -> PcrException.Corrupt.image(location, message);
      case UNSUPPORTED -> PcrException.Unsupported.image(location, message);
      case OVER_LIMIT -> overLimit(errors, at, image, location, message);
      case OUT_OF_MEMORY -> throw new OutOfMemoryError(message + ", at " + image.name());
      case CONTRADICTION -> PcrException.Corrupt.image(metadata(image), message);
      default -> throw new IllegalArgumentException(message + ", at " + image.name());
    };
  }

  private static FieldLocation metadata(RenderedImage image) {
    return new FieldLocation("ShardMetadata.widths", 0, image.name());
  }

  private static PcrException overLimit(
      ByteBuffer errors, int at, RenderedImage image, FieldLocation location, String message) {
    long needed = errors.getLong(at + RenderStructures.ERROR_NEEDED);
    long allowed = errors.getLong(at + RenderStructures.ERROR_LIMIT);
    Limit scans =
        image.kind() == StoredKind.PROGRESSIVE_JPEG ? Limit.STORED_SCANS : Limit.INPUT_SCANS;
    return switch (errors.getInt(at + RenderStructures.ERROR_QUANTITY)) {
      case OF_PIXELS -> new PcrException.LimitExceeded(location, Limit.PIXELS, needed, allowed);
      case OF_SCANS -> new PcrException.LimitExceeded(location, scans, needed, allowed);
      case OF_MEMORY ->
          new PcrException.LimitExceeded(location, Limit.BUFFER_BYTES, needed, allowed);
      case OF_CHUNKS ->
          PcrException.LimitExceeded.unmeasured(location, Limit.PNG_CHUNK_BYTES, message);
      default -> PcrException.LimitExceeded.unmeasured(location, Limit.NATIVE_MEMORY, message);
    };
  }

  static String text(ByteBuffer errors, int at) {
    int end = at;
    while (errors.get(end) != 0) {
      end++;
    }
    byte[] bytes = new byte[end - at];
    errors.get(at, bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
