package io.pcr.codecs.internal.metadata;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/**
 * Metadata of a JPEG: EXIF and XMP in APP1 segments, the profile in as many APP2 segments as it
 * takes. What does not fit there is left out, but for the orientation. Stateless.
 */
public final class JpegMetadata {
  private static final int APP1 = 0xe1;
  private static final int APP2 = 0xe2;
  private static final int SOI_LENGTH = 2;
  private static final int MAX_PAYLOAD = 0xffff - Short.BYTES;
  private static final byte[] EXIF_NAME = "Exif\0\0".getBytes(ISO_8859_1);
  private static final byte[] XMP_NAME = "http://ns.adobe.com/xap/1.0/\0".getBytes(ISO_8859_1);
  private static final byte[] ICC_NAME = "ICC_PROFILE\0".getBytes(ISO_8859_1);

  /** Behind the name: the number of the segment, and how many there are, a byte each. */
  private static final int ICC_PIECE = MAX_PAYLOAD - ICC_NAME.length - 2;

  private static final int ICC_MAX_PIECES = 255;

  private JpegMetadata() {}

  /** The JPEG with the metadata behind its SOI. */
  public static ByteBuffer write(ByteBuffer jpeg, ImageMetadata metadata) {
    ByteArrayOutputStream segments = new ByteArrayOutputStream();
    putExif(segments, metadata);
    if (metadata.xmp().hasRemaining() && fits(XMP_NAME, metadata.xmp())) {
      put(segments, APP1, XMP_NAME, metadata.xmp());
    }
    putProfile(segments, metadata.icc());
    ByteBuffer whole = ByteBuffer.allocateDirect(jpeg.remaining() + segments.size());
    whole.put(jpeg.slice(jpeg.position(), SOI_LENGTH)).put(segments.toByteArray());
    return whole.put(jpeg.slice().position(SOI_LENGTH)).flip();
  }

  /** The orientation that a reader finds first is the right one, wherever it stood. */
  private static void putExif(ByteArrayOutputStream out, ImageMetadata metadata) {
    ByteBuffer exif = metadata.exif();
    boolean isWhole = exif.hasRemaining() && fits(EXIF_NAME, exif);
    boolean saysIt = isWhole && ExifOrientation.of(exif) == metadata.orientation();
    if (saysIt) {
      put(out, APP1, EXIF_NAME, exif);
    } else if (metadata.orientation() > 0) {
      put(out, APP1, EXIF_NAME, ExifOrientation.block(metadata.orientation()));
    }
  }

  private static void putProfile(ByteArrayOutputStream out, ByteBuffer icc) {
    int pieces = (icc.remaining() + ICC_PIECE - 1) / ICC_PIECE;
    for (int piece = 1; piece <= pieces && pieces <= ICC_MAX_PIECES; piece++) {
      byte[] name = ByteBuffer.allocate(ICC_NAME.length + 2).put(ICC_NAME).array();
      name[ICC_NAME.length] = (byte) piece;
      name[ICC_NAME.length + 1] = (byte) pieces;
      int from = (piece - 1) * ICC_PIECE;
      int length = Math.min(ICC_PIECE, icc.remaining() - from);
      put(out, APP2, name, icc.slice(icc.position() + from, length));
    }
  }

  private static boolean fits(byte[] name, ByteBuffer data) {
    return name.length + data.remaining() <= MAX_PAYLOAD;
  }

  private static void put(ByteArrayOutputStream out, int marker, byte[] name, ByteBuffer data) {
    int length = Short.BYTES + name.length + data.remaining();
    byte[] bytes = new byte[data.remaining()];
    data.duplicate().get(bytes);
    out.write(0xff);
    out.write(marker);
    out.write(length >> Byte.SIZE);
    out.write(length);
    out.writeBytes(name);
    out.writeBytes(bytes);
  }
}
