package io.pcr.codecs.internal.synthetic;

import java.util.SplittableRandom;

/** The few colours that a scene's things share, as things under one light and in one place do. */
final class Palette {
  private static final int COLOURS = 4;

  private final float[] luma = new float[COLOURS];
  private final float[] blue = new float[COLOURS];
  private final float[] red = new float[COLOURS];

  Palette(SplittableRandom random) {
    float warmth = 0.05f * symmetric(random);
    for (int i = 0; i < COLOURS; i++) {
      luma[i] = 0.12f + 0.7f * (i + (float) random.nextDouble()) / COLOURS;
      float chroma = 0.11f * (float) random.nextDouble();
      blue[i] = chroma * symmetric(random) - warmth;
      red[i] = 0.7f * chroma * symmetric(random) + warmth;
    }
  }

  /** A colour near one of the palette's: luma, blue and red difference. */
  float[] near(int colour, SplittableRandom random) {
    int index = Math.floorMod(colour, COLOURS);
    return new float[] {
      luma[index] + 0.13f * symmetric(random),
      blue[index] + 0.015f * symmetric(random),
      red[index] + 0.015f * symmetric(random)
    };
  }

  static float symmetric(SplittableRandom random) {
    return (float) (random.nextDouble() * 2 - 1);
  }
}
