package io.pcr.codecs.internal.jpeg;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.JpegArguments;
import io.pcr.codecs.internal.JpegArguments.Encode;
import io.pcr.codecs.internal.JpegSession;
import io.pcr.codecs.internal.synthetic.SyntheticPhoto;
import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.format.script.Scan;
import java.nio.ByteBuffer;
import java.util.List;

/** Makes JPEGs of every kind that libjpeg can write, from synthetic photographs. */
final class FixtureEncoder {
  private static final Limits LIMITS =
      Limits.DEFAULT.withSliceBytes(1L << 28).withPixels(1L << 27).withInputScans(1000);
  private static final int DEFAULT_QUALITY = 85;
  private static final int SCRIPT_ENTRY = 9;

  private final int width;
  private final int height;
  private final ByteBuffer pixels;
  private final JpegArguments arguments = JpegArguments.forEncode();
  private int[] script = new int[0];

  private FixtureEncoder(int width, int height, ByteBuffer pixels, int channels) {
    this.width = width;
    this.height = height;
    this.pixels = pixels;
    arguments
        .set(Encode.WIDTH, width)
        .set(Encode.HEIGHT, height)
        .set(Encode.ROW_STRIDE, (long) width * channels)
        .set(Encode.QUALITY, DEFAULT_QUALITY)
        .set(Encode.H_FACTOR, 1)
        .set(Encode.V_FACTOR, 1);
  }

  static FixtureEncoder colour(long seed, int width, int height) {
    ByteBuffer photo = SyntheticPhoto.render(seed, width, height, PixelFormat.RGB);
    return new FixtureEncoder(width, height, photo, 3)
        .spaces(JpegColorSpace.RGB, JpegColorSpace.YCBCR);
  }

  static FixtureEncoder grey(long seed, int width, int height) {
    ByteBuffer photo = SyntheticPhoto.render(seed, width, height, PixelFormat.GREY);
    return new FixtureEncoder(width, height, photo, 1)
        .spaces(JpegColorSpace.GREY, JpegColorSpace.GREY);
  }

  /** Ink as Photoshop stores it, inverted: 255 is none. */
  static FixtureEncoder fourInks(long seed, int width, int height) {
    ByteBuffer photo = SyntheticPhoto.render(seed, width, height, PixelFormat.RGB);
    ByteBuffer inks = ByteBuffer.allocateDirect(4 * width * height);
    while (photo.hasRemaining()) {
      int red = Byte.toUnsignedInt(photo.get());
      int green = Byte.toUnsignedInt(photo.get());
      int blue = Byte.toUnsignedInt(photo.get());
      int light = Math.max(1, Math.max(red, Math.max(green, blue)));
      inks.put((byte) (red * 255 / light)).put((byte) (green * 255 / light));
      inks.put((byte) (blue * 255 / light)).put((byte) light);
    }
    return new FixtureEncoder(width, height, inks.flip(), 4)
        .spaces(JpegColorSpace.CMYK, JpegColorSpace.CMYK);
  }

  /** One colour all over. */
  static FixtureEncoder flatInks(int[] inks, int width, int height) {
    ByteBuffer pixels = ByteBuffer.allocateDirect(inks.length * width * height);
    while (pixels.hasRemaining()) {
      for (int ink : inks) {
        pixels.put((byte) ink);
      }
    }
    return new FixtureEncoder(width, height, pixels.flip(), inks.length)
        .spaces(JpegColorSpace.CMYK, JpegColorSpace.CMYK);
  }

  static FixtureEncoder flatGrey(int width, int height) {
    ByteBuffer pixels = ByteBuffer.allocateDirect(width * height);
    return new FixtureEncoder(width, height, pixels, 1)
        .spaces(JpegColorSpace.GREY, JpegColorSpace.GREY);
  }

  private FixtureEncoder spaces(JpegColorSpace input, JpegColorSpace coded) {
    arguments.set(Encode.INPUT_SPACE, input.nativeValue());
    return codedAs(coded);
  }

  FixtureEncoder codedAs(JpegColorSpace coded) {
    arguments.set(Encode.CODED_SPACE, coded.nativeValue());
    return this;
  }

  FixtureEncoder set(Encode argument) {
    arguments.set(argument, 1);
    return this;
  }

  FixtureEncoder set(Encode argument, long value) {
    arguments.set(argument, value);
    return this;
  }

  FixtureEncoder subsampled(int horizontal, int vertical) {
    return set(Encode.H_FACTOR, horizontal).set(Encode.V_FACTOR, vertical);
  }

  /** Sequential when every scan holds 0-63, progressive otherwise. */
  FixtureEncoder scans(int[][] scans) {
    script = new int[SCRIPT_ENTRY * scans.length];
    int at = 0;
    for (int[] scan : scans) {
      System.arraycopy(scan, 0, script, at, SCRIPT_ENTRY);
      at += SCRIPT_ENTRY;
    }
    return set(Encode.SCANS, scans.length);
  }

  /** Of three components; sequential, not interleaved. */
  FixtureEncoder oneScanEachComponent() {
    return scans(new int[][] {scan(0, 0, 63, 0, 0), scan(1, 0, 63, 0, 0), scan(2, 0, 63, 0, 0)});
  }

  /** A scan of one component in libjpeg's terms. */
  static int[] scan(int component, int ss, int se, int ah, int al) {
    return new int[] {1, component, 0, 0, 0, ss, se, ah, al};
  }

  static int[] scan(Scan scan) {
    List<Integer> components = scan.components();
    int[] entry = new int[SCRIPT_ENTRY];
    entry[0] = components.size();
    for (int i = 0; i < components.size(); i++) {
      entry[1 + i] = components.get(i);
    }
    entry[5] = scan.ss();
    entry[6] = scan.se();
    entry[7] = scan.ah();
    entry[8] = scan.al();
    return entry;
  }

  byte[] encode() {
    try (JpegSession session = new JpegSession(LIMITS)) {
      String name = "fixture " + width + " x " + height;
      ByteBuffer jpeg = session.encode(pixels, arguments, script, name, session::outputView);
      byte[] bytes = new byte[jpeg.remaining()];
      jpeg.get(bytes);
      return bytes;
    } catch (PcrException e) {
      throw new AssertionError(e);
    }
  }
}
