package io.pcr.codecs.internal.jpeg;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The marker segments in which cameras and editors put what is not the picture. */
final class MetadataSegments {
  private static final int ICC_CHUNK = 65_519;

  private MetadataSegments() {}

  /** A profile in as few chunks as it takes, the last chunk first. */
  static byte[] icc(byte[] profile) {
    int count = (profile.length + ICC_CHUNK - 1) / ICC_CHUNK;
    byte[][] segments = new byte[count][];
    for (int i = 0; i < count; i++) {
      byte[] part =
          Arrays.copyOfRange(profile, i * ICC_CHUNK, Math.min(profile.length, (i + 1) * ICC_CHUNK));
      byte[] head = "ICC_PROFILE\0__".getBytes(StandardCharsets.US_ASCII);
      head[12] = (byte) (i + 1);
      head[13] = (byte) count;
      segments[count - 1 - i] = JpegSurgery.segment(JpegSurgery.APP2, head, part);
    }
    return JpegSurgery.concat(segments);
  }

  /** The payload of an EXIF segment with a width and an orientation. */
  static byte[] exif(int orientation, boolean big) {
    byte[] exif = new byte[6 + 8 + 2 + 2 * 12 + 4];
    System.arraycopy("Exif".getBytes(StandardCharsets.US_ASCII), 0, exif, 0, 4);
    exif[6] = exif[7] = (byte) (big ? 'M' : 'I');
    put16(exif, 8, 42, big);
    put32(exif, 10, 8, big);
    put16(exif, 14, 2, big);
    put16(exif, 16, 0x0100, big);
    put16(exif, 18, 3, big);
    put32(exif, 20, 1, big);
    put16(exif, 24, 50, big);
    put16(exif, 28, 0x0112, big);
    put16(exif, 30, 3, big);
    put32(exif, 32, 1, big);
    put16(exif, 36, orientation, big);
    return exif;
  }

  private static void put16(byte[] to, int at, int value, boolean big) {
    to[at + (big ? 0 : 1)] = (byte) (value >> 8);
    to[at + (big ? 1 : 0)] = (byte) value;
  }

  private static void put32(byte[] to, int at, int value, boolean big) {
    put16(to, at + (big ? 2 : 0), value & 0xFFFF, big);
    put16(to, at + (big ? 0 : 2), value >>> 16, big);
  }
}
