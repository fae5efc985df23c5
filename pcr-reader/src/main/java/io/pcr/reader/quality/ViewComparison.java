package io.pcr.reader.quality;

import io.pcr.codecs.PixelFormat;
import io.pcr.format.quality.ViewSize;
import io.pcr.reader.internal.quality.ModelView;
import io.pcr.reader.internal.quality.MsSsim;
import io.pcr.reader.internal.quality.Psnr;
import java.nio.ByteBuffer;
import java.util.Optional;

/** Compares pictures with one picture, at one size. Not thread-safe; keeps its working memory. */
final class ViewComparison {
  private final ViewSize size;
  private final MsSsim metric;
  private final Optional<ModelView> view;
  private final ByteBuffer referenceView;
  private final ByteBuffer otherView;
  private ByteBuffer reference;
  private ByteBuffer other;
  private int width;
  private int height;

  /**
   * @param metric may be shared with other comparisons of the same thread
   */
  ViewComparison(ViewSize size, MsSsim metric) {
    this.size = size;
    this.metric = metric;
    int bytes = (int) PixelFormat.RGB.imageBytes(size.crop(), size.crop());
    view = size.isFull() ? Optional.empty() : Optional.of(new ModelView(size));
    referenceView = ByteBuffer.allocate(bytes);
    otherView = ByteBuffer.allocate(bytes);
  }

  ViewSize size() {
    return size;
  }

  /** Sets the picture that others are compared with; it must not change as long. */
  void reference(ByteBuffer rgb, int pictureWidth, int pictureHeight) {
    reference = viewed(rgb, pictureWidth, pictureHeight, referenceView);
    width = size.isFull() ? pictureWidth : size.crop();
    height = size.isFull() ? pictureHeight : size.crop();
  }

  /** Sets a picture of the same size to compare. */
  void other(ByteBuffer rgb, int pictureWidth, int pictureHeight) {
    other = viewed(rgb, pictureWidth, pictureHeight, otherView);
  }

  private ByteBuffer viewed(ByteBuffer rgb, int pictureWidth, int pictureHeight, ByteBuffer out) {
    if (view.isEmpty()) {
      return rgb;
    }
    view.get().of(rgb, pictureWidth, pictureHeight, out.clear());
    return out.flip();
  }

  double msSsim() {
    return metric.compare(reference, other, width, height, PixelFormat.RGB);
  }

  double psnr() {
    return Psnr.compare(reference, other, width, height, PixelFormat.RGB);
  }
}
