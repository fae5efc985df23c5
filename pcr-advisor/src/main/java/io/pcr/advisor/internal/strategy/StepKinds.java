package io.pcr.advisor.internal.strategy;

import io.pcr.advisor.strategy.Picture;

/** Which kinds of pictures the steps take. */
final class StepKinds {
  private StepKinds() {}

  static Picture.Kind requireBytes(String step, Picture.Kind kind) {
    if (kind != Picture.Kind.UINT8) {
      throw new IllegalArgumentException(step + " takes pixels of 8 bits, not " + kind);
    }
    return kind;
  }

  static Picture.Kind requirePixels(String step, Picture.Kind kind) {
    if (kind == Picture.Kind.FILE) {
      throw new IllegalArgumentException(step + " takes pixels: put decode before it");
    }
    return kind;
  }
}
