package io.pcr.codecs.internal.render;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * What is to be made of one image, which is decoded once for all its views.
 *
 * @param slices its file in pieces, in order, each from position to limit; they stay as they are
 * @param width of the image, in whose pixels the views are
 * @param midpoint whether missing bits stand in the middle of what they can be
 * @param views at least one
 * @param source whose text names the image in errors
 */
public record RenderedImage(
    StoredKind kind,
    List<ByteBuffer> slices,
    int width,
    int height,
    boolean midpoint,
    List<RenderedView> views,
    Object source) {
  public RenderedImage {
    requireNonNull(kind, "kind");
    requireNonNull(source, "source");
    slices = List.copyOf(slices);
    views = List.copyOf(views);
    if (views.isEmpty() || width < 1 || height < 1) {
      throw new IllegalArgumentException(
          views.size() + " views of " + width + " x " + height + " pixels");
    }
    for (RenderedView view : views) {
      view.requireInside(width, height);
    }
  }

  /** What errors call it. */
  String name() {
    return source.toString();
  }

  long bytes() {
    long bytes = 0;
    for (ByteBuffer slice : slices) {
      bytes += slice.remaining();
    }
    return bytes;
  }
}
