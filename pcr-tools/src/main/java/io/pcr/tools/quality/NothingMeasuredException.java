package io.pcr.tools.quality;

import io.pcr.format.text.Units;
import java.io.IOException;

/** All images that could be measured are over the limit of pixels. */
public final class NothingMeasuredException extends IOException {
  private static final long serialVersionUID = 1L;

  NothingMeasuredException(String dataset, long images, long limit) {
    super(dataset + ": nothing is measured, as " + overLimit(images, limit));
  }

  /** {@code 1 image is over the limit of 12,582,912 pixels; --max-pixels raises it}. */
  static String overLimit(long images, long limit) {
    return Units.count(images, "image")
        + (images == 1 ? " is" : " are")
        + " over the limit of "
        + Units.count(limit)
        + " pixels"
        + (limit < MeasuredPixels.MOST ? "; --max-pixels raises it" : "");
  }
}
