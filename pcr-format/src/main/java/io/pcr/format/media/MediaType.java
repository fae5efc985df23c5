package io.pcr.format.media;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The image file kinds that the library tells apart by magic. Immutable and thread-safe. */
public enum MediaType {
  JPEG("image/jpeg"),
  PNG("image/png"),
  WEBP("image/webp"),
  BMP("image/bmp"),
  GIF("image/gif"),
  TIFF("image/tiff"),
  /** The Netpbm family: PBM, PGM, PPM (P1 to P6) and PAM (P7). */
  PNM("image/x-portable-anymap");

  /** {@link #sniff} needs no more than this of a file's first bytes. */
  public static final int SNIFF_LENGTH = 18;

  private static final String JPEG_MAGIC = "\u00ff\u00d8\u00ff";
  private static final String PNG_MAGIC = "\u0089PNG\r\n\u001a\n";
  private static final int RIFF_FORM_OFFSET = 8;
  private static final int BMP_RESERVED_OFFSET = 6;
  private static final int BMP_HEADER_SIZE_OFFSET = 14;
  private static final int BMP_MIN_HEADER_SIZE = 12;
  private static final int BMP_MAX_HEADER_SIZE = 124;

  private final String mimeType;

  MediaType(String mimeType) {
    this.mimeType = mimeType;
  }

  public String mimeType() {
    return mimeType;
  }

  /**
   * The kind of the file that begins with {@code first} (from its position; neither position nor
   * content change), or empty when it is none of these.
   */
  public static Optional<MediaType> sniff(ByteBuffer first) {
    ByteBuffer bytes = first.slice();
    return Optional.ofNullable(kindOf(bytes));
  }

  private static MediaType kindOf(ByteBuffer bytes) {
    if (has(bytes, 0, JPEG_MAGIC)) {
      return JPEG;
    }
    if (has(bytes, 0, PNG_MAGIC)) {
      return PNG;
    }
    if (has(bytes, 0, "RIFF") && has(bytes, RIFF_FORM_OFFSET, "WEBP")) {
      return WEBP;
    }
    if (has(bytes, 0, "GIF87a") || has(bytes, 0, "GIF89a")) {
      return GIF;
    }
    if (isTiff(bytes)) {
      return TIFF;
    }
    if (isPnm(bytes)) {
      return PNM;
    }
    return isBmp(bytes) ? BMP : null;
  }

  private static boolean isTiff(ByteBuffer bytes) {
    boolean classic = has(bytes, 0, "II*\0") || has(bytes, 0, "MM\0*");
    return classic || has(bytes, 0, "II+\0") || has(bytes, 0, "MM\0+");
  }

  /** P and a digit begin many texts; Netpbm wants white space or a comment behind them. */
  private static boolean isPnm(ByteBuffer bytes) {
    if (bytes.limit() < 3 || bytes.get(0) != 'P' || bytes.get(1) < '1' || bytes.get(1) > '7') {
      return false;
    }
    int third = bytes.get(2);
    return third == ' ' || third == '\t' || third == '\n' || third == '\r' || third == '#';
  }

  /** Two letters are little evidence, so the reserved fields and the header's size must fit too. */
  private static boolean isBmp(ByteBuffer bytes) {
    if (bytes.limit() < SNIFF_LENGTH
        || !has(bytes, 0, "BM")
        || !has(bytes, BMP_RESERVED_OFFSET, "\0\0\0\0")) {
      return false;
    }
    int size = bytes.slice().order(ByteOrder.LITTLE_ENDIAN).getInt(BMP_HEADER_SIZE_OFFSET);
    return size >= BMP_MIN_HEADER_SIZE && size <= BMP_MAX_HEADER_SIZE;
  }

  private static boolean has(ByteBuffer bytes, int offset, String latin1) {
    ByteBuffer magic = ByteBuffer.wrap(latin1.getBytes(StandardCharsets.ISO_8859_1));
    return bytes.limit() >= offset + magic.limit()
        && bytes.slice(offset, magic.limit()).equals(magic);
  }
}
