package io.pcr.codecs.internal.synthetic;

import java.util.SplittableRandom;

/**
 * The order in which a picture is painted: what is behind, a few large objects, many small ones.
 */
final class Scene {
  private static final int CLUSTERS = 6;
  private static final float SMALLEST_SHARE = 0.008f;
  private static final float LARGEST_SHARE = 0.15f;

  private final SplittableRandom random;
  private final Canvas canvas;
  private final Palette palette;
  private final float extent;
  private final float detail;

  Scene(long seed, Canvas canvas) {
    this.random = new SplittableRandom(seed);
    this.canvas = canvas;
    this.palette = new Palette(random);
    this.extent = (float) Math.sqrt((double) canvas.width * canvas.height);
    this.detail = 0.8f + 1.2f * (float) random.nextDouble();
  }

  void paint() {
    background();
    int large = 4 + random.nextInt(9);
    for (int i = 0; i < large; i++) {
      float radius = extent * (0.12f + 0.25f * (float) random.nextDouble());
      paint(anywhere(canvas.width), anywhere(canvas.height), radius, i);
    }
    for (int i = 0; i < CLUSTERS; i++) {
      cluster(i);
    }
  }

  private void background() {
    Surface far = new Surface(random, palette.near(3, random), 0.2f * detail, extent);
    Surface near = new Surface(random, palette.near(1, random), detail, extent);
    int horizon = (int) (canvas.height * (0.25 + 0.4 * random.nextDouble()));
    for (int y = 0; y < canvas.height; y++) {
      Surface surface = y < horizon ? far : near;
      for (int x = 0; x < canvas.width; x++) {
        surface.paint(
            canvas, y * canvas.width + x, 1, x - canvas.width / 2f, y - canvas.height / 2f);
      }
    }
  }

  /** Many things of one kind close together: leaves, stones, a crowd. */
  private void cluster(int colour) {
    float smallest = Math.max(1.5f, SMALLEST_SHARE * extent);
    float largest = Math.max(smallest + 1, LARGEST_SHARE * extent);
    float x = anywhere(canvas.width);
    float y = anywhere(canvas.height);
    float width = extent * (0.1f + 0.35f * (float) random.nextDouble());
    int members = (int) (detail * (20 + random.nextInt(180)));
    for (int i = 0; i < members; i++) {
      float radius = powerLaw(smallest, largest);
      paint(x + width * spread(), y + width * spread(), radius, colour);
    }
  }

  private void paint(float x, float y, float radius, int colour) {
    Surface surface = new Surface(random, palette.near(colour, random), detail, radius);
    new Shape(random, x, y, radius, surface).paint(canvas);
  }

  /** Sizes whose density falls with the cube, the one law that looks alike at every scale. */
  private float powerLaw(float smallest, float largest) {
    double ratio = smallest / largest;
    double u = random.nextDouble() * (1 - ratio * ratio);
    return (float) (smallest / Math.sqrt(1 - u));
  }

  private float anywhere(int length) {
    return (float) random.nextDouble() * length;
  }

  /** The sum of three uniform draws, close to normal, with a deviation of one half. */
  private float spread() {
    return (float) (random.nextDouble() + random.nextDouble() + random.nextDouble() - 1.5);
  }
}
