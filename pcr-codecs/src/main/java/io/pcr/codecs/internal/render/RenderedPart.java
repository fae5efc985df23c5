package io.pcr.codecs.internal.render;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * What is to be made of one image.
 *
 * @param slices its file in pieces, in order, each from position to limit; they stay as they are
 * @param width of the image, in whose pixels the part is
 * @param midpoint whether missing bits stand in the middle of what they can be
 * @param x left edge of the part, which can be between pixels
 * @param partWidth more than 0; the part is inside the image
 * @param flipped whether the result is flipped from left to right
 * @param at where the result begins in the output
 * @param name of the image, for errors
 */
public record RenderedPart(
    StoredKind kind,
    List<ByteBuffer> slices,
    int width,
    int height,
    boolean midpoint,
    double x,
    double y,
    double partWidth,
    double partHeight,
    boolean flipped,
    int at,
    String name) {
  public RenderedPart {
    requireNonNull(kind, "kind");
    requireNonNull(name, "name");
    slices = List.copyOf(slices);
    boolean isInside =
        x >= 0 && y >= 0 && partWidth > 0 && partHeight > 0 && x < width && y < height;
    if (!isInside || width < 1 || height < 1) {
      throw new IllegalArgumentException(
          partWidth + " x " + partHeight + " at " + x + ", " + y + " of " + width + " x " + height);
    }
  }

  long bytes() {
    long bytes = 0;
    for (ByteBuffer slice : slices) {
      bytes += slice.remaining();
    }
    return bytes;
  }
}
