package io.pcr.writer.internal.encode;

import io.pcr.codecs.internal.ImageCodec;
import io.pcr.codecs.internal.ImageInfo;
import io.pcr.codecs.internal.image.ImageCodecs;
import io.pcr.format.ColorClass;
import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.jpeg.Marker;
import io.pcr.format.internal.media.StatedSize;
import io.pcr.format.internal.metadata.ImageFacts;
import io.pcr.format.media.MediaType;
import io.pcr.format.metadata.Encoding;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * What is known of an image that is stored as the file that it is; 0 stands for an unknown size.
 */
final class OpaqueFacts {
  private static final ImageFacts UNKNOWN = facts(0, 0);

  /** Pixels are not decoded here, so their number is no danger. */
  static final ImageCodecs HEADERS = ImageCodecs.of(Limits.DEFAULT.withPixels(Long.MAX_VALUE));

  private static final int JPEG_HEIGHT_OFFSET = 1;
  private static final int JPEG_WIDTH_OFFSET = 3;

  private OpaqueFacts() {}

  /** What the file's header says; nothing when it cannot be read. */
  static ImageFacts of(MediaType type, ByteBuffer file, String name) {
    try {
      return check(type, file, name);
    } catch (PcrException e) {
      return UNKNOWN;
    }
  }

  /**
   * What the file's header says.
   *
   * @throws PcrException when the header is damaged
   */
  static ImageFacts check(MediaType type, ByteBuffer file, String name) throws PcrException {
    return switch (type) {
      case JPEG -> jpeg(file);
      default -> decodable(type, file, name);
    };
  }

  private static ImageFacts decodable(MediaType type, ByteBuffer file, String name)
      throws PcrException {
    Optional<ImageCodec> codec = HEADERS.find(type);
    if (codec.isEmpty()) {
      return StatedSize.of(type, file)
          .map(size -> facts(size.width(), size.height()))
          .orElse(UNKNOWN);
    }
    try {
      ImageInfo info = codec.get().info(file, name);
      return facts(info.width(), info.height());
    } catch (PcrException.Unsupported | PcrException.LimitExceeded e) {
      return UNKNOWN;
    }
  }

  /**
   * Its scans may be anything, so only the header is looked at. A height of 0 stands behind the
   * first scan.
   */
  private static ImageFacts jpeg(ByteBuffer file) {
    JpegHeaderSegments segments = new JpegHeaderSegments(file);
    while (segments.next()) {
      ByteBuffer frame = segments.payload();
      if (Marker.isFrame(segments.marker()) && frame.remaining() > JPEG_WIDTH_OFFSET + 1) {
        return facts(
            frame.getShort(JPEG_WIDTH_OFFSET) & 0xffff,
            frame.getShort(JPEG_HEIGHT_OFFSET) & 0xffff);
      }
    }
    return UNKNOWN;
  }

  private static ImageFacts facts(int width, int height) {
    return new ImageFacts(Encoding.OPAQUE, ColorClass.OPAQUE, width, height);
  }
}
