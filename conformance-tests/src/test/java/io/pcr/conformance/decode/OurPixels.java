package io.pcr.conformance.decode;

import io.pcr.codecs.internal.jpeg.JpegDecoder;
import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.codecs.jpeg.DecodedImage;
import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.reader.Sample;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/** What our decoder makes of a JPEG. For one thread; whoever makes one closes it. */
final class OurPixels implements AutoCloseable {
  private static final ByteBuffer PIXELS = ByteBuffer.allocateDirect(64 << 20);

  private final JpegDecoder decoder = new JpegDecoder(Limits.DEFAULT);

  /** The pixels row by row, grey ones as one byte. */
  byte[] of(byte[] jpeg, boolean grey, boolean smoothed) throws IOException {
    DecodeOptions options = grey ? DecodeOptions.grey() : DecodeOptions.rgb();
    return decode(jpeg, options.withBlockSmoothing(smoothed)).pixels();
  }

  /** The picture, whole or in part. */
  Picture decode(byte[] jpeg, DecodeOptions options) throws IOException {
    return picture(decoder.decode(ByteBuffer.wrap(jpeg), options, PIXELS.clear(), "photo"));
  }

  /** The same; empty where it is refused. */
  Optional<Picture> tryToDecode(byte[] jpeg, DecodeOptions options) throws IOException {
    try {
      return Optional.of(decode(jpeg, options));
    } catch (PcrException e) {
      return Optional.empty();
    }
  }

  /** Of a sample's slices, by its reader; empty where it is refused. */
  static Optional<Picture> ofSlices(Sample sample, DecodeOptions options) throws IOException {
    try {
      return Optional.of(picture(sample.decode(options, PIXELS.clear())));
    } catch (PcrException e) {
      return Optional.empty();
    }
  }

  private static Picture picture(DecodedImage image) {
    int channels = image.options().format().channels();
    byte[] bytes = new byte[image.width() * image.height() * channels];
    PIXELS.get(0, bytes);
    return new Picture(image.width(), image.height(), bytes);
  }

  @Override
  public void close() {
    decoder.close();
  }
}
