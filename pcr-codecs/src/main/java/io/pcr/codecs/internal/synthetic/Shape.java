package io.pcr.codecs.internal.synthetic;

import java.util.SplittableRandom;

/**
 * A blob with a ragged outline, or a box, turned by any angle, with an edge that is as soft as the
 * object is out of focus.
 */
final class Shape {
  private static final float BOX_REACH = 1.415f;
  private static final float OUTLINE_SCALE = 40;
  private static final int BOX_ONE_IN = 5;

  private final float centreX;
  private final float centreY;
  private final float radius;
  private final float minor;
  private final float cos;
  private final float sin;
  private final float softness;
  private final float raggedness;
  private final boolean box;
  private final Surface surface;

  Shape(SplittableRandom random, float centreX, float centreY, float radius, Surface surface) {
    this.centreX = centreX;
    this.centreY = centreY;
    this.radius = radius;
    this.surface = surface;
    minor = radius * (0.25f + 0.75f * (float) random.nextDouble());
    double angle = random.nextDouble() * 2 * Math.PI;
    cos = (float) StrictMath.cos(angle);
    sin = (float) StrictMath.sin(angle);
    float blur = (float) random.nextDouble();
    softness = 0.9f + 5 * blur * blur * blur;
    box = random.nextInt(BOX_ONE_IN) == 0;
    raggedness = box ? 0 : minor * (0.05f + 0.2f * (float) random.nextDouble());
  }

  void paint(Canvas canvas) {
    float reach = radius * (box ? BOX_REACH : 1) + 2 * raggedness + softness;
    int top = Math.max(0, (int) (centreY - reach));
    int bottom = Math.min(canvas.height - 1, (int) (centreY + reach));
    int left = Math.max(0, (int) (centreX - reach));
    int right = Math.min(canvas.width - 1, (int) (centreX + reach));
    for (int y = top; y <= bottom; y++) {
      float dy = y - centreY;
      for (int x = left; x <= right; x++) {
        float dx = x - centreX;
        float opacity = Math.min(1, 0.5f - distance(dx, dy) / softness);
        if (opacity > 0) {
          surface.paint(canvas, y * canvas.width + x, opacity, dx, dy);
        }
      }
    }
  }

  /** The signed distance to the edge in pixels, negative inside; exact enough near the edge. */
  private float distance(float dx, float dy) {
    float u = dx * cos + dy * sin;
    float v = dy * cos - dx * sin;
    if (box) {
      return Math.max(Math.abs(u) - radius, Math.abs(v) - minor);
    }
    float squared = u * u / (radius * radius) + v * v / (minor * minor);
    float smooth = ((float) Math.sqrt(squared) - 1) * minor;
    if (Math.abs(smooth) > 3 * raggedness + softness) {
      return smooth;
    }
    float scale = OUTLINE_SCALE / radius;
    return smooth + raggedness * NoiseTile.INSTANCE.at(centreX + u * scale, centreY + v * scale);
  }
}
