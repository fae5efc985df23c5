package io.pcr.codecs.internal.metadata;

import java.nio.ByteBuffer;

/**
 * How an image is to be shown, as its file says beside the pixels. Immutable and thread-safe.
 *
 * @param orientation 1 to 8 as EXIF counts, 0 when the file does not say; nothing here rotates
 * @param exif the EXIF block from its TIFF header on, read-only; empty when there is none
 * @param xmp the XMP packet, read-only; empty when there is none
 * @param icc the colour profile, read-only; empty when there is none that can be read
 */
public record ImageMetadata(int orientation, ByteBuffer exif, ByteBuffer xmp, ByteBuffer icc) {
  /** Of a file that says nothing. */
  public static final ImageMetadata NONE =
      of(ByteBuffer.allocate(0), ByteBuffer.allocate(0), ByteBuffer.allocate(0));

  private static final int ICC_SPACE_OFFSET = 16;
  private static final int ICC_SPACE_GREY = 0x47524159;
  private static final int ICC_SPACE_RGB = 0x52474220;
  private static final int MAX_ORIENTATION = 8;

  public ImageMetadata {
    if (orientation < 0 || orientation > MAX_ORIENTATION) {
      throw new IllegalArgumentException("orientation " + orientation);
    }
    exif = exif.asReadOnlyBuffer();
    xmp = xmp.asReadOnlyBuffer();
    icc = icc.asReadOnlyBuffer();
  }

  /** What these blocks say; EXIF has the first word on orientation. */
  static ImageMetadata of(ByteBuffer exif, ByteBuffer xmp, ByteBuffer icc) {
    int stated = ExifOrientation.of(exif);
    return new ImageMetadata(stated == 0 ? XmpOrientation.of(xmp) : stated, exif, xmp, icc);
  }

  /** What the header of a JPEG says, of which the blocks are not needed. */
  public static ImageMetadata of(int orientation, ByteBuffer icc) {
    return new ImageMetadata(orientation, ByteBuffer.allocate(0), ByteBuffer.allocate(0), icc);
  }

  /** A view of its own, so that positions are not shared. */
  @Override
  public ByteBuffer exif() {
    return exif.duplicate();
  }

  /** A view of its own, so that positions are not shared. */
  @Override
  public ByteBuffer xmp() {
    return xmp.duplicate();
  }

  /** A view of its own, so that positions are not shared. */
  @Override
  public ByteBuffer icc() {
    return icc.duplicate();
  }

  /** Whether the profile is for pixels of so many channels: 1 grey, 3 colour. */
  public boolean isProfileFor(int channels) {
    boolean isWhole = icc.remaining() >= ICC_SPACE_OFFSET + Integer.BYTES;
    int space = isWhole ? icc.getInt(icc.position() + ICC_SPACE_OFFSET) : 0;
    return isWhole && space == (channels == 1 ? ICC_SPACE_GREY : ICC_SPACE_RGB);
  }

  /** All of it, but for a profile that is for other pixels than those of so many channels. */
  public ImageMetadata forChannels(int channels) {
    return new ImageMetadata(
        orientation, exif, xmp, isProfileFor(channels) ? icc : ByteBuffer.allocate(0));
  }

  /**
   * Only what changes how the pixels are shown: the orientation, unless it is 1, and the profile,
   * if it is for so many channels and no longer than that.
   */
  public ImageMetadata essential(int channels, int maxProfileBytes) {
    boolean keepsProfile = isProfileFor(channels) && icc.remaining() <= maxProfileBytes;
    return new ImageMetadata(
        orientation > 1 ? orientation : 0,
        orientation > 1 ? ExifOrientation.block(orientation) : ByteBuffer.allocate(0),
        ByteBuffer.allocate(0),
        keepsProfile ? icc : ByteBuffer.allocate(0));
  }

  /** Whether there is anything to write into a file. */
  public boolean isEmpty() {
    return orientation == 0 && !exif.hasRemaining() && !xmp.hasRemaining() && !icc.hasRemaining();
  }
}
