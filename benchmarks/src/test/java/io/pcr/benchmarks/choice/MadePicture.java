package io.pcr.benchmarks.choice;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.ImageInfo;
import io.pcr.codecs.internal.jpeg.EncodeOptions;
import io.pcr.codecs.internal.jpeg.EncodeOptions.Subsampling;
import io.pcr.codecs.internal.jpeg.JpegEncoder;
import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.codecs.internal.synthetic.SyntheticPhoto;
import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/** Pictures of kinds that have little to do with the photographs on which constants were fitted. */
enum MadePicture {
  SCREENSHOT {
    @Override
    ByteBuffer pixels(SplittableRandom random) {
      boolean isDark = random.nextInt(4) == 0;
      Sketch to = new Sketch(WIDTH, HEIGHT, isDark ? 0x202428 : 0xFFFFFF);
      Lettering lettering = new Lettering(random);
      int ink = isDark ? 0xD0D4D8 : 0x202020;
      int bar = 20 + random.nextInt(20);
      int side = random.nextInt(3) * 60;
      to.box(0, bar, side, HEIGHT, isDark ? 0x2C3034 : 0xF0F0F4);
      to.box(0, 0, WIDTH, bar, colour(random));
      lettering.line(to, 10, bar / 3., WIDTH / 2., bar / 2., 1.4, 0xFFFFFF);
      for (int y = bar + 12; y < HEIGHT - 20 && side > 0; y += 24) {
        lettering.line(to, 8, y, side - 8, 11, 1.2, ink);
      }
      double y = bar + 14;
      while (y < HEIGHT - 40) {
        double end = y + 30 + random.nextInt(90);
        int x = side + 14;
        switch (random.nextInt(4)) {
          case 0 -> to.box(x, y, 60 + random.nextInt(160), end - y - 10, colour(random));
          case 1 -> lettering.line(to, x, y, WIDTH - 60, 22, 2.6, ink);
          default -> lettering.page(to, x, y, WIDTH - 14, end, 10 + random.nextInt(4), ink);
        }
        y = end + 12;
      }
      return to.pixels();
    }
  },

  DRAWING {
    @Override
    ByteBuffer pixels(SplittableRandom random) {
      Sketch to = new Sketch(WIDTH, HEIGHT, random.nextBoolean() ? 0xFFFFFF : colour(random));
      int shapes = 10 + random.nextInt(40);
      int style = random.nextInt(3);
      for (int i = 0; i < shapes; i++) {
        double x = WIDTH * random.nextDouble();
        double y = HEIGHT * random.nextDouble();
        double radius = 4 + 70 * random.nextDouble() * random.nextDouble();
        double other = radius * (.3 + random.nextDouble());
        if (style == 2 || random.nextInt(4) == 0) {
          double toX = WIDTH * random.nextDouble();
          double toY = HEIGHT * random.nextDouble();
          to.line(x, y, toX, toY, 1 + random.nextInt(4), style == 0 ? 0 : colour(random));
        } else {
          int colour = colour(random);
          int shade = style == 1 ? random.nextInt(96) : 0;
          Sketch.Fill fill = (px, py) -> shaded(colour, (int) (shade * (py - y) / other));
          Sketch.Inside ellipse =
              (px, py) ->
                  (px - x) * (px - x) / (radius * radius) + (py - y) * (py - y) / (other * other)
                      < 1;
          boolean isBox = random.nextBoolean();
          to.paint(
              x - radius,
              y - other,
              x + radius,
              y + other,
              fill,
              isBox ? (px, py) -> true : ellipse);
        }
      }
      return to.pixels();
    }
  },

  PAGE {
    @Override
    ByteBuffer pixels(SplittableRandom random) {
      Sketch to = new Sketch(WIDTH, HEIGHT, 0xF4F2EA);
      int margin = 14 + random.nextInt(30);
      double size = 9 + random.nextInt(12);
      Lettering lettering = new Lettering(random);
      lettering.page(to, margin, margin, WIDTH - margin, HEIGHT - margin, size, 0x282828);
      return exposed(to.pixels(), random, 256, 1 + random.nextInt(8));
    }
  },

  NIGHT {
    @Override
    ByteBuffer pixels(SplittableRandom random) {
      return exposed(photograph(random), random, 20 + random.nextInt(30), 6);
    }
  },

  PHOTOGRAPH {
    @Override
    ByteBuffer pixels(SplittableRandom random) {
      return photograph(random);
    }

    @Override
    EncodeOptions coding(SplittableRandom random) {
      return EncodeOptions.quality(95).withSubsampling(Subsampling.NONE);
    }
  },

  INKS {
    @Override
    ByteBuffer pixels(SplittableRandom random) {
      throw new UnsupportedOperationException();
    }

    @Override
    byte[] jpeg(long seed) {
      return JpegFixtures.inks(seed, WIDTH, HEIGHT, seed % 2 == 0);
    }
  },

  GREY {
    @Override
    ByteBuffer pixels(SplittableRandom random) {
      return SyntheticPhoto.render(random.nextLong(), WIDTH, HEIGHT, PixelFormat.GREY);
    }

    @Override
    int channels() {
      return 1;
    }
  };

  private static final int WIDTH = 440;
  private static final int HEIGHT = 330;
  private static final int[] QUALITIES = {75, 85, 90, 95};

  abstract ByteBuffer pixels(SplittableRandom random);

  int channels() {
    return PixelFormat.RGB.channels();
  }

  EncodeOptions coding(SplittableRandom random) {
    return EncodeOptions.quality(QUALITIES[random.nextInt(QUALITIES.length)])
        .withSubsampling(random.nextInt(3) == 0 ? Subsampling.NONE : Subsampling.BOTH);
  }

  /** A file that its kind and number determine. */
  byte[] jpeg(long seed) throws PcrException {
    SplittableRandom random = new SplittableRandom(seed);
    try (JpegEncoder encoder = new JpegEncoder(Limits.DEFAULT)) {
      ImageInfo image = new ImageInfo(WIDTH, HEIGHT, channels());
      ByteBuffer pixels = pixels(random);
      ByteBuffer made = encoder.encode(pixels, image, coding(random), name());
      byte[] bytes = new byte[made.remaining()];
      made.get(bytes);
      return bytes;
    }
  }

  private static ByteBuffer photograph(SplittableRandom random) {
    return SyntheticPhoto.render(random.nextLong(), WIDTH, HEIGHT, PixelFormat.RGB);
  }

  /** Darker by so many 256ths, and with noise. */
  private static ByteBuffer exposed(
      ByteBuffer pixels, SplittableRandom random, int light, int noise) {
    for (int i = 0; i < pixels.limit(); i++) {
      int value = Byte.toUnsignedInt(pixels.get(i)) * light / 256;
      value += random.nextInt(2 * noise + 1) - noise;
      pixels.put(i, (byte) Math.max(0, Math.min(255, value)));
    }
    return pixels;
  }

  private static int colour(SplittableRandom random) {
    return random.nextInt(1 << 24);
  }

  private static int shaded(int colour, int by) {
    int shaded = 0;
    for (int shift = 16; shift >= 0; shift -= Byte.SIZE) {
      int value = (colour >> shift & 0xFF) + by;
      shaded |= Math.max(0, Math.min(255, value)) << shift;
    }
    return shaded;
  }
}
