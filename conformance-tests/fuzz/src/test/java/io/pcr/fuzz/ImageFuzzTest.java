package io.pcr.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.AlphaCodec;
import io.pcr.codecs.internal.ImageCodec;
import io.pcr.codecs.internal.ImageInfo;
import io.pcr.codecs.internal.image.ImageCodecs;
import io.pcr.codecs.internal.png.PngCodec;
import io.pcr.codecs.internal.png.PngOptions;
import io.pcr.codecs.internal.raw.BmpCodec;
import io.pcr.codecs.internal.raw.PnmCodec;
import io.pcr.codecs.internal.synthetic.SyntheticPhoto;
import io.pcr.codecs.internal.webp.WebpCodec;
import io.pcr.codecs.internal.webp.WebpOptions;
import io.pcr.format.Limits;
import io.pcr.format.internal.media.StatedSize;
import io.pcr.format.media.MediaType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Images that are no JPEGs, each given to every codec. */
class ImageFuzzTest {
  private static final int SIDE = 12;
  private static final int MAX_PIXELS = 1 << 18;
  private static final Limits LIMITS = Limits.DEFAULT.withPixels(MAX_PIXELS);
  private static final ByteBuffer PIXELS = ByteBuffer.allocateDirect(4 * MAX_PIXELS);
  private static final List<ImageCodec> CODECS =
      List.of(
          new PngCodec(LIMITS), new WebpCodec(LIMITS), new BmpCodec(LIMITS), new PnmCodec(LIMITS));

  /** An image of one of the formats, at the start of the buffer. */
  private interface Encode {
    void into(ByteBuffer pixels, PixelFormat format, ByteBuffer out) throws IOException;
  }

  static Stream<Arguments> seeds() {
    return Stream.of(PixelFormat.values())
        .flatMap(
            format ->
                Stream.of(
                    seed("PNG", format, ImageFuzzTest::png),
                    seed("WebP", format, (pixels, f, out) -> webp(pixels, f, false, out)),
                    seed("lossless WebP", format, (pixels, f, out) -> webp(pixels, f, true, out)),
                    seed("BMP", format, (p, f, out) -> BmpCodec.encode(p, SIDE, SIDE, f, out)),
                    seed("PNM", format, (p, f, out) -> PnmCodec.encode(p, SIDE, SIDE, f, out))));
  }

  private static void png(ByteBuffer pixels, PixelFormat format, ByteBuffer out)
      throws IOException {
    PngCodec.encode(pixels, SIDE, SIDE, format, PngOptions.DEFAULT, out);
  }

  private static void webp(ByteBuffer pixels, PixelFormat format, boolean lossless, ByteBuffer out)
      throws IOException {
    WebpOptions options = lossless ? WebpOptions.losslessly() : WebpOptions.lossy(50);
    WebpCodec.encode(pixels, SIDE, SIDE, format, options, out);
  }

  private static Arguments seed(String name, PixelFormat format, Encode encode) {
    ByteBuffer out = ByteBuffer.allocateDirect(1 << 20);
    try {
      encode.into(SyntheticPhoto.render(1, SIDE, SIDE, format), format, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Seeds.seed(name + " " + format, Seeds.bytes(out.flip()));
  }

  @MethodSource("seeds")
  @FuzzTest
  void image(byte[] bytes) {
    for (MediaType type : MediaType.values()) {
      MediaType.of("fuzzed." + type.suffixes().iterator().next(), ByteBuffer.wrap(bytes));
      StatedSize.of(type, ByteBuffer.wrap(bytes));
      ImageCodecs.metadata(type, ByteBuffer.wrap(bytes));
    }
    for (ImageCodec codec : CODECS) {
      for (PixelFormat format : PixelFormat.values()) {
        decode(codec, format, bytes);
      }
      if (codec instanceof AlphaCodec alpha) {
        PIXELS.clear();
        FuzzRead.refuses(() -> alpha.decodeRgba(ByteBuffer.wrap(bytes), "fuzzed", PIXELS));
      }
    }
  }

  private static void decode(ImageCodec codec, PixelFormat format, byte[] bytes) {
    ByteBuffer image = ByteBuffer.wrap(bytes);
    PIXELS.clear();
    boolean refused =
        FuzzRead.refuses(
            () -> {
              ImageInfo info = codec.info(image, "fuzzed");
              codec.decode(image, "fuzzed", format, PIXELS);
              assertEquals(info.bytes(format), PIXELS.position());
            });
    assertFalse(refused && PIXELS.position() != 0, "moved the position and failed");
    assertEquals(0, image.position());
  }
}
