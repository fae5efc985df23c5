package io.pcr.codecs.internal.raw;

import io.pcr.codecs.internal.ImageChecks;
import io.pcr.codecs.internal.ImageInfo;
import io.pcr.format.error.PcrException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * What the headers of a bitmap say, checked against each other and against the length of the file.
 *
 * @param bits a pixel: 1, 4 or 8 (palette), 24 or 32
 * @param pixelsOffset of the first stored row, from the start of the file
 * @param topDown rows are stored from the top
 */
record BmpHeader(ImageInfo info, int bits, int pixelsOffset, boolean topDown, BmpPalette palette) {
  static final String FORMAT = "BMP";
  static final int BITS_PALETTE_MAX = 8;
  static final int BITS_BGR = 24;
  static final int BITS_BGRX = 32;

  /** Rows are converted one at a time; a limit on pixels alone would not bound a row. */
  private static final int MAX_WIDTH = 1 << 24;

  private static final int COMPRESSION_NONE = 0;
  private static final int COMPRESSION_MASKS = 3;
  private static final int RED_MASK = 0xFF_0000;
  private static final int GREEN_MASK = 0x00_FF00;
  private static final int BLUE_MASK = 0x00_00FF;
  private static final int ALPHA_MASK = 0xFF00_0000;

  static BmpHeader parse(ByteBuffer image, String name) throws PcrException {
    return new Parser(image, name).parse();
  }

  /** The bytes from one stored row to the next. */
  long stride() {
    return stride(info.width(), bits);
  }

  static long stride(int width, int bits) {
    long rowBytes = ((long) width * bits + Byte.SIZE - 1) / Byte.SIZE;
    return (rowBytes + BmpLayout.ROW_ALIGNMENT - 1)
        / BmpLayout.ROW_ALIGNMENT
        * BmpLayout.ROW_ALIGNMENT;
  }

  private static final class Parser {
    private final ByteBuffer file;
    private final ImageChecks checks;

    Parser(ByteBuffer image, String name) {
      file = image.slice().order(ByteOrder.LITTLE_ENDIAN);
      checks = new ImageChecks(FORMAT, name);
    }

    BmpHeader parse() throws PcrException {
      checks.length("magic", 0, BmpLayout.MAGIC_LENGTH, file.limit());
      if (file.get(BmpLayout.MAGIC_OFFSET) != 'B' || file.get(BmpLayout.MAGIC_OFFSET + 1) != 'M') {
        throw checks.corrupt("magic", 0, "not a bitmap");
      }
      checks.length("header", 0, BmpLayout.HEADERS_LENGTH, file.limit());
      int infoLength = infoLength();
      int width = file.getInt(BmpLayout.WIDTH_OFFSET);
      int storedHeight = file.getInt(BmpLayout.HEIGHT_OFFSET);
      if (width < 1 || storedHeight == 0 || storedHeight == Integer.MIN_VALUE) {
        throw checks.corrupt(
            "size", BmpLayout.WIDTH_OFFSET, width + " x " + storedHeight + " pixels");
      }
      if (width > MAX_WIDTH) {
        throw checks.unsupported("size", BmpLayout.WIDTH_OFFSET, width + " pixels wide");
      }
      int bits = bits();
      int pixelsOffset = pixelsOffset(infoLength);
      BmpPalette palette =
          bits <= BITS_PALETTE_MAX ? palette(bits, infoLength, pixelsOffset) : BmpPalette.NONE;
      int colourChannels = hasAlpha(infoLength, bits) ? 4 : 3;
      ImageInfo info =
          new ImageInfo(width, Math.abs(storedHeight), palette.isGrey() ? 1 : colourChannels);
      return new BmpHeader(info, bits, pixelsOffset, storedHeight < 0, palette);
    }

    private int infoLength() throws PcrException {
      int length = file.getInt(BmpLayout.INFO_LENGTH_OFFSET);
      if (length < BmpLayout.INFO_LENGTH || length > BmpLayout.INFO_LENGTH_MAX) {
        throw checks.unsupported(
            "info_length", BmpLayout.INFO_LENGTH_OFFSET, "a header of " + length + " bytes");
      }
      return length;
    }

    private int bits() throws PcrException {
      int bits = Short.toUnsignedInt(file.getShort(BmpLayout.BITS_OFFSET));
      if (bits != 1 && bits != 4 && bits != 8 && bits != BITS_BGR && bits != BITS_BGRX) {
        throw checks.unsupported("bits", BmpLayout.BITS_OFFSET, bits + " bits a pixel");
      }
      int compression = file.getInt(BmpLayout.COMPRESSION_OFFSET);
      boolean masked = compression == COMPRESSION_MASKS && bits == BITS_BGRX;
      if (compression != COMPRESSION_NONE && !masked) {
        throw checks.unsupported(
            "compression",
            BmpLayout.COMPRESSION_OFFSET,
            "compression " + Integer.toUnsignedString(compression) + " of " + bits + " bits");
      }
      if (masked) {
        masks();
      }
      return bits;
    }

    private void masks() throws PcrException {
      checks.length("masks", 0, BmpLayout.MASKS_END, file.limit());
      if (file.getInt(BmpLayout.RED_MASK_OFFSET) != RED_MASK
          || file.getInt(BmpLayout.GREEN_MASK_OFFSET) != GREEN_MASK
          || file.getInt(BmpLayout.BLUE_MASK_OFFSET) != BLUE_MASK) {
        throw checks.unsupported(
            "masks", BmpLayout.RED_MASK_OFFSET, "channels in another order than blue, green, red");
      }
    }

    /** Without a mask that says so, the fourth byte of a pixel means nothing. */
    private boolean hasAlpha(int infoLength, int bits) throws PcrException {
      boolean mayHave =
          bits == BITS_BGRX
              && file.getInt(BmpLayout.COMPRESSION_OFFSET) == COMPRESSION_MASKS
              && infoLength >= BmpLayout.INFO_LENGTH_WITH_ALPHA;
      if (!mayHave) {
        return false;
      }
      checks.length("masks", 0, BmpLayout.ALPHA_MASK_OFFSET + Integer.BYTES, file.limit());
      return file.getInt(BmpLayout.ALPHA_MASK_OFFSET) == ALPHA_MASK;
    }

    private int pixelsOffset(int infoLength) throws PcrException {
      int offset = file.getInt(BmpLayout.PIXELS_OFFSET_OFFSET);
      if (offset < BmpLayout.FILE_HEADER_LENGTH + infoLength || offset > file.limit()) {
        throw checks.corrupt(
            "pixels_offset",
            BmpLayout.PIXELS_OFFSET_OFFSET,
            Integer.toUnsignedString(offset) + " is outside of the file");
      }
      return offset;
    }

    private BmpPalette palette(int bits, int infoLength, int pixelsOffset) throws PcrException {
      long stored = Integer.toUnsignedLong(file.getInt(BmpLayout.COLOURS_USED_OFFSET));
      long entries = stored == 0 ? 1L << bits : stored;
      int start = BmpLayout.FILE_HEADER_LENGTH + infoLength;
      if (entries > 1L << bits || entries * BmpLayout.PALETTE_ENTRY_LENGTH > pixelsOffset - start) {
        throw checks.corrupt(
            "colours_used", BmpLayout.COLOURS_USED_OFFSET, "a palette of " + entries + " colours");
      }
      return BmpPalette.read(file, start, (int) entries);
    }
  }
}
