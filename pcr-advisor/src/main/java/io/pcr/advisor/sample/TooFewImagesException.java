package io.pcr.advisor.sample;

import java.io.IOException;

/** There are not enough images to measure anything. */
public final class TooFewImagesException extends IOException {
  private static final long serialVersionUID = 1;

  TooFewImagesException(String message) {
    super(message);
  }
}
