package io.pcr.format.internal.media;

import io.pcr.format.media.MediaType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * The size that the header of a file states, where it stands at a known place: of kinds that the
 * library stores without decoding them. Immutable.
 *
 * @param width pixels, at least 1
 * @param height pixels, at least 1
 */
public record StatedSize(int width, int height) {
  private static final int BOX_HEADER_LENGTH = 8;
  private static final int BOX_TYPE_OFFSET = 4;
  private static final int JP2H = 0x6a703268;
  private static final int IHDR = 0x69686472;
  private static final int SOC_AND_SIZ = 0xff4fff51;
  private static final int SIZ_WIDTH_OFFSET = 8;

  /** Four fields: the reference grid's width and height, and where the image begins on it. */
  private static final int SIZ_END = SIZ_WIDTH_OFFSET + 4 * Integer.BYTES;

  private static final int GIF_WIDTH_OFFSET = 6;
  private static final int ICO_WIDTH_OFFSET = 6;
  private static final int TGA_WIDTH_OFFSET = 12;

  /** A side of 256 does not fit into its byte. */
  private static final int ICO_SIDE_OF_ZERO = 256;

  /**
   * What the header says; empty when it says nothing that makes sense, or is of a kind whose size
   * is not to be had so cheaply. Of an icon it is the size of its first image.
   */
  public static Optional<StatedSize> of(MediaType type, ByteBuffer file) {
    ByteBuffer bytes = file.slice();
    return switch (type) {
      case GIF -> shorts(bytes, GIF_WIDTH_OFFSET);
      case TGA -> shorts(bytes, TGA_WIDTH_OFFSET);
      case ICO -> icon(bytes);
      case JPEG_2000 ->
          bytes.limit() >= Integer.BYTES && bytes.getInt(0) == SOC_AND_SIZ
              ? codestream(bytes)
              : boxes(bytes);
      default -> Optional.empty();
    };
  }

  private static Optional<StatedSize> ofSides(long width, long height) {
    boolean fits =
        width >= 1 && height >= 1 && width <= Integer.MAX_VALUE && height <= Integer.MAX_VALUE;
    return fits ? Optional.of(new StatedSize((int) width, (int) height)) : Optional.empty();
  }

  private static Optional<StatedSize> shorts(ByteBuffer bytes, int offset) {
    if (bytes.limit() < offset + 2 * Short.BYTES) {
      return Optional.empty();
    }
    ByteBuffer little = bytes.slice().order(ByteOrder.LITTLE_ENDIAN);
    return ofSides(
        little.getShort(offset) & 0xffff, little.getShort(offset + Short.BYTES) & 0xffff);
  }

  private static Optional<StatedSize> icon(ByteBuffer bytes) {
    if (bytes.limit() < ICO_WIDTH_OFFSET + 2) {
      return Optional.empty();
    }
    int width = bytes.get(ICO_WIDTH_OFFSET) & 0xff;
    int height = bytes.get(ICO_WIDTH_OFFSET + 1) & 0xff;
    return ofSides(width == 0 ? ICO_SIDE_OF_ZERO : width, height == 0 ? ICO_SIDE_OF_ZERO : height);
  }

  private static Optional<StatedSize> codestream(ByteBuffer bytes) {
    return bytes.limit() < SIZ_END
        ? Optional.empty()
        : ofSides(
            unsigned(bytes, SIZ_WIDTH_OFFSET) - unsigned(bytes, SIZ_WIDTH_OFFSET + 2 * 4),
            unsigned(bytes, SIZ_WIDTH_OFFSET + 4) - unsigned(bytes, SIZ_WIDTH_OFFSET + 3 * 4));
  }

  /** The image header is the first box of the header box, which stands near the start. */
  private static Optional<StatedSize> boxes(ByteBuffer bytes) {
    long at = 0;
    while (at + BOX_HEADER_LENGTH <= bytes.limit()) {
      long length = unsigned(bytes, (int) at);
      if (bytes.getInt((int) at + BOX_TYPE_OFFSET) == JP2H) {
        int header = (int) at + BOX_HEADER_LENGTH;
        boolean isWhole = header + BOX_HEADER_LENGTH + 2 * Integer.BYTES <= bytes.limit();
        return isWhole && bytes.getInt(header + BOX_TYPE_OFFSET) == IHDR
            ? ofSides(
                unsigned(bytes, header + BOX_HEADER_LENGTH + Integer.BYTES),
                unsigned(bytes, header + BOX_HEADER_LENGTH))
            : Optional.empty();
      }
      if (length < BOX_HEADER_LENGTH) {
        return Optional.empty();
      }
      at += length;
    }
    return Optional.empty();
  }

  private static long unsigned(ByteBuffer bytes, int offset) {
    return Integer.toUnsignedLong(bytes.getInt(offset));
  }
}
