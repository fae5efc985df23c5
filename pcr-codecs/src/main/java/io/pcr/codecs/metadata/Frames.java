package io.pcr.codecs.metadata;

import io.pcr.format.media.MediaType;
import java.nio.ByteBuffer;

/** Tells animations by their structure. Stateless. */
public final class Frames {
  private static final int VP8X_ANIMATION = 0x02;

  private Frames() {}

  /** Whether a PNG or WebP holds more than one frame; of other kinds nothing is known: false. */
  public static boolean areSeveral(MediaType type, ByteBuffer file) {
    return switch (type) {
      case PNG -> isAnimatedPng(file);
      case WEBP -> isAnimatedWebp(file);
      default -> false;
    };
  }

  /**
   * An animation of one frame is a still image if that frame is the default image, which then has a
   * frame control chunk before it.
   */
  private static boolean isAnimatedPng(ByteBuffer png) {
    PngChunks chunks = new PngChunks(png);
    long frames = 0;
    boolean isDefaultImageAFrame = false;
    while (chunks.next() && chunks.type() != PngChunks.IDAT) {
      if (chunks.type() == PngChunks.ACTL && chunks.data().remaining() >= Integer.BYTES) {
        frames = Integer.toUnsignedLong(chunks.data().getInt());
      }
      isDefaultImageAFrame |= chunks.type() == PngChunks.FCTL;
    }
    return frames > 1 || (frames == 1 && !isDefaultImageAFrame);
  }

  /** Without the flag in its first chunk a WebP is decoded as one image, whatever follows. */
  private static boolean isAnimatedWebp(ByteBuffer webp) {
    WebpChunks chunks = new WebpChunks(webp);
    return chunks.next()
        && chunks.type() == WebpChunks.VP8X
        && chunks.data().hasRemaining()
        && (chunks.data().get() & VP8X_ANIMATION) != 0;
  }
}
