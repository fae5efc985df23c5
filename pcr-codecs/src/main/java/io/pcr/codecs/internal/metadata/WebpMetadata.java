package io.pcr.codecs.internal.metadata;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Metadata of a WebP, in chunks of their own beside the pixels. Stateless. */
public final class WebpMetadata {
  private static final ByteBuffer EXIF_NAME = ByteBuffer.wrap("Exif\0\0".getBytes(ISO_8859_1));
  private static final int VP8X_LENGTH = 10;
  private static final int VP8X_WIDTH_OFFSET = 4;
  private static final int VP8X_HEIGHT_OFFSET = 7;
  private static final int HAS_PROFILE = 0x20;
  private static final int HAS_EXIF = 0x08;

  /** A lossless image states its size in 14 bits each behind this byte. */
  private static final int VP8L_SIZE_OFFSET = 1;

  private static final int VP8L_SIDE_BITS = 14;
  private static final int VP8L_SIDE_MASK = (1 << VP8L_SIDE_BITS) - 1;

  private WebpMetadata() {}

  public static ImageMetadata read(ByteBuffer webp) {
    ByteBuffer exif = ByteBuffer.allocate(0);
    ByteBuffer xmp = ByteBuffer.allocate(0);
    ByteBuffer icc = ByteBuffer.allocate(0);
    WebpChunks chunks = new WebpChunks(webp);
    while (chunks.next()) {
      switch (chunks.type()) {
        case WebpChunks.EXIF -> exif = exif.hasRemaining() ? exif : withoutName(chunks.data());
        case WebpChunks.XMP -> xmp = xmp.hasRemaining() ? xmp : chunks.data();
        case WebpChunks.ICCP -> icc = icc.hasRemaining() ? icc : chunks.data();
        default -> {
          // Of no concern to how the image is shown.
        }
      }
    }
    return ImageMetadata.of(exif, xmp, icc);
  }

  /** Some programs write the name that the block has in a JPEG. */
  private static ByteBuffer withoutName(ByteBuffer block) {
    int length = EXIF_NAME.remaining();
    boolean isNamed = block.remaining() >= length && block.slice(0, length).equals(EXIF_NAME);
    return isNamed ? block.slice(length, block.remaining() - length) : block;
  }

  /**
   * The WebP in the extended form with profile and EXIF block.
   *
   * @param webp a lossless image of the plain form, without alpha
   */
  public static ByteBuffer write(ByteBuffer webp, ImageMetadata metadata) {
    WebpChunks chunks = new WebpChunks(webp);
    if (!chunks.next() || chunks.type() != WebpChunks.VP8L) {
      throw new IllegalArgumentException("not a lossless WebP of the plain form");
    }
    ByteBuffer image = chunks.data();
    int size = image.slice().order(ByteOrder.LITTLE_ENDIAN).getInt(VP8L_SIZE_OFFSET);
    ByteBuffer icc = metadata.icc();
    ByteBuffer exif = metadata.exif();
    int flags = (icc.hasRemaining() ? HAS_PROFILE : 0) | (exif.hasRemaining() ? HAS_EXIF : 0);
    ByteBuffer extended = ByteBuffer.allocate(VP8X_LENGTH).put(0, (byte) flags);
    putSide(extended, VP8X_WIDTH_OFFSET, size & VP8L_SIDE_MASK);
    putSide(extended, VP8X_HEIGHT_OFFSET, size >>> VP8L_SIDE_BITS & VP8L_SIDE_MASK);
    int length = WebpChunks.FILE_HEADER_LENGTH + room(extended) + room(icc);
    ByteBuffer whole =
        ByteBuffer.allocateDirect(length + room(image) + room(exif)).order(ByteOrder.LITTLE_ENDIAN);
    whole.putInt(WebpChunks.RIFF).putInt(whole.limit() - 2 * Integer.BYTES).putInt(WebpChunks.WEBP);
    put(whole, WebpChunks.VP8X, extended);
    put(whole, WebpChunks.ICCP, icc);
    put(whole, WebpChunks.VP8L, image);
    put(whole, WebpChunks.EXIF, exif);
    return whole.flip();
  }

  /** Three bytes, one less than the side, as the image itself has it. */
  private static void putSide(ByteBuffer chunk, int offset, int sideMinusOne) {
    chunk.put(offset, (byte) sideMinusOne).put(offset + 1, (byte) (sideMinusOne >> Byte.SIZE));
  }

  private static int room(ByteBuffer data) {
    int length = data.remaining();
    return length == 0 ? 0 : WebpChunks.HEADER_LENGTH + length + (length & 1);
  }

  private static void put(ByteBuffer out, int type, ByteBuffer data) {
    int length = data.remaining();
    if (length > 0) {
      out.putInt(type).putInt(length).put(data.duplicate());
      if ((length & 1) != 0) {
        out.put((byte) 0);
      }
    }
  }
}
