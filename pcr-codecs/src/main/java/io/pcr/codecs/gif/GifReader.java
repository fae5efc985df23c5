package io.pcr.codecs.gif;

import io.pcr.codecs.CodecException;
import io.pcr.codecs.CodecException.Reason;
import io.pcr.format.error.FieldLocation;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * The blocks of a GIF, up to the first image.
 *
 * <pre>
 * | GIF87a or GIF89a | width 2 | height 2 | flags | background | aspect | palette | block … |
 * image block: | 2C | left 2 | top 2 | width 2 | height 2 | flags | palette | code size | sub-block … | 00 |
 * </pre>
 */
final class GifReader {
  private static final int SIGNATURE_LENGTH = 6;
  private static final int SCREEN_LENGTH = 7;
  private static final int IMAGE_LENGTH = 9;
  private static final int HAS_PALETTE = 0x80;
  private static final int INTERLACED = 0x40;
  private static final int PALETTE_SIZE_MASK = 0x07;
  private static final int PALETTE_ENTRY = 3;
  private static final int EXTENSION = 0x21;
  private static final int IMAGE = 0x2C;

  private final ByteBuffer in;
  private final String name;
  private final int width;
  private final int height;
  private final int background;
  private final byte[] palette;

  private GifReader(ByteBuffer in, String name) throws CodecException {
    this.in = in;
    this.name = name;
    need("header", SIGNATURE_LENGTH + SCREEN_LENGTH);
    byte[] signature = new byte[SIGNATURE_LENGTH];
    in.get(signature);
    String version = new String(signature, StandardCharsets.ISO_8859_1);
    if (!version.equals("GIF87a") && !version.equals("GIF89a")) {
      throw corrupt("signature", "not GIF87a or GIF89a");
    }
    width = in.getShort() & 0xFFFF;
    height = in.getShort() & 0xFFFF;
    if (width == 0 || height == 0) {
      throw corrupt("screen", "a screen of " + width + " x " + height + " pixels");
    }
    int flags = in.get();
    background = in.get() & 0xFF;
    in.get();
    palette = palette(flags);
  }

  static GifReader of(ByteBuffer image, String name) throws CodecException {
    return new GifReader(image.slice().order(ByteOrder.LITTLE_ENDIAN), name);
  }

  int width() {
    return width;
  }

  int height() {
    return height;
  }

  int background() {
    return background;
  }

  /** Three bytes for each colour of the screen; empty when it has none. */
  byte[] palette() {
    return palette;
  }

  private byte[] palette(int flags) throws CodecException {
    if ((flags & HAS_PALETTE) == 0) {
      return new byte[0];
    }
    byte[] colours = new byte[PALETTE_ENTRY << (1 + (flags & PALETTE_SIZE_MASK))];
    need("palette", colours.length);
    in.get(colours);
    return colours;
  }

  /** The first image; once. */
  GifFrame firstFrame() throws CodecException {
    while (true) {
      need("block", 1);
      int kind = in.get() & 0xFF;
      if (kind == IMAGE) {
        return image();
      }
      if (kind != EXTENSION) {
        throw corrupt("block", String.format("a block of kind 0x%02x before any image", kind));
      }
      need("extension", 1);
      in.get();
      skipSubBlocks();
    }
  }

  private void skipSubBlocks() throws CodecException {
    for (int length = subBlock(); length > 0; length = subBlock()) {
      in.position(in.position() + length);
    }
  }

  /** The length of the sub-block that stands next, all of which is there. */
  private int subBlock() throws CodecException {
    need("sub-block", 1);
    int length = in.get() & 0xFF;
    need("sub-block", length);
    return length;
  }

  private GifFrame image() throws CodecException {
    need("image", IMAGE_LENGTH);
    int left = in.getShort() & 0xFFFF;
    int top = in.getShort() & 0xFFFF;
    int frameWidth = in.getShort() & 0xFFFF;
    int frameHeight = in.getShort() & 0xFFFF;
    if (left + frameWidth > width || top + frameHeight > height) {
      throw corrupt("image", "an image that reaches beyond its screen");
    }
    int flags = in.get();
    byte[] own = palette(flags);
    byte[] indexes = new byte[frameWidth * frameHeight];
    need("code size", 1);
    GifLzw lzw = new GifLzw(in.get() & 0xFF, indexes);
    if (!lzw.isValid()) {
      throw corrupt("code size", "a code size that no GIF has");
    }
    for (int length = subBlock(); length > 0 && !lzw.isFull(); length = subBlock()) {
      if (!lzw.take(in.slice(in.position(), length))) {
        throw corrupt("image data", "a code that stands for nothing");
      }
      in.position(in.position() + length);
    }
    if (!lzw.isFull()) {
      throw corrupt("image data", "ends before the image does");
    }
    byte[] rows = (flags & INTERLACED) == 0 ? indexes : inOrder(indexes, frameWidth, frameHeight);
    return new GifFrame(left, top, frameWidth, frameHeight, own.length == 0 ? palette : own, rows);
  }

  /** Interlaced rows come in four passes. */
  private static byte[] inOrder(byte[] interlaced, int width, int height) {
    byte[] rows = new byte[interlaced.length];
    int[] starts = {0, 4, 2, 1};
    int[] steps = {8, 8, 4, 2};
    int from = 0;
    for (int pass = 0; pass < starts.length; pass++) {
      for (int y = starts[pass]; y < height; y += steps[pass]) {
        System.arraycopy(interlaced, from, rows, y * width, width);
        from += width;
      }
    }
    return rows;
  }

  private void need(String field, int bytes) throws CodecException {
    if (in.remaining() < bytes) {
      throw corrupt(field, "truncated: needs " + bytes + " bytes, there are " + in.remaining());
    }
  }

  private CodecException corrupt(String field, String message) {
    FieldLocation location = new FieldLocation("GIF." + field, in.position(), name);
    return new CodecException(Reason.CORRUPT, location, message);
  }
}
