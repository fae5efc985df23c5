package io.pcr.advisor.internal.strategy;

import io.pcr.advisor.strategy.Picture;
import io.pcr.advisor.strategy.Step;
import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.resize.Resizer;
import io.pcr.codecs.resize.ResizeShape;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Resizes, with antialiasing, so that the shorter side has a length.
 *
 * @param side in pixels, from 1 to {@link #MAX_SIDE}
 */
record ResizeStep(int side) implements Step {
  static final int MAX_SIDE = 16_384;

  private static final int LONGEST = 65_535;

  /** Resizers keep their memory; images have few sizes, or so many that none comes again. */
  private static final int KEPT_RESIZERS = 16;

  @Override
  public String name() {
    return "resize:" + side;
  }

  @Override
  public boolean isRandom() {
    return false;
  }

  @Override
  public Picture.Kind gives(Picture.Kind kind) {
    return StepKinds.requireBytes("resize", kind);
  }

  @Override
  public Work start() {
    Map<ResizeShape, Resizer> resizers =
        new LinkedHashMap<>(KEPT_RESIZERS, 0.75f, true) {
          private static final long serialVersionUID = 1;

          @Override
          protected boolean removeEldestEntry(Map.Entry<ResizeShape, Resizer> eldest) {
            return size() > KEPT_RESIZERS;
          }
        };
    return (in, out, random) -> resize(in, out, resizers);
  }

  private void resize(Picture in, Picture out, Map<ResizeShape, Resizer> resizers) {
    int shorter = Math.min(in.width(), in.height());
    int width = length(in.width(), shorter);
    int height = length(in.height(), shorter);
    PixelFormat format = in.channels() == 1 ? PixelFormat.GREY : PixelFormat.RGB;
    ResizeShape shape = new ResizeShape(width, height, format, false, true);
    resizers
        .computeIfAbsent(shape, Resizer::new)
        .resize(
            in.bytes(),
            in.width(),
            in.height(),
            false,
            out.becomePixels(Picture.Kind.UINT8, width, height, in.channels()),
            0);
  }

  private int length(int of, int shorter) {
    return (int) Math.min(LONGEST, Math.round((double) of * side / shorter));
  }
}
