package io.pcr.codecs.internal.raw;

import io.pcr.codecs.internal.ImageChecks;
import io.pcr.codecs.internal.ImageInfo;
import io.pcr.format.error.PcrException;
import java.nio.ByteBuffer;

/**
 * The text before the samples: magic, width, height and sample maximum, apart by white space, with
 * comments from {@code #} to the end of a line anywhere between them, and one white space at the
 * end.
 *
 * @param length of the text in bytes
 */
record PnmHeader(ImageInfo info, int maxValue, int length) {
  static final String FORMAT = "PNM";
  static final int BYTE_MAX = 255;

  private static final int MAX_VALUE_LIMIT = 65_535;
  private static final int MAGIC_LENGTH = 2;

  /** Longer headers are legal, and are nobody's images. */
  private static final int MAX_LENGTH = 64 << 10;

  static PnmHeader parse(ByteBuffer image, String name) throws PcrException {
    ImageChecks checks = new ImageChecks(FORMAT, name);
    checks.length("magic", 0, MAGIC_LENGTH, image.remaining());
    int start = image.position();
    int kind = image.get(start + 1);
    if (image.get(start) != 'P' || kind < '1' || kind > '7') {
      throw checks.corrupt("magic", 0, "not a PNM image");
    }
    if (kind != '5' && kind != '6') {
      throw checks.unsupported("magic", 0, "P" + (char) kind + ": only P5 and P6 are read");
    }
    Parser parser = new Parser(image, checks);
    int width = parser.number("width", Integer.MAX_VALUE);
    int height = parser.number("height", Integer.MAX_VALUE);
    int maxValue = parser.number("maxval", MAX_VALUE_LIMIT);
    int length = parser.end();
    return new PnmHeader(new ImageInfo(width, height, kind == '5' ? 1 : 3), maxValue, length);
  }

  private int sampleBytes() {
    return maxValue > BYTE_MAX ? 2 : 1;
  }

  /** The bytes that the samples take. */
  long dataBytes() {
    return ImageChecks.product(info.pixels(), (long) info.channels() * sampleBytes());
  }

  long dataAvailable(ByteBuffer image) {
    return (long) image.remaining() - length;
  }

  /** Takes samples and scales them to 255. */
  void readSamples(ByteBuffer data, byte[] samples, int count) {
    for (int i = 0; i < count; i++) {
      int sample = Byte.toUnsignedInt(data.get());
      if (sampleBytes() == 2) {
        sample = sample << Byte.SIZE | Byte.toUnsignedInt(data.get());
      }
      samples[i] = (byte) ((Math.min(sample, maxValue) * BYTE_MAX + maxValue / 2) / maxValue);
    }
  }

  /** Walks the text; every position is relative to the image. */
  private static final class Parser {
    private final ByteBuffer image;
    private final ImageChecks checks;
    private int position = MAGIC_LENGTH;

    Parser(ByteBuffer image, ImageChecks checks) {
      this.image = image;
      this.checks = checks;
    }

    int number(String field, int max) throws PcrException {
      skipSpace(field);
      int start = position;
      long value = 0;
      while (isDigit(peek(field))) {
        value = value * 10 + (peek(field) - '0');
        if (value > max) {
          throw checks.corrupt(field, start, "a number above " + max);
        }
        position++;
      }
      if (value == 0) {
        throw checks.corrupt(field, start, "not a positive number");
      }
      return (int) value;
    }

    int end() throws PcrException {
      if (!isSpace(peek("maxval"))) {
        throw checks.corrupt("maxval", position, "no white space after the number");
      }
      return position + 1;
    }

    private void skipSpace(String field) throws PcrException {
      int start = position;
      for (int c = peek(field); isSpace(c) || c == '#'; c = peek(field)) {
        if (c == '#') {
          skipLine(field);
        } else {
          position++;
        }
      }
      if (position == start) {
        throw checks.corrupt(field, position, "no white space before the number");
      }
    }

    private void skipLine(String field) throws PcrException {
      while (peek(field) != '\n' && peek(field) != '\r') {
        position++;
      }
    }

    private int peek(String field) throws PcrException {
      checks.length(field, position, 1, image.remaining() - (long) position);
      if (position >= MAX_LENGTH) {
        throw checks.corrupt(field, position, "the header is longer than " + MAX_LENGTH);
      }
      return image.get(image.position() + position);
    }

    private static boolean isDigit(int c) {
      return c >= '0' && c <= '9';
    }

    private static boolean isSpace(int c) {
      return c == ' ' || (c >= '\t' && c <= '\r');
    }
  }
}
