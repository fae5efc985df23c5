package io.pcr.codecs.internal.raw;

/** Where the fields of a Windows bitmap stand: file header, information header, palette. */
final class BmpLayout {
  static final int MAGIC_OFFSET = 0;
  static final int MAGIC_LENGTH = 2;
  static final int FILE_LENGTH_OFFSET = MAGIC_OFFSET + MAGIC_LENGTH;
  static final int RESERVED_OFFSET = FILE_LENGTH_OFFSET + Integer.BYTES;
  static final int PIXELS_OFFSET_OFFSET = RESERVED_OFFSET + Integer.BYTES;
  static final int FILE_HEADER_LENGTH = PIXELS_OFFSET_OFFSET + Integer.BYTES;

  static final int INFO_LENGTH_OFFSET = FILE_HEADER_LENGTH;
  static final int WIDTH_OFFSET = INFO_LENGTH_OFFSET + Integer.BYTES;
  static final int HEIGHT_OFFSET = WIDTH_OFFSET + Integer.BYTES;
  static final int PLANES_OFFSET = HEIGHT_OFFSET + Integer.BYTES;
  static final int BITS_OFFSET = PLANES_OFFSET + Short.BYTES;
  static final int COMPRESSION_OFFSET = BITS_OFFSET + Short.BYTES;
  static final int PIXELS_LENGTH_OFFSET = COMPRESSION_OFFSET + Integer.BYTES;
  static final int X_RESOLUTION_OFFSET = PIXELS_LENGTH_OFFSET + Integer.BYTES;
  static final int Y_RESOLUTION_OFFSET = X_RESOLUTION_OFFSET + Integer.BYTES;
  static final int COLOURS_USED_OFFSET = Y_RESOLUTION_OFFSET + Integer.BYTES;
  static final int COLOURS_IMPORTANT_OFFSET = COLOURS_USED_OFFSET + Integer.BYTES;
  static final int HEADERS_LENGTH = COLOURS_IMPORTANT_OFFSET + Integer.BYTES;

  /** The information header's own length; later versions only add fields at its end. */
  static final int INFO_LENGTH = HEADERS_LENGTH - FILE_HEADER_LENGTH;

  /** Of the version 5 header, the longest. */
  static final int INFO_LENGTH_MAX = 124;

  /** Masks follow the fields above, inside a longer header or right after this one. */
  static final int RED_MASK_OFFSET = HEADERS_LENGTH;

  static final int GREEN_MASK_OFFSET = RED_MASK_OFFSET + Integer.BYTES;
  static final int BLUE_MASK_OFFSET = GREEN_MASK_OFFSET + Integer.BYTES;
  static final int MASKS_END = BLUE_MASK_OFFSET + Integer.BYTES;

  /** In information headers that reach so far. */
  static final int ALPHA_MASK_OFFSET = MASKS_END;

  static final int INFO_LENGTH_WITH_ALPHA = ALPHA_MASK_OFFSET + Integer.BYTES - FILE_HEADER_LENGTH;

  static final int PALETTE_ENTRY_LENGTH = 4;
  static final int ROW_ALIGNMENT = 4;

  private BmpLayout() {}
}
