package io.pcr.reader.internal.decode;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.resize.Resizer;
import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.codecs.jpeg.DecodeOptions.Crop;
import io.pcr.codecs.jpeg.DecodeOptions.Scale;
import io.pcr.codecs.resize.ResizeShape;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.Limit;
import io.pcr.format.error.PcrException;
import io.pcr.format.quality.Reconstruction;
import io.pcr.reader.ImageFacts;
import io.pcr.reader.Sample;
import io.pcr.reader.internal.work.ClaimedMemory;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Decodes a part of an image and brings it to one shape. Of a large image only as much is decoded
 * as the result needs: the part, at the smallest scale that is no smaller than the result. Keeps
 * its memory from image to image; for one thread.
 */
public final class PartRenderer {
  private static final Scale[] SMALLEST_FIRST = {Scale.EIGHTH, Scale.QUARTER, Scale.HALF};

  private final ResizeShape shape;
  private final Resizer resizer;
  private ByteBuffer scratch = ByteBuffer.allocateDirect(0);

  public PartRenderer(ResizeShape shape) {
    this.shape = shape;
    this.resizer = new Resizer(shape);
  }

  /** A part of an image in its own pixels, whose edges can be between them. */
  public record Part(double x, double y, double width, double height, boolean flipped) {}

  /** Chooses a part of an image of this size, and inside of it. */
  @FunctionalInterface
  public interface Choice {
    Part of(int width, int height);
  }

  /**
   * Renders a sample.
   *
   * @param choice the part of it
   * @param reconstruction what replaces missing bits
   * @param out receives the result from {@code at} on
   */
  public void render(
      Sample sample, Choice choice, Reconstruction reconstruction, ByteBuffer out, int at)
      throws IOException {
    int width = sample.width();
    int height = sample.height();
    if (width < 1 || height < 1) {
      ImageFacts facts = sample.imageFacts();
      width = facts.width();
      height = facts.height();
    }
    Part part = choice.of(width, height);
    FieldLocation field = new FieldLocation("ShardMetadata.widths", 0, sample.toString());
    Scale scale = scale(part);
    double ratio = ratio(scale);
    int scaledWidth = scale.of(width);
    int scaledHeight = scale.of(height);
    int left = (int) (part.x * ratio);
    int top = (int) (part.y * ratio);
    int right = (int) Math.min(scaledWidth, Math.ceil((part.x + part.width) * ratio));
    int bottom = (int) Math.min(scaledHeight, Math.ceil((part.y + part.height) * ratio));
    Crop crop = new Crop(left, top, Math.max(1, right - left), Math.max(1, bottom - top));
    PixelFormat format = shape.format();
    long bytes = format.imageBytes(crop.width(), crop.height());
    if (bytes > Integer.MAX_VALUE) {
      throw new PcrException.LimitExceeded(field, Limit.BUFFER_BYTES, bytes, Integer.MAX_VALUE);
    }
    if (scratch.capacity() < bytes) {
      scratch = ClaimedMemory.direct((int) bytes, field);
    }
    DecodeOptions options =
        DecodeOptions.of(format).withReconstruction(reconstruction).withScale(scale).withCrop(crop);
    decode(sample, options, field, width, height);
    resizer.resize(
        scratch,
        crop.width(),
        crop.height(),
        part.x * ratio - left,
        part.y * ratio - top,
        Math.min(part.width * ratio, crop.width() - (part.x * ratio - left)),
        Math.min(part.height * ratio, crop.height() - (part.y * ratio - top)),
        part.flipped,
        out,
        at);
  }

  private Scale scale(Part part) {
    for (Scale scale : SMALLEST_FIRST) {
      if (part.width * ratio(scale) >= shape.width()
          && part.height * ratio(scale) >= shape.height()) {
        return scale;
      }
    }
    return Scale.FULL;
  }

  private static double ratio(Scale scale) {
    return switch (scale) {
      case FULL -> 1;
      case HALF -> .5;
      case QUARTER -> .25;
      case EIGHTH -> .125;
    };
  }

  /** The part is inside the size that the metadata gives, which the image may contradict. */
  private void decode(
      Sample sample, DecodeOptions options, FieldLocation field, int width, int height)
      throws IOException {
    try {
      sample.decode(options, scratch.clear());
    } catch (IllegalArgumentException e) {
      PcrException contradiction =
          PcrException.Corrupt.image(field, "the image is not " + width + " x " + height);
      contradiction.initCause(e);
      throw contradiction;
    }
  }
}
