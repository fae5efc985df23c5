package io.pcr.loader.internal;

import io.pcr.codecs.resize.ResizeShape;
import io.pcr.format.error.PcrException;
import io.pcr.format.quality.Reconstruction;
import io.pcr.loader.crop.CropBox;
import io.pcr.loader.transform.Transform;
import io.pcr.reader.Sample;
import io.pcr.reader.internal.decode.PartRenderer;
import io.pcr.reader.internal.decode.PartRenderer.Part;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/** Decodes samples to images of one size. For one thread. Whoever makes one closes it. */
final class SampleRenderer implements ImageMaker {
  private final Transform.Shaped transform;
  private final int views;
  private final PartRenderer renderer;

  SampleRenderer(Transform.Shaped transform, int views) {
    this.transform = transform;
    this.views = views;
    this.renderer = new PartRenderer(transform.shape());
  }

  @Override
  public void add(Sample sample, Seed seed, Reconstruction reconstruction, int at)
      throws IOException {
    renderer.add(
        sample,
        views,
        (view, width, height) -> part(seed, view, width, height),
        reconstruction,
        at);
  }

  @Override
  public List<Optional<PcrException>> render(ByteBuffer out) {
    return renderer.render(out);
  }

  @Override
  public void close() {
    renderer.close();
  }

  private Part part(Seed seed, int view, int width, int height) {
    if (transform instanceof Transform.RandomResizedCrop random) {
      CropBox box =
          random.rule().box(seed.part(), seed.epoch(), seed.sample(), view, width, height);
      return new Part(box.x(), box.y(), box.width(), box.height(), box.flipped());
    }
    if (transform instanceof Transform.CentreCrop centre) {
      return middle(centre, width, height);
    }
    if (transform instanceof Transform.Resized) {
      return new Part(0, 0, width, height, false);
    }
    throw new IllegalStateException("unknown transform " + transform);
  }

  /**
   * The middle of what the whole image would be at the wanted length of its shorter side. Each
   * length is a product of integers that is divided once, so that none comes out beyond the image.
   */
  static Part middle(Transform.CentreCrop centre, int width, int height) {
    int shorter = Math.min(width, height);
    long resizedWidth = Math.max(1, (long) width * centre.shorter() / shorter);
    long resizedHeight = Math.max(1, (long) height * centre.shorter() / shorter);
    ResizeShape shape = centre.shape();
    long x = Math.round((resizedWidth - shape.width()) / 2.0);
    long y = Math.round((resizedHeight - shape.height()) / 2.0);
    return new Part(
        share(x, width, resizedWidth),
        share(y, height, resizedHeight),
        share(shape.width(), width, resizedWidth),
        share(shape.height(), height, resizedHeight),
        false);
  }

  private static double share(long resized, int whole, long resizedWhole) {
    return (double) (resized * whole) / resizedWhole;
  }
}
