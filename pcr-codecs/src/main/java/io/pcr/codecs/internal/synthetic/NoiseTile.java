package io.pcr.codecs.internal.synthetic;

import java.util.SplittableRandom;

/**
 * A square of noise that repeats without a seam and has the same energy in each octave, as natural
 * textures have; mean 0, standard deviation 1.
 */
final class NoiseTile {
  private static final int BITS = 8;
  private static final int SIZE = 1 << BITS;
  private static final int MASK = SIZE - 1;
  private static final int COARSEST_CELL = 64;
  private static final long SEED = 0x5EED_0F_7E47L;

  static final NoiseTile INSTANCE = new NoiseTile();

  private final float[] values = new float[SIZE * SIZE];

  private NoiseTile() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int cell = COARSEST_CELL; cell >= 1; cell /= 2) {
      addOctave(cell, random);
    }
    normalise();
  }

  /** The noise at a point, interpolated between the tile's samples. */
  float at(float x, float y) {
    int left = floor(x);
    int top = floor(y);
    float fx = x - left;
    float fy = y - top;
    int row0 = (top & MASK) << BITS;
    int row1 = (top + 1 & MASK) << BITS;
    int column0 = left & MASK;
    int column1 = left + 1 & MASK;
    float upper = values[row0 | column0] * (1 - fx) + values[row0 | column1] * fx;
    float lower = values[row1 | column0] * (1 - fx) + values[row1 | column1] * fx;
    return upper * (1 - fy) + lower * fy;
  }

  private static int floor(float x) {
    int truncated = (int) x;
    return x < truncated ? truncated - 1 : truncated;
  }

  private void addOctave(int cell, SplittableRandom random) {
    int points = SIZE / cell;
    float[] lattice = new float[points * points];
    for (int i = 0; i < lattice.length; i++) {
      lattice[i] = (float) (random.nextDouble() * 2 - 1);
    }
    for (int y = 0; y < SIZE; y++) {
      float fy = ease((y % cell) / (float) cell);
      int row0 = y / cell * points;
      int row1 = (y / cell + 1) % points * points;
      for (int x = 0; x < SIZE; x++) {
        float fx = ease((x % cell) / (float) cell);
        int column0 = x / cell;
        int column1 = (column0 + 1) % points;
        float upper = lattice[row0 + column0] * (1 - fx) + lattice[row0 + column1] * fx;
        float lower = lattice[row1 + column0] * (1 - fx) + lattice[row1 + column1] * fx;
        values[y * SIZE + x] += upper * (1 - fy) + lower * fy;
      }
    }
  }

  private static float ease(float t) {
    return t * t * (3 - 2 * t);
  }

  private void normalise() {
    double sum = 0;
    double squares = 0;
    for (float value : values) {
      sum += value;
      squares += (double) value * value;
    }
    double mean = sum / values.length;
    double deviation = Math.sqrt(squares / values.length - mean * mean);
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) ((values[i] - mean) / deviation);
    }
  }
}
