package io.pcr.codecs.internal.webp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.ImageCodec;
import io.pcr.codecs.internal.ImageCodecContract;
import io.pcr.codecs.internal.ImageInfo;
import io.pcr.codecs.internal.synthetic.SyntheticPhoto;
import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WebpCodecTest extends ImageCodecContract {
  @Override
  protected ImageCodec codec(Limits limits) {
    return new WebpCodec(limits);
  }

  @Override
  protected ByteBuffer encode(ByteBuffer pixels, int width, int height, PixelFormat format)
      throws PcrException {
    return encode(pixels, width, height, format, WebpOptions.losslessly().withMethod(1));
  }

  private static ByteBuffer encode(
      ByteBuffer pixels, int width, int height, PixelFormat format, WebpOptions options)
      throws PcrException {
    long bound = WebpCodec.maxEncodedLength(width, height);
    ByteBuffer out = ByteBuffer.allocateDirect((int) bound);
    WebpCodec.encode(pixels, width, height, format, options, out);
    return out.flip();
  }

  @Property(tries = 60)
  void losslessKeepsEveryPixel(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 70) int width,
      @ForAll @IntRange(min = 1, max = 40) int height,
      @ForAll PixelFormat format)
      throws IOException {
    ByteBuffer pixels = SyntheticPhoto.render(seed, width, height, format);
    ByteBuffer webp = encode(pixels, width, height, format);
    assertEquals(new ImageInfo(width, height, 3), codec().info(webp, NAME));
    assertEquals(pixels, decode(webp, format));
  }

  @Test
  void higherQualityTakesMoreBytesAndComesCloser() throws IOException {
    ByteBuffer pixels = SyntheticPhoto.render(3, 320, 240, PixelFormat.RGB);
    int bytes = 0;
    double error = Double.MAX_VALUE;
    for (float quality : new float[] {5, 40, 75, 95}) {
      ByteBuffer webp = encode(pixels, 320, 240, PixelFormat.RGB, WebpOptions.lossy(quality));
      double now = meanError(pixels, decode(webp, PixelFormat.RGB));
      assertTrue(webp.remaining() > bytes && now < error, "at quality " + quality);
      bytes = webp.remaining();
      error = now;
    }
    // Chroma has half the resolution: that much of the colour is lost at any quality.
    assertTrue(error < 8, "mean error " + error + " at quality 95");
  }

  @Test
  void slowerMethodTakesFewerBytes() throws IOException {
    ByteBuffer pixels = SyntheticPhoto.render(3, 320, 240, PixelFormat.RGB);
    WebpOptions options = WebpOptions.lossy(75);
    int fast = encode(pixels, 320, 240, PixelFormat.RGB, options.withMethod(0)).remaining();
    int slow = encode(pixels, 320, 240, PixelFormat.RGB, options.withMethod(6)).remaining();
    assertTrue(slow < fast, slow + " and " + fast);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void noiseStaysWithinTheBound(boolean lossless) throws IOException {
    byte[] noise = new byte[300 * 200 * 3];
    new SplittableRandom(1).nextBytes(noise);
    WebpOptions options = new WebpOptions(lossless, 100, 2);
    ByteBuffer webp = encode(ByteBuffer.wrap(noise), 300, 200, PixelFormat.RGB, options);
    assertTrue(webp.remaining() < 300 * 200 * 3.3, webp.remaining() + " bytes");
  }

  @Test
  void outputThatIsFullIsALimit() {
    ByteBuffer pixels = SyntheticPhoto.render(1, 33, 21, PixelFormat.RGB);
    ByteBuffer out = ByteBuffer.allocateDirect(50);
    PcrException e =
        assertThrows(
            PcrException.class,
            () -> WebpCodec.encode(pixels, 33, 21, PixelFormat.RGB, WebpOptions.lossy(90), out));
    assertSame(PcrException.LimitExceeded.class, e.getClass());
    assertEquals(0, out.position());
  }

  @Test
  void imageThatIsTooWideForWebpIsUnsupported() {
    ByteBuffer out = ByteBuffer.allocateDirect(1 << 17);
    ByteBuffer pixels = ByteBuffer.allocate(16_384);
    PcrException e =
        assertThrows(
            PcrException.class,
            () ->
                WebpCodec.encode(pixels, 16_384, 1, PixelFormat.GREY, WebpOptions.lossy(50), out));
    assertSame(PcrException.Unsupported.class, e.getClass());
    assertTrue(e.getMessage().contains("16383"), e.getMessage());
  }

  @Test
  void animationIsRefusedAndSaidToBeOne() throws IOException {
    PcrException e = failure(animation());
    assertSame(PcrException.Unsupported.class, e.getClass());
    assertEquals("WebP.ANIM: an animated WebP, at 0 in " + NAME, e.getMessage());
  }

  @Test
  void damagedContainerIsDamage() throws IOException {
    ByteBuffer pixels = SyntheticPhoto.render(1, 33, 21, PixelFormat.RGB);
    ByteBuffer webp = encode(pixels, 33, 21, PixelFormat.RGB);
    int[] offsets = {0, 4, 8, 12, 16, 20};
    for (int offset : offsets) {
      ByteBuffer broken = ByteBuffer.allocateDirect(webp.remaining()).put(webp.duplicate()).flip();
      broken.putInt(offset, 0x7FFF_FFF1);
      assertSame(PcrException.Corrupt.class, failure(broken).getClass(), "at " + offset);
    }
  }

  @Test
  void otherFilesAreNotWebp() {
    ByteBuffer text = ByteBuffer.wrap("RIFF????WAVEfmt something".getBytes(StandardCharsets.UTF_8));
    assertSame(PcrException.Corrupt.class, failure(text).getClass());
    assertSame(PcrException.Corrupt.class, failure(ByteBuffer.allocate(0)).getClass());
  }

  /** Two frames around one and the same still image. */
  private ByteBuffer animation() throws IOException {
    ByteBuffer pixels = SyntheticPhoto.render(1, 16, 16, PixelFormat.RGB);
    ByteBuffer still = encode(pixels, 16, 16, PixelFormat.RGB);
    ByteBuffer image = still.slice(12, still.remaining() - 12);
    ByteBuffer out = ByteBuffer.allocateDirect(4096).order(ByteOrder.LITTLE_ENDIAN);
    out.put(tag("RIFF")).putInt(0).put(tag("WEBP"));
    out.put(tag("VP8X")).putInt(10).putInt(2);
    out.put(new byte[] {15, 0, 0, 15, 0, 0});
    out.put(tag("ANIM")).putInt(6).put(new byte[6]);
    for (int frame = 0; frame < 2; frame++) {
      out.put(tag("ANMF")).putInt(16 + image.remaining()).put(new byte[6]);
      out.put(new byte[] {15, 0, 0, 15, 0, 0, 100, 0, 0, 0}).put(image.duplicate());
    }
    return out.putInt(4, out.position() - 8).flip();
  }

  private static byte[] tag(String name) {
    return name.getBytes(StandardCharsets.US_ASCII);
  }

  private static double meanError(ByteBuffer a, ByteBuffer b) {
    long sum = 0;
    for (int i = 0; i < a.remaining(); i++) {
      sum += Math.abs((a.get(i) & 0xFF) - (b.get(i) & 0xFF));
    }
    return (double) sum / a.remaining();
  }
}
