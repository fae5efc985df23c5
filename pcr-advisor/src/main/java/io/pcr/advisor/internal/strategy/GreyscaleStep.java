package io.pcr.advisor.internal.strategy;

import io.pcr.advisor.strategy.Picture;
import io.pcr.advisor.strategy.Step;
import java.nio.ByteBuffer;
import java.util.random.RandomGenerator;

/** Makes luma of colour, by the weights of BT.601 as JPEG has them. */
record GreyscaleStep() implements Step {
  private static final int SHIFT = 16;
  private static final int RED = weight(0.299);
  private static final int GREEN = weight(0.587);
  private static final int BLUE = (1 << SHIFT) - RED - GREEN;
  private static final int HALF = 1 << (SHIFT - 1);

  private static int weight(double part) {
    return (int) Math.round(part * (1 << SHIFT));
  }

  @Override
  public String name() {
    return "greyscale";
  }

  @Override
  public boolean isRandom() {
    return false;
  }

  @Override
  public Picture.Kind gives(Picture.Kind kind) {
    return StepKinds.requireBytes("greyscale", kind);
  }

  @Override
  public Work start() {
    return GreyscaleStep::grey;
  }

  private static void grey(Picture in, Picture out, RandomGenerator random) {
    if (in.channels() == 1) {
      out.copy(in);
      return;
    }
    ByteBuffer from = in.bytes();
    ByteBuffer to = out.becomePixels(Picture.Kind.UINT8, in.width(), in.height(), 1);
    int count = to.limit();
    for (int i = 0; i < count; i++) {
      int red = from.get(3 * i) & 0xff;
      int green = from.get(3 * i + 1) & 0xff;
      int blue = from.get(3 * i + 2) & 0xff;
      to.put(i, (byte) ((RED * red + GREEN * green + BLUE * blue + HALF) >> SHIFT));
    }
  }
}
