package io.pcr.advisor.internal.strategy;

import io.pcr.advisor.strategy.Picture;
import io.pcr.advisor.strategy.Step;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.random.RandomGenerator;

/**
 * Takes a square at a random place.
 *
 * @param side in pixels, at least 1
 */
record CropStep(int side) implements Step {
  @Override
  public String name() {
    return "crop:" + side;
  }

  @Override
  public boolean isRandom() {
    return true;
  }

  @Override
  public Picture.Kind gives(Picture.Kind kind) {
    return StepKinds.requirePixels("crop", kind);
  }

  @Override
  public Work start() {
    return this::crop;
  }

  private void crop(Picture in, Picture out, RandomGenerator random) throws IOException {
    if (in.width() < side || in.height() < side) {
      throw new IOException(name() + " needs larger pictures than " + in + ": resize them before");
    }
    int x = random.nextInt(in.width() - side + 1);
    int y = random.nextInt(in.height() - side + 1);
    int pixelBytes = in.channels() * in.kind().channelBytes();
    int row = side * pixelBytes;
    ByteBuffer from = in.bytes();
    ByteBuffer to = out.becomePixels(in.kind(), side, side, in.channels());
    for (int line = 0; line < side; line++) {
      to.put(line * row, from, ((y + line) * in.width() + x) * pixelBytes, row);
    }
  }
}
