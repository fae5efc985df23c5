package io.pcr.codecs.internal.png;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
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
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import javax.imageio.ImageIO;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PngCodecTest extends ImageCodecContract {
  private static final int GREY = 0;
  private static final int RGB = 2;
  private static final int PALETTE = 3;
  private static final int GREY_ALPHA = 4;
  private static final int RGB_ALPHA = 6;

  @Override
  protected ImageCodec codec(Limits limits) {
    return new PngCodec(limits);
  }

  @Override
  protected ByteBuffer encode(ByteBuffer pixels, int width, int height, PixelFormat format)
      throws PcrException {
    return encode(pixels, width, height, format, PngOptions.DEFAULT);
  }

  private static ByteBuffer encode(
      ByteBuffer pixels, int width, int height, PixelFormat format, PngOptions options)
      throws PcrException {
    long bound = PngCodec.maxEncodedLength(width, height, format);
    ByteBuffer out = ByteBuffer.allocateDirect((int) bound);
    PngCodec.encode(pixels, width, height, format, options, out);
    return out.flip();
  }

  @Property(tries = 200)
  void everyPictureComesBackWithAnyOptions(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 70) int width,
      @ForAll @IntRange(min = 1, max = 40) int height,
      @ForAll PixelFormat format,
      @ForAll @IntRange(min = 0, max = 9) int level,
      @ForAll PngFilter filter)
      throws IOException {
    ByteBuffer pixels = SyntheticPhoto.render(seed, width, height, format);
    ByteBuffer png = encode(pixels, width, height, format, new PngOptions(level, filter));
    assertEquals(new ImageInfo(width, height, format.channels()), codec().info(png, NAME));
    assertEquals(pixels, decode(png, format));
  }

  @ParameterizedTest
  @EnumSource
  void noiseStaysWithinTheBound(PngFilter filter) throws IOException {
    byte[] noise = new byte[300 * 200 * 3];
    new SplittableRandom(1).nextBytes(noise);
    ByteBuffer pixels = ByteBuffer.wrap(noise);
    for (int level = 0; level <= 9; level += 3) {
      PngOptions options = PngOptions.DEFAULT.withLevel(level).withFilter(filter);
      assertEquals(
          pixels, decode(encode(pixels, 300, 200, PixelFormat.RGB, options), PixelFormat.RGB));
    }
  }

  @Test
  void javaReadsOurImages() throws IOException {
    ByteBuffer pixels = SyntheticPhoto.render(1, 33, 21, PixelFormat.RGB);
    byte[] png = bytes(encode(pixels, 33, 21, PixelFormat.RGB));
    BufferedImage read = ImageIO.read(new ByteArrayInputStream(png));
    for (int i = 0; i < 33 * 21; i++) {
      int rgb = read.getRGB(i % 33, i / 33);
      assertEquals(pixels.get(3 * i), (byte) (rgb >> 16));
      assertEquals(pixels.get(3 * i + 1), (byte) (rgb >> 8));
      assertEquals(pixels.get(3 * i + 2), (byte) rgb);
    }
  }

  @Test
  void outputThatIsFullIsALimit() {
    ByteBuffer pixels = SyntheticPhoto.render(1, 33, 21, PixelFormat.RGB);
    ByteBuffer out = ByteBuffer.allocateDirect(100);
    PcrException e =
        assertThrows(
            PcrException.class,
            () -> PngCodec.encode(pixels, 33, 21, PixelFormat.RGB, PngOptions.DEFAULT, out));
    assertSame(PcrException.LimitExceeded.class, e.getClass());
    assertEquals(0, out.position());
  }

  @Test
  void tooFewPixelsAreAMistake() {
    ByteBuffer out = ByteBuffer.allocateDirect(1000);
    ByteBuffer pixels = ByteBuffer.allocate(11);
    assertThrows(
        IllegalArgumentException.class,
        () -> PngCodec.encode(pixels, 2, 2, PixelFormat.RGB, PngOptions.DEFAULT, out));
  }

  @Test
  void sixteenBitsKeepTheirUpperEight() throws IOException {
    ByteBuffer grey = file(2, 1, 16, GREY, 0, 0x12, 0x34, 0xFE, 0xDC);
    assertPixels(grey, PixelFormat.GREY, 0x12, 0xFE);
    assertPixels(grey, PixelFormat.RGB, 0x12, 0x12, 0x12, 0xFE, 0xFE, 0xFE);
    assertPixels(file(1, 1, 16, RGB, 0, 1, 2, 3, 4, 5, 6), PixelFormat.RGB, 1, 3, 5);
  }

  @Test
  void fewBitsAreScaled() throws IOException {
    assertPixels(file(4, 1, 1, GREY, 0, 0b1010_0000), PixelFormat.GREY, 255, 0, 255, 0);
    assertPixels(file(4, 1, 2, GREY, 0, 0b00_01_10_11), PixelFormat.GREY, 0, 85, 170, 255);
    assertPixels(file(2, 1, 4, GREY, 0, 0x1F), PixelFormat.RGB, 17, 17, 17, 255, 255, 255);
  }

  @Test
  void palettesAreLookedUp() throws IOException {
    byte[] colours = {10, 20, 30, -1, -1, -1};
    ByteBuffer png =
        new PngFiles()
            .header(2, 1, 8, PALETTE, 0)
            .chunk("PLTE", colours)
            .chunk("tRNS", new byte[] {0})
            .pixels(0, 1, 0)
            .end();
    assertPixels(png, PixelFormat.RGB, 255, 255, 255, 10, 20, 30);
    assertPixels(png, PixelFormat.GREY, 255, 18);
    assertEquals(3, codec().info(png, NAME).channels());
  }

  @Test
  void colourOutsideOfThePaletteIsBlack() throws IOException {
    ByteBuffer png =
        new PngFiles()
            .header(2, 1, 8, PALETTE, 0)
            .chunk("PLTE", new byte[] {9, 9, 9, 8, 8, 8})
            .pixels(0, 1, 2)
            .end();
    assertPixels(png, PixelFormat.RGB, 8, 8, 8, 0, 0, 0);
  }

  @Test
  void alphaIsDropped() throws IOException {
    ByteBuffer rgba = file(1, 1, 8, RGB_ALPHA, 0, 10, 20, 30, 0);
    assertPixels(rgba, PixelFormat.RGB, 10, 20, 30);
    assertEquals(4, codec().info(rgba, NAME).channels());
    ByteBuffer greyAlpha = file(1, 1, 8, GREY_ALPHA, 0, 77, 0);
    assertPixels(greyAlpha, PixelFormat.GREY, 77);
    assertPixels(greyAlpha, PixelFormat.RGB, 77, 77, 77);
    assertEquals(PixelFormat.GREY, codec().info(greyAlpha, NAME).naturalFormat());
  }

  @Test
  void interlacedImagesAreReadInOrder() throws IOException {
    // Two by two pixels: passes 1, 6 and 7 hold the first, the second, and the second row.
    ByteBuffer png = new PngFiles().header(2, 2, 8, GREY, 1).pixels(0, 1, 0, 2, 0, 3, 4).end();
    assertPixels(png, PixelFormat.GREY, 1, 2, 3, 4);
    assertPixels(png, PixelFormat.RGB, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4);
  }

  @ParameterizedTest
  @CsvSource({"IHDR,29", "IDAT,41", "IEND,-1"})
  void wrongChecksumOfAChunkIsDamage(String chunk, int at) {
    ByteBuffer png = file(1, 1, 8, GREY, 0, 77);
    int index = at < 0 ? png.limit() + at : at;
    png.put(index, (byte) (png.get(index) ^ 1));
    PcrException e = failure(png);
    assertSame(PcrException.Corrupt.class, e.getClass(), chunk);
  }

  @Test
  void wrongChecksumOfAnAncillaryChunkIsDamage() {
    ByteBuffer before =
        new PngFiles()
            .header(1, 1, 8, GREY, 0)
            .chunk("gAMA", new byte[] {0, 0, -79, -113}, 42)
            .pixels(0, 77)
            .end();
    ByteBuffer after =
        new PngFiles()
            .header(1, 1, 8, GREY, 0)
            .pixels(0, 77)
            .chunk("tEXt", new byte[] {'a', 0, 'b'}, 42)
            .end();
    for (ByteBuffer png : new ByteBuffer[] {before, after}) {
      PcrException e = failure(png);
      assertSame(PcrException.Corrupt.class, e.getClass());
      assertTrue(e.getMessage().contains("checksum"), e.getMessage());
    }
  }

  @Test
  void missingEndIsDamage() {
    ByteBuffer png = new PngFiles().header(1, 1, 8, GREY, 0).pixels(0, 77).unfinished();
    assertSame(PcrException.Corrupt.class, failure(png).getClass());
  }

  @Test
  void tooFewPixelsInTheFileAreDamage() {
    assertSame(PcrException.Corrupt.class, failure(file(2, 2, 8, GREY, 0, 1, 2, 0, 3)).getClass());
  }

  @Test
  void unknownCriticalChunkIsUnsupported() {
    ByteBuffer png =
        new PngFiles().header(1, 1, 8, GREY, 0).chunk("ABCD", new byte[3]).pixels(0, 77).end();
    assertSame(PcrException.Unsupported.class, failure(png).getClass());
  }

  @ParameterizedTest
  @CsvSource({
    "2147483647,2147483647,LimitExceeded",
    "65536,65536,LimitExceeded",
    "-1,1,Corrupt",
    "0,1,Corrupt",
    "1,0,Corrupt"
  })
  void hugeOrImpossibleSizesAreRefusedByTheHeader(int width, int height, String family) {
    ByteBuffer png = new PngFiles().header(width, height, 8, GREY, 0).pixels(0, 77).end();
    PcrException e = assertThrows(PcrException.class, () -> codec().info(png, NAME));
    assertEquals(family, e.getClass().getSimpleName());
    assertEquals(family, failure(png).getClass().getSimpleName());
  }

  @Test
  void bombInAChunkThatHoldsNoPixelsIsStopped() {
    byte[] zeros = new byte[200 << 20];
    byte[] compressed = PngFiles.deflate(zeros);
    byte[] text = new byte[compressed.length + 3];
    text[0] = 'a';
    System.arraycopy(compressed, 0, text, 3, compressed.length);
    ByteBuffer png =
        new PngFiles().header(1, 1, 8, GREY, 0).chunk("zTXt", text).pixels(0, 77).end();
    assertSame(PcrException.LimitExceeded.class, failure(png).getClass());
  }

  @Test
  void otherFilesAreNotPng() {
    PcrException e =
        failure(ByteBuffer.wrap("this is some text, and longer than any header".getBytes(UTF_8)));
    assertSame(PcrException.Corrupt.class, e.getClass());
    assertTrue(e.getMessage().startsWith("PNG.data: invalid signature (libspng)"), e.getMessage());
  }

  private static ByteBuffer file(int width, int height, int depth, int colour, int... rows) {
    return new PngFiles().header(width, height, depth, colour, 0).pixels(rows).end();
  }

  private void assertPixels(ByteBuffer png, PixelFormat format, int... expected)
      throws IOException {
    byte[] values = new byte[expected.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = (byte) expected[i];
    }
    assertArrayEquals(values, bytes(decode(png, format)));
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(buffer.position(), bytes);
    return bytes;
  }
}
