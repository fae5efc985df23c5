package io.pcr.fuzz;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.ImageInfo;
import io.pcr.codecs.internal.jpeg.EncodeOptions;
import io.pcr.codecs.internal.jpeg.EncodeOptions.Subsampling;
import io.pcr.codecs.internal.jpeg.JpegEncoder;
import io.pcr.codecs.internal.synthetic.SyntheticPhoto;
import io.pcr.format.Limits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Small JPEGs of each kind that libjpeg-turbo writes. */
final class JpegSeeds {
  private static final int SIDE = 24;
  private static final EncodeOptions BASE = EncodeOptions.quality(50);

  private JpegSeeds() {}

  static Stream<Arguments> all() {
    return Stream.of(
        seed("baseline", PixelFormat.RGB, BASE),
        seed("grey", PixelFormat.GREY, BASE),
        seed("not subsampled", PixelFormat.RGB, BASE.withSubsampling(Subsampling.NONE)),
        seed("optimal tables", PixelFormat.RGB, BASE.withOptimize(true)),
        seed("progressive", PixelFormat.RGB, BASE.withProgressive(true)),
        seed("progressive grey", PixelFormat.GREY, BASE.withProgressive(true)),
        seed("restart markers", PixelFormat.RGB, BASE.withRestartInterval(1)));
  }

  private static Arguments seed(String name, PixelFormat format, EncodeOptions options) {
    ByteBuffer pixels = SyntheticPhoto.render(name.length(), SIDE, SIDE, format);
    ImageInfo info = new ImageInfo(SIDE, SIDE, format.channels());
    try (JpegEncoder encoder = new JpegEncoder(Limits.DEFAULT)) {
      return Seeds.seed(name, Seeds.bytes(encoder.encode(pixels, info, options, name)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
