package io.pcr.codecs.internal.metadata;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The chunks of a WebP, one after the other; ends where the file does, or where it stops making
 * sense. Not thread-safe.
 *
 * <pre>
 * | RIFF | length 4 | WEBP | type 4 | length 4 | data … | 0 if the length is odd | type … |
 * </pre>
 */
public final class WebpChunks {
  public static final int VP8X = 0x58385056;
  static final int VP8L = 0x4c385056;
  static final int ICCP = 0x50434349;
  static final int EXIF = 0x46495845;
  static final int XMP = 0x20504d58;
  static final int RIFF = 0x46464952;
  static final int WEBP = 0x50424557;

  static final int FILE_HEADER_LENGTH = 12;
  static final int HEADER_LENGTH = 8;

  private final ByteBuffer webp;
  private long next = FILE_HEADER_LENGTH;
  private int type;
  private ByteBuffer data = ByteBuffer.allocate(0);

  public WebpChunks(ByteBuffer webp) {
    this.webp = webp.slice().order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Goes to the next chunk that is whole; false when there is none. */
  public boolean next() {
    if (next + HEADER_LENGTH > webp.limit()) {
      return false;
    }
    long length = Integer.toUnsignedLong(webp.getInt((int) next + Integer.BYTES));
    if (length > webp.limit() - next - HEADER_LENGTH) {
      return false;
    }
    type = webp.getInt((int) next);
    data = webp.slice((int) next + HEADER_LENGTH, (int) length);
    next += HEADER_LENGTH + length + (length & 1);
    return true;
  }

  public int type() {
    return type;
  }

  public ByteBuffer data() {
    return data.duplicate();
  }
}
