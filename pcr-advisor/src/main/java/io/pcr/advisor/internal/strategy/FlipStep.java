package io.pcr.advisor.internal.strategy;

import io.pcr.advisor.strategy.Picture;
import io.pcr.advisor.strategy.Step;
import java.nio.ByteBuffer;
import java.util.random.RandomGenerator;

/** Turns every second picture, as chance has it, from left to right. */
record FlipStep() implements Step {
  @Override
  public String name() {
    return "flip";
  }

  @Override
  public boolean isRandom() {
    return true;
  }

  @Override
  public Picture.Kind gives(Picture.Kind kind) {
    return StepKinds.requirePixels("flip", kind);
  }

  @Override
  public Work start() {
    return FlipStep::flip;
  }

  private static void flip(Picture in, Picture out, RandomGenerator random) {
    if (!random.nextBoolean()) {
      out.copy(in);
      return;
    }
    ByteBuffer from = in.bytes();
    ByteBuffer to = out.becomePixels(in.kind(), in.width(), in.height(), in.channels());
    int pixelBytes = in.channels() * in.kind().channelBytes();
    for (int y = 0; y < in.height(); y++) {
      int row = y * in.width();
      for (int x = 0; x < in.width(); x++) {
        int mirrored = row + in.width() - 1 - x;
        to.put((row + x) * pixelBytes, from, mirrored * pixelBytes, pixelBytes);
      }
    }
  }
}
