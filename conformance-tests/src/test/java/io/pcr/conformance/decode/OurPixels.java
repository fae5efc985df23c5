package io.pcr.conformance.decode;

import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.codecs.jpeg.DecodedImage;
import io.pcr.codecs.jpeg.JpegDecoder;
import io.pcr.format.Limits;
import java.io.IOException;
import java.nio.ByteBuffer;

/** What our decoder makes of a JPEG. For one thread; whoever makes one closes it. */
final class OurPixels implements AutoCloseable {
  private static final ByteBuffer PIXELS = ByteBuffer.allocateDirect(64 << 20);

  private final JpegDecoder decoder = new JpegDecoder(Limits.DEFAULT);

  /** The pixels row by row, grey ones as one byte. */
  byte[] of(byte[] jpeg, boolean grey, boolean smoothed) throws IOException {
    DecodeOptions options = grey ? DecodeOptions.grey() : DecodeOptions.rgb();
    PIXELS.clear();
    DecodedImage image =
        decoder.decode(
            ByteBuffer.wrap(jpeg), options.withBlockSmoothing(smoothed), PIXELS, "photo");
    byte[] bytes = new byte[image.width() * image.height() * options.format().channels()];
    PIXELS.get(0, bytes);
    return bytes;
  }

  @Override
  public void close() {
    decoder.close();
  }
}
