package io.pcr.codecs.internal.jpeg;

import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.codecs.jpeg.DecodedImage;
import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import java.nio.ByteBuffer;
import java.util.List;

/** Decoded pixels as arrays, for comparisons. */
final class Pixels {
  private final int width;
  private final int height;
  private final int channels;
  private final byte[] values;
  private final List<String> warnings;

  Pixels(int width, int height, int channels, byte[] values, List<String> warnings) {
    this.width = width;
    this.height = height;
    this.channels = channels;
    this.values = values;
    this.warnings = warnings;
  }

  int width() {
    return width;
  }

  int height() {
    return height;
  }

  byte[] values() {
    return values;
  }

  List<String> warnings() {
    return warnings;
  }

  static Pixels of(byte[] jpeg, DecodeOptions options) throws PcrException {
    return of(List.of(ByteBuffer.wrap(jpeg)), options);
  }

  static Pixels of(List<ByteBuffer> slices, DecodeOptions options) throws PcrException {
    try (JpegDecoder decoder = new JpegDecoder(Limits.DEFAULT)) {
      JpegInfo info = decoder.inspect(slices, "pixels");
      long room = options.format().imageBytes(info.width(), info.height());
      ByteBuffer pixels = ByteBuffer.allocateDirect((int) room);
      DecodedImage image = decoder.decode(slices, options, pixels, "pixels");
      byte[] values = new byte[pixels.flip().remaining()];
      pixels.get(values);
      return new Pixels(
          image.width(), image.height(), options.format().channels(), values, image.warnings());
    }
  }

  int at(int x, int y, int channel) {
    return Byte.toUnsignedInt(values[(y * width + x) * channels + channel]);
  }

  /** The part that a crop should have delivered. */
  byte[] part(DecodeOptions.Crop crop) {
    byte[] part = new byte[crop.width() * crop.height() * channels];
    for (int y = 0; y < crop.height(); y++) {
      int from = ((crop.y() + y) * width + crop.x()) * channels;
      System.arraycopy(values, from, part, y * crop.width() * channels, crop.width() * channels);
    }
    return part;
  }

  double meanDifference(Pixels other) {
    long sum = 0;
    for (int i = 0; i < values.length; i++) {
      sum += Math.abs(Byte.toUnsignedInt(values[i]) - Byte.toUnsignedInt(other.values[i]));
    }
    return (double) sum / values.length;
  }
}
