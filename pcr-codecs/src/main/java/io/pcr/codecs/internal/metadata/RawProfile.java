package io.pcr.codecs.internal.metadata;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A block as text, which PNGs had before eXIf: a line with its kind, one with its length, then its
 * bytes in hexadecimal. Stateless.
 */
final class RawProfile {
  private static final byte[] EXIF_NAME = "Exif\0\0".getBytes(ISO_8859_1);
  private static final int RADIX = 16;

  private RawProfile() {}

  /** The EXIF block, with or without its name before it; empty when the text makes no sense. */
  static ByteBuffer exif(ByteBuffer text) {
    ByteBuffer in = text.duplicate();
    skipLine(in, true);
    skipLine(in, false);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int high = -1;
    while (in.hasRemaining()) {
      int c = in.get();
      int digit = Character.digit(c, RADIX);
      if (digit < 0) {
        if (!Character.isWhitespace(c)) {
          return ByteBuffer.allocate(0);
        }
      } else if (high < 0) {
        high = digit;
      } else {
        out.write(high * RADIX + digit);
        high = -1;
      }
    }
    byte[] block = out.toByteArray();
    boolean isNamed =
        block.length >= EXIF_NAME.length
            && Arrays.equals(EXIF_NAME, Arrays.copyOf(block, EXIF_NAME.length));
    int from = isNamed ? EXIF_NAME.length : 0;
    return ByteBuffer.wrap(block, from, block.length - from).slice();
  }

  /** An empty line may stand before the first. */
  private static void skipLine(ByteBuffer in, boolean mayBeEmpty) {
    boolean isEmpty = true;
    while (in.hasRemaining()) {
      int c = in.get();
      if (c == '\n' && !(isEmpty && mayBeEmpty)) {
        return;
      }
      isEmpty &= c == '\n';
    }
  }
}
