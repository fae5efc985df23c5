package io.pcr.writer.internal.encode;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Takes an image's application markers and comments along when its pixels are encoded anew. */
final class JpegMarkers {
  private static final int APP0 = 0xe0;
  private static final int APP2 = 0xe2;
  private static final int APP14 = 0xee;
  private static final int APP15 = 0xef;
  private static final int COM = 0xfe;
  private static final byte[] ICC = "ICC_PROFILE\0".getBytes(StandardCharsets.US_ASCII);
  private static final int SOI_LENGTH = 2;
  private static final int LENGTH_LENGTH = 2;

  private JpegMarkers() {}

  /**
   * The coded file with the source's markers behind its SOI. JFIF and Adobe markers speak of how
   * the source was coded and stay behind, as does a colour profile for other colours.
   */
  static ByteBuffer carriedOver(ByteBuffer source, ByteBuffer coded, boolean sameColours) {
    ByteArrayOutputStream carried = new ByteArrayOutputStream();
    JpegHeaderSegments segments = new JpegHeaderSegments(source);
    while (segments.next()) {
      if (isCarried(segments, sameColours)) {
        byte[] payload = new byte[segments.payload().remaining()];
        segments.payload().duplicate().get(payload);
        int length = payload.length + LENGTH_LENGTH;
        carried.write(0xff);
        carried.write(segments.marker());
        carried.write(length >> Byte.SIZE);
        carried.write(length);
        carried.writeBytes(payload);
      }
    }
    if (carried.size() == 0) {
      return coded;
    }
    ByteBuffer whole = ByteBuffer.allocate(coded.remaining() + carried.size());
    whole.put(coded.slice(coded.position(), SOI_LENGTH)).put(carried.toByteArray());
    return whole.put(coded.slice().position(SOI_LENGTH)).flip();
  }

  private static boolean isCarried(JpegHeaderSegments segments, boolean sameColours) {
    int marker = segments.marker();
    if (marker == COM) {
      return true;
    }
    if (marker <= APP0 || marker > APP15 || marker == APP14) {
      return false;
    }
    return sameColours || !(marker == APP2 && isProfile(segments.payload()));
  }

  private static boolean isProfile(ByteBuffer payload) {
    return payload.remaining() >= ICC.length
        && payload.slice(payload.position(), ICC.length).equals(ByteBuffer.wrap(ICC));
  }
}
