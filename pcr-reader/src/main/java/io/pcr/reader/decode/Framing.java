package io.pcr.reader.decode;

import io.pcr.codecs.resize.ResizeShape;
import io.pcr.reader.Sample;
import java.util.SplittableRandom;

/**
 * Chooses the part of each image that becomes the batch's image. Implementations are thread-safe,
 * and give the same for the same arguments.
 */
@FunctionalInterface
public interface Framing {
  /**
   * A part of an image, in its own pixels.
   *
   * @param x left edge
   * @param y upper edge
   * @param width at least 1
   * @param height at least 1
   */
  record Box(int x, int y, int width, int height) {
    public Box {
      if (x < 0 || y < 0 || width < 1 || height < 1) {
        throw new IllegalArgumentException(width + " x " + height + " at " + x + ", " + y);
      }
    }
  }

  /**
   * The part to take, inside {@code 0, 0, width, height}.
   *
   * @param sample whose image it is
   * @param width of the image
   * @param height of the image
   */
  Box box(Sample sample, int width, int height);

  /** The complete image, in its own proportions. */
  static Framing whole() {
    return (sample, width, height) -> new Box(0, 0, width, height);
  }

  /**
   * The middle of the image, in the proportions of the batch's images.
   *
   * @param share of the largest such part, in (0, 1]; 0.875 is 224 of 256
   */
  static Framing centre(ResizeShape shape, double share) {
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException("share " + share + " is not in (0, 1]");
    }
    return (sample, width, height) -> {
      double scale =
          share * Math.min((double) width / shape.width(), (double) height / shape.height());
      int w = Math.max(1, (int) Math.round(scale * shape.width()));
      int h = Math.max(1, (int) Math.round(scale * shape.height()));
      return new Box((width - w) / 2, (height - h) / 2, w, h);
    };
  }

  /**
   * A part of random area and proportions, different for each key: the usual augmentation for
   * training.
   *
   * @param seed another one, such as one for each epoch, gives other parts
   * @param minArea least share of the image's area, in (0, 1]; 0.08 is usual
   */
  static Framing random(long seed, double minArea) {
    if (!(minArea > 0 && minArea <= 1)) {
      throw new IllegalArgumentException("minArea " + minArea + " is not in (0, 1]");
    }
    return (sample, width, height) -> {
      SplittableRandom random =
          new SplittableRandom(seed ^ (0x9E3779B97F4A7C15L * sample.key().hashCode()));
      double area = (minArea + (1 - minArea) * random.nextDouble()) * width * height;
      // Proportions between 3:4 and 4:3, evenly on a logarithmic scale.
      double ratio = Math.exp((random.nextDouble() * 2 - 1) * Math.log(4.0 / 3));
      int w = (int) Math.max(1, Math.min(width, Math.round(Math.sqrt(area * ratio))));
      int h = (int) Math.max(1, Math.min(height, Math.round(Math.sqrt(area / ratio))));
      int x = (int) (random.nextDouble() * (width - w + 1));
      int y = (int) (random.nextDouble() * (height - h + 1));
      return new Box(x, y, w, h);
    };
  }
}
