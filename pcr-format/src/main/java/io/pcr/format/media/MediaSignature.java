package io.pcr.format.media;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/** The first bytes by which kinds of image files are known. Stateless. */
final class MediaSignature {
  private static final String JPEG = "\u00ff\u00d8\u00ff";
  private static final String PNG = "\u0089PNG\r\n\u001a\n";
  private static final int RIFF_FORM_OFFSET = 8;

  /** The first box of a file that no transfer as text has harmed. */
  private static final String JP2_BOX = "\0\0\0\fjP  \r\n\u0087\n";

  private static final String JXL_BOX = "\0\0\0\fJXL \r\n\u0087\n";
  private static final String JPEG_2000_CODESTREAM = "\u00ffO\u00ffQ";
  private static final String JXL_CODESTREAM = "\u00ff\n";

  private static final int BOX_TYPE_OFFSET = 4;
  private static final int MAJOR_BRAND_OFFSET = 8;
  private static final int FIRST_COMPATIBLE_OFFSET = 16;
  private static final int BRAND_LENGTH = 4;
  private static final Set<String> AVIF_BRANDS = Set.of("avif", "avis");
  private static final Set<String> HEIF_BRANDS =
      Set.of("heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "mif2", "msf1", "miaf");

  private static final int BMP_RESERVED_OFFSET = 6;
  private static final int BMP_HEADER_SIZE_OFFSET = 14;
  private static final int BMP_MIN_HEADER_SIZE = 12;
  private static final int BMP_MAX_HEADER_SIZE = 124;

  private static final int ICO_COUNT_OFFSET = 4;
  private static final int ICO_HEADER_LENGTH = 6;
  private static final int ICO_ENTRY_LENGTH = 16;
  private static final int ICO_ENTRY_RESERVED_OFFSET = ICO_HEADER_LENGTH + 3;
  private static final int ICO_ENTRY_SIZE_OFFSET = ICO_HEADER_LENGTH + 8;
  private static final int ICO_ENTRY_POSITION_OFFSET = ICO_HEADER_LENGTH + 12;

  private static final int TGA_HEADER_LENGTH = 18;
  private static final int TGA_PALETTE_KIND_OFFSET = 1;
  private static final int TGA_KIND_OFFSET = 2;
  private static final int TGA_PALETTE_DEPTH_OFFSET = 7;
  private static final int TGA_WIDTH_OFFSET = 12;
  private static final int TGA_HEIGHT_OFFSET = 14;
  private static final int TGA_DEPTH_OFFSET = 16;
  private static final Set<Integer> TGA_PALETTE_KINDS = Set.of(1, 9);
  private static final Set<Integer> TGA_OTHER_KINDS = Set.of(2, 3, 10, 11);
  private static final Set<Integer> TGA_DEPTHS = Set.of(8, 15, 16, 24, 32);

  private MediaSignature() {}

  /** The kind of the file that begins so, or null. */
  static MediaType kindOf(ByteBuffer bytes) {
    if (has(bytes, 0, JPEG)) {
      return MediaType.JPEG;
    }
    if (has(bytes, 0, PNG)) {
      return MediaType.PNG;
    }
    if (has(bytes, 0, "RIFF") && has(bytes, RIFF_FORM_OFFSET, "WEBP")) {
      return MediaType.WEBP;
    }
    if (has(bytes, 0, "GIF87a") || has(bytes, 0, "GIF89a")) {
      return MediaType.GIF;
    }
    if (isTiff(bytes)) {
      return MediaType.TIFF;
    }
    if (isPnm(bytes)) {
      return MediaType.PNM;
    }
    if (isBmp(bytes)) {
      return MediaType.BMP;
    }
    return kindWithoutDecoder(bytes);
  }

  private static MediaType kindWithoutDecoder(ByteBuffer bytes) {
    if (has(bytes, 0, JP2_BOX) || has(bytes, 0, JPEG_2000_CODESTREAM)) {
      return MediaType.JPEG_2000;
    }
    if (has(bytes, 0, JXL_BOX) || has(bytes, 0, JXL_CODESTREAM)) {
      return MediaType.JPEG_XL;
    }
    if (has(bytes, BOX_TYPE_OFFSET, "ftyp")) {
      return kindOfBrands(bytes);
    }
    return isIco(bytes) ? MediaType.ICO : null;
  }

  /** The major brand may be that of all HEIF images, and a compatible one the codec's. */
  private static MediaType kindOfBrands(ByteBuffer bytes) {
    if (bytes.limit() < MAJOR_BRAND_OFFSET + BRAND_LENGTH) {
      return null;
    }
    String major = text(bytes, MAJOR_BRAND_OFFSET);
    if (AVIF_BRANDS.contains(major)) {
      return MediaType.AVIF;
    }
    if (!HEIF_BRANDS.contains(major)) {
      return null;
    }
    long end = Math.min(Integer.toUnsignedLong(bytes.getInt(0)), bytes.limit());
    for (int at = FIRST_COMPATIBLE_OFFSET;
        at + BRAND_LENGTH <= Math.min(end, MediaType.SNIFF_LENGTH);
        at += BRAND_LENGTH) {
      if (AVIF_BRANDS.contains(text(bytes, at))) {
        return MediaType.AVIF;
      }
    }
    return MediaType.HEIF;
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
    if (bytes.limit() < BMP_HEADER_SIZE_OFFSET + Integer.BYTES
        || !has(bytes, 0, "BM")
        || !has(bytes, BMP_RESERVED_OFFSET, "\0\0\0\0")) {
      return false;
    }
    int size = littleEndian(bytes).getInt(BMP_HEADER_SIZE_OFFSET);
    return size >= BMP_MIN_HEADER_SIZE && size <= BMP_MAX_HEADER_SIZE;
  }

  /** Four bytes that are mostly zero are little evidence, so the first entry must make sense. */
  private static boolean isIco(ByteBuffer bytes) {
    boolean begins = has(bytes, 0, "\0\0\1\0") || has(bytes, 0, "\0\0\2\0");
    if (!begins || bytes.limit() < ICO_HEADER_LENGTH + ICO_ENTRY_LENGTH) {
      return false;
    }
    ByteBuffer little = littleEndian(bytes);
    int count = little.getShort(ICO_COUNT_OFFSET) & 0xffff;
    long position = Integer.toUnsignedLong(little.getInt(ICO_ENTRY_POSITION_OFFSET));
    return count > 0
        && little.get(ICO_ENTRY_RESERVED_OFFSET) == 0
        && little.getInt(ICO_ENTRY_SIZE_OFFSET) > 0
        && position >= ICO_HEADER_LENGTH + (long) count * ICO_ENTRY_LENGTH;
  }

  /** Whether the header is one that a TGA can have; many other files have such bytes too. */
  static boolean mayBeTga(ByteBuffer bytes) {
    if (bytes.limit() < TGA_HEADER_LENGTH) {
      return false;
    }
    ByteBuffer little = littleEndian(bytes);
    int kind = little.get(TGA_KIND_OFFSET);
    int palette = little.get(TGA_PALETTE_KIND_OFFSET);
    int paletteDepth = little.get(TGA_PALETTE_DEPTH_OFFSET);
    boolean kinds =
        palette == 1
            ? TGA_DEPTHS.contains(paletteDepth)
                && (TGA_PALETTE_KINDS.contains(kind) || TGA_OTHER_KINDS.contains(kind))
            : palette == 0 && TGA_OTHER_KINDS.contains(kind);
    return kinds
        && little.getShort(TGA_WIDTH_OFFSET) != 0
        && little.getShort(TGA_HEIGHT_OFFSET) != 0
        && TGA_DEPTHS.contains((int) little.get(TGA_DEPTH_OFFSET));
  }

  private static ByteBuffer littleEndian(ByteBuffer bytes) {
    return bytes.slice().order(ByteOrder.LITTLE_ENDIAN);
  }

  private static String text(ByteBuffer bytes, int offset) {
    byte[] text = new byte[BRAND_LENGTH];
    bytes.get(offset, text);
    return new String(text, StandardCharsets.ISO_8859_1);
  }

  private static boolean has(ByteBuffer bytes, int offset, String latin1) {
    ByteBuffer magic = ByteBuffer.wrap(latin1.getBytes(StandardCharsets.ISO_8859_1));
    return bytes.limit() >= offset + magic.limit()
        && bytes.slice(offset, magic.limit()).equals(magic);
  }
}
