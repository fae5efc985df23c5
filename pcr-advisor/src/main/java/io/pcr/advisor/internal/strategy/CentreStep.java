package io.pcr.advisor.internal.strategy;

import io.pcr.advisor.strategy.Picture;
import io.pcr.advisor.strategy.Step;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.util.random.RandomGenerator;

/** Makes floats from -1 to 1 of bytes: x / 127.5 - 1. */
record CentreStep() implements Step {
  private static final float HALF_RANGE = 127.5f;
  private static final float[] CENTRED = new float[256];

  static {
    for (int i = 0; i < CENTRED.length; i++) {
      CENTRED[i] = i / HALF_RANGE - 1;
    }
  }

  @Override
  public String name() {
    return "centre";
  }

  @Override
  public boolean isRandom() {
    return false;
  }

  @Override
  public Picture.Kind gives(Picture.Kind kind) {
    StepKinds.requireBytes("centre", kind);
    return Picture.Kind.FLOAT32;
  }

  @Override
  public Work start() {
    return CentreStep::centre;
  }

  private static void centre(Picture in, Picture out, RandomGenerator random) {
    ByteBuffer pixels = in.bytes();
    FloatBuffer centred =
        out.becomePixels(Picture.Kind.FLOAT32, in.width(), in.height(), in.channels())
            .asFloatBuffer();
    int count = in.length();
    for (int i = 0; i < count; i++) {
      centred.put(i, CENTRED[pixels.get(i) & 0xff]);
    }
  }
}
