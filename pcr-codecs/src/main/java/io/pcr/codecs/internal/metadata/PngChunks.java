package io.pcr.codecs.internal.metadata;

import java.nio.ByteBuffer;

/**
 * The chunks of a PNG, one after the other; ends where the file does, or where it stops making
 * sense. Checksums are the decoder's affair. Not thread-safe.
 *
 * <pre>
 * | signature 8 | length 4 | type 4 | data … | CRC 4 | length … |
 * </pre>
 */
public final class PngChunks {
  public static final int ACTL = 0x6163544c;
  public static final int FCTL = 0x6663544c;
  public static final int IDAT = 0x49444154;
  public static final int TRNS = 0x74524e53;
  static final int IHDR = 0x49484452;
  static final int EXIF = 0x65584966;
  static final int ICCP = 0x69434350;
  static final int ITXT = 0x69545874;
  static final int ZTXT = 0x7a545874;
  static final int TEXT = 0x74455874;

  static final int SIGNATURE_LENGTH = 8;
  static final int CRC_LENGTH = 4;
  static final int HEADER_LENGTH = 8;

  private final ByteBuffer png;
  private long next = SIGNATURE_LENGTH;
  private int type;
  private ByteBuffer data = ByteBuffer.allocate(0);

  public PngChunks(ByteBuffer png) {
    this.png = png.slice();
  }

  /** Goes to the next chunk that is whole; false when there is none. */
  public boolean next() {
    if (next + HEADER_LENGTH + CRC_LENGTH > png.limit()) {
      return false;
    }
    long length = Integer.toUnsignedLong(png.getInt((int) next));
    if (length > png.limit() - next - HEADER_LENGTH - CRC_LENGTH) {
      return false;
    }
    type = png.getInt((int) next + Integer.BYTES);
    data = png.slice((int) next + HEADER_LENGTH, (int) length);
    next += HEADER_LENGTH + length + CRC_LENGTH;
    return true;
  }

  public int type() {
    return type;
  }

  public ByteBuffer data() {
    return data.duplicate();
  }

  /** Where the next chunk begins. */
  int end() {
    return (int) next;
  }
}
