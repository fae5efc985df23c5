package io.pcr.advisor.internal.quality;

import io.pcr.reader.internal.copies.CopyEncoder;
import io.pcr.reader.internal.copies.CopyFormat;
import io.pcr.writer.internal.encode.JpegQuality;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.OptionalInt;

/** Makes the copies of a (DL)² variant: a source whose quality is not above it is copied. */
final class VariantFiles {
  private VariantFiles() {}

  /**
   * The quality of a source; empty when it is no JPEG.
   *
   * @param source the original file
   */
  static OptionalInt quality(ByteBuffer source) {
    return JpegQuality.estimate(source);
  }

  /** Whether a source of this quality is copied as it is. */
  static boolean isCopied(OptionalInt sourceQuality, int quality) {
    return sourceQuality.isPresent() && sourceQuality.getAsInt() <= quality;
  }

  /** The file of a variant; the encoder has the image. */
  static byte[] file(byte[] source, CopyEncoder encoder, CopyFormat format, int quality)
      throws IOException {
    if (isCopied(quality(ByteBuffer.wrap(source)), quality)) {
      return source;
    }
    ByteBuffer copy = encoder.file(format, quality);
    byte[] file = new byte[copy.remaining()];
    copy.get(file);
    return file;
  }
}
