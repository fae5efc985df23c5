package io.pcr.writer.internal.encode;

import java.nio.ByteBuffer;

/**
 * The marker segments of a JPEG before its first scan, one after the other, without looking at any
 * entropy-coded data: for questions that only the header answers. Ends where the header does, or
 * where it stops making sense.
 */
final class JpegHeaderSegments {
  static final int DQT = 0xdb;
  static final int APP1 = 0xe1;

  private static final int SOS = 0xda;
  private static final int SOI_LENGTH = 2;
  private static final int MARKER_LENGTH = 2;

  private final ByteBuffer jpeg;
  private int marker;
  private ByteBuffer payload = ByteBuffer.allocate(0);

  JpegHeaderSegments(ByteBuffer jpeg) {
    this.jpeg = jpeg.slice();
    this.jpeg.position(Math.min(SOI_LENGTH, this.jpeg.limit()));
  }

  /** Goes to the next segment; false when there is none. */
  boolean next() {
    while (jpeg.remaining() >= MARKER_LENGTH + Short.BYTES && (jpeg.get() & 0xff) == 0xff) {
      marker = jpeg.get() & 0xff;
      if (marker == 0xff) {
        // A fill byte: the second FF may begin the marker.
        jpeg.position(jpeg.position() - 1);
        continue;
      }
      int length = jpeg.getShort() & 0xffff;
      if (marker == SOS || length < Short.BYTES || length - Short.BYTES > jpeg.remaining()) {
        return false;
      }
      payload = jpeg.slice(jpeg.position(), length - Short.BYTES);
      jpeg.position(jpeg.position() + length - Short.BYTES);
      return true;
    }
    return false;
  }

  int marker() {
    return marker;
  }

  /** The segment's content, behind its length. */
  ByteBuffer payload() {
    return payload;
  }
}
