package io.pcr.loader.internal;

import io.pcr.codecs.resize.ResizeShape;
import io.pcr.format.quality.Reconstruction;
import io.pcr.loader.crop.CropBox;
import io.pcr.loader.transform.Transform;
import io.pcr.reader.Sample;
import io.pcr.reader.internal.decode.PartRenderer;
import io.pcr.reader.internal.decode.PartRenderer.Part;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Makes of a sample what the transform wants. For one thread. */
final class SampleRenderer {
  private final Transform transform;
  private final PartRenderer renderer;

  SampleRenderer(Transform transform) {
    this.transform = transform;
    this.renderer = new PartRenderer(transform.shape());
  }

  /** What a crop is computed from. */
  record Seed(long part, long epoch, long sample) {}

  /**
   * Renders a sample.
   *
   * @param reconstruction what replaces missing bits
   * @param out receives the result from {@code at} on
   */
  void render(Sample sample, Seed seed, Reconstruction reconstruction, ByteBuffer out, int at)
      throws IOException {
    renderer.render(sample, (width, height) -> part(seed, width, height), reconstruction, out, at);
  }

  private Part part(Seed seed, int width, int height) {
    if (transform instanceof Transform.RandomResizedCrop random) {
      CropBox box = random.rule().box(seed.part, seed.epoch, seed.sample, 0, width, height);
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

  /** The middle of what the whole image would be at the wanted length of its shorter side. */
  private static Part middle(Transform.CentreCrop centre, int width, int height) {
    int shorter = Math.min(width, height);
    long resizedWidth = Math.max(1, (long) width * centre.shorter() / shorter);
    long resizedHeight = Math.max(1, (long) height * centre.shorter() / shorter);
    double scaleX = (double) width / resizedWidth;
    double scaleY = (double) height / resizedHeight;
    ResizeShape shape = centre.shape();
    long x = Math.round((resizedWidth - shape.width()) / 2.0);
    long y = Math.round((resizedHeight - shape.height()) / 2.0);
    return new Part(x * scaleX, y * scaleY, shape.width() * scaleX, shape.height() * scaleY, false);
  }
}
