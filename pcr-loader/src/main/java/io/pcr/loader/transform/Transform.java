package io.pcr.loader.transform;

import static java.util.Objects.requireNonNull;

import io.pcr.codecs.resize.ResizeShape;
import io.pcr.loader.crop.RandomCrop;

/** What becomes of each image before a model sees it. Immutable. */
public sealed interface Transform {
  /** The bytes of an image in the pixels of a batch; 0 when batches have no pixels. */
  int imageBytes();

  /** A transform to images of one size. */
  sealed interface Shaped extends Transform {
    /** The size and layout of the result. */
    ResizeShape shape();

    @Override
    default int imageBytes() {
      return shape().bytes();
    }
  }

  /** None: batches have the images as they are stored, and nothing is decoded. */
  record Files() implements Transform {
    @Override
    public int imageBytes() {
      return 0;
    }
  }

  /**
   * A part of random area and proportions, resized, and every second one flipped: the usual
   * augmentation for training.
   *
   * @param rule which parts
   */
  record RandomResizedCrop(ResizeShape shape, RandomCrop rule) implements Shaped {
    public RandomResizedCrop {
      requireNonNull(shape, "shape");
      requireNonNull(rule, "rule");
    }
  }

  /**
   * The image resized until its shorter side has a length, then its middle.
   *
   * @param shorter length of the shorter side, at least the width and height of the shape
   */
  record CentreCrop(ResizeShape shape, int shorter) implements Shaped {
    public CentreCrop {
      requireNonNull(shape, "shape");
      if (shorter < shape.width() || shorter < shape.height()) {
        throw new IllegalArgumentException(
            "a middle of "
                + shape.width()
                + " x "
                + shape.height()
                + " of images whose shorter side is "
                + shorter);
      }
    }
  }

  /** The complete image; its proportions become those of the shape. */
  record Resized(ResizeShape shape) implements Shaped {
    public Resized {
      requireNonNull(shape, "shape");
    }
  }
}
