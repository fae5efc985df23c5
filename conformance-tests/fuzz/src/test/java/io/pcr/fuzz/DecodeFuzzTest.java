package io.pcr.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.pcr.codecs.internal.jpeg.JpegDecoder;
import io.pcr.codecs.internal.jpeg.JpegInfo;
import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.codecs.jpeg.DecodeOptions.Scale;
import io.pcr.codecs.jpeg.DecodedImage;
import io.pcr.format.Limits;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Decoding from slices: cut anywhere, they decode to the same pixels. */
class DecodeFuzzTest {
  private static final List<Scale> SCALES = List.of(Scale.values());
  private static final int MAX_PIXELS = 1 << 18;
  private static final Limits LIMITS =
      Limits.DEFAULT.withPixels(MAX_PIXELS).withSliceBytes(1 << 20).withInputScans(20);

  private static final ByteBuffer WHOLE = ByteBuffer.allocateDirect(3 * MAX_PIXELS);
  private static final ByteBuffer CUT = ByteBuffer.allocateDirect(3 * MAX_PIXELS);

  static Stream<Arguments> seeds() {
    return JpegSeeds.all();
  }

  @MethodSource("seeds")
  @FuzzTest
  void decode(byte[] jpeg) {
    FuzzRead.refuses(
        () -> {
          Scale scale = SCALES.get(jpeg.length % SCALES.size());
          DecodeOptions options = DecodeOptions.rgb().withScale(scale);
          ByteBuffer bytes = ByteBuffer.wrap(jpeg);
          int cut = jpeg.length / 3;
          List<ByteBuffer> slices =
              List.of(bytes.slice(0, cut), bytes.slice(cut, jpeg.length - cut));
          try (JpegDecoder decoder = new JpegDecoder(LIMITS)) {
            JpegInfo info = decoder.inspect(slices, "fuzzed");
            DecodedImage image = decoder.decode(bytes, options, WHOLE.clear(), "fuzzed");
            assertEquals(scale.of(info.width()), image.width());
            assertEquals(scale.of(info.height()), image.height());
            assertEquals(3 * image.width() * image.height(), WHOLE.position());
            assertEquals(image, decoder.decode(slices, options, CUT.clear(), "fuzzed"));
            assertEquals(WHOLE.flip(), CUT.flip());
          }
        });
  }
}
