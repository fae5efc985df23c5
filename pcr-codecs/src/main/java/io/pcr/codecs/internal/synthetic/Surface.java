package io.pcr.codecs.internal.synthetic;

import java.util.SplittableRandom;

/**
 * What an object is covered with: a colour, light falling off to one side, and a texture, drawn out
 * along one direction where it is grain or fur.
 */
final class Surface {
  private static final float TILE = 256;

  private final NoiseTile noise = NoiseTile.INSTANCE;
  private final float luma;
  private final float blue;
  private final float red;
  private final float shadeX;
  private final float shadeY;
  private final float roughness;
  private final float tint;
  private final float uX;
  private final float uY;
  private final float vX;
  private final float vY;
  private final float u0;
  private final float v0;

  /**
   * @param colour luma, blue and red difference
   * @param detail about 1; scales the strength of the texture
   * @param extent the size in pixels over which light falls off
   */
  Surface(SplittableRandom random, float[] colour, float detail, float extent) {
    luma = colour[0];
    blue = colour[1];
    red = colour[2];
    float shade = 0.4f / extent;
    shadeX = shade * Palette.symmetric(random);
    shadeY = shade * Palette.symmetric(random);
    float u = (float) random.nextDouble();
    roughness = detail * (0.02f + 0.2f * u * u);
    tint = 0.12f * Palette.symmetric(random);
    double angle = random.nextDouble() * 2 * Math.PI;
    float cos = (float) StrictMath.cos(angle);
    float sin = (float) StrictMath.sin(angle);
    float scale = 0.4f + 0.6f * (float) random.nextDouble();
    float stretch = random.nextInt(3) == 0 ? 0.15f : 1;
    uX = cos * scale;
    uY = sin * scale;
    vX = -sin * scale * stretch;
    vY = cos * scale * stretch;
    u0 = TILE * (float) random.nextDouble();
    v0 = TILE * (float) random.nextDouble();
  }

  /** Paints a pixel that lies (dx, dy) from the object's centre. */
  void paint(Canvas canvas, int pixel, float opacity, float dx, float dy) {
    float grain = roughness * noise.at(u0 + uX * dx + uY * dy, v0 + vX * dx + vY * dy);
    float light = Math.max(0.3f, 1 + shadeX * dx + shadeY * dy);
    canvas.blend(pixel, opacity, luma * light + grain, blue + tint * grain, red - tint * grain);
  }
}
