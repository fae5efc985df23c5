package io.pcr.codecs.internal.raw;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.ImageCodec;
import io.pcr.codecs.internal.ImageInfo;
import io.pcr.codecs.internal.synthetic.SyntheticPhoto;
import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import javax.imageio.ImageIO;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RawCodecTest {
  private static final String NAME = "a/picture";
  private static final int BMP_WIDTH = 18;
  private static final int BMP_HEIGHT = 22;
  private static final int BMP_BITS = 28;
  private static final int BMP_COMPRESSION = 30;
  private static final int BMP_PIXELS_OFFSET = 10;
  private static final int BMP_COLOURS_USED = 46;

  private final BmpCodec bmp = new BmpCodec();
  private final PnmCodec pnm = new PnmCodec();

  @Property
  void everyPictureComesBackFromBothFormats(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 70) int width,
      @ForAll @IntRange(min = 1, max = 40) int height,
      @ForAll PixelFormat format)
      throws IOException {
    ByteBuffer pixels = SyntheticPhoto.render(seed, width, height, format);
    for (boolean isBmp : new boolean[] {true, false}) {
      ByteBuffer image = isBmp ? bmp(pixels, width, height, format) : pnm(pixels, width, height);
      ImageCodec codec = isBmp ? bmp : pnm;
      assertEquals(new ImageInfo(width, height, format.channels()), codec.info(image, NAME));
      assertEquals(pixels, decode(codec, image, format));
    }
  }

  @Property
  void anyDamageIsAnErrorOrAPictureNeverMore(
      @ForAll boolean isBmp,
      @ForAll @IntRange(min = 0, max = 60) int at,
      @ForAll byte value,
      @ForAll @IntRange(min = 0, max = 9 * 7 * 3 + 60) int length) {
    ByteBuffer pixels = SyntheticPhoto.render(5, 9, 7, PixelFormat.RGB);
    ByteBuffer image = isBmp ? bmp(pixels, 9, 7, PixelFormat.RGB) : pnm(pixels, 9, 7);
    if (at < image.limit()) {
      image.put(at, value);
    }
    image.limit(Math.min(length, image.limit()));
    try {
      decode(isBmp ? bmp : pnm, image, PixelFormat.GREY);
    } catch (PcrException e) {
      assertEquals(NAME, e.source());
    }
  }

  @Test
  void javaReadsOurBitmaps() throws IOException {
    ByteBuffer pixels = SyntheticPhoto.render(1, 33, 21, PixelFormat.RGB);
    ByteBuffer image = bmp(pixels, 33, 21, PixelFormat.RGB);
    BufferedImage read = ImageIO.read(new ByteArrayInputStream(bytes(image)));
    for (int i = 0; i < 33 * 21; i++) {
      assertEquals(rgbAt(pixels, i), read.getRGB(i % 33, i / 33) & 0xFF_FFFF);
    }
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        BufferedImage.TYPE_BYTE_BINARY,
        BufferedImage.TYPE_BYTE_INDEXED,
        BufferedImage.TYPE_3BYTE_BGR
      })
  void bitmapsOfJavaAreRead(int type) throws IOException {
    BufferedImage source = new BufferedImage(29, 13, type);
    for (int i = 0; i < 29 * 13; i++) {
      source.setRGB(i % 29, i / 29, i * 0x3_4567);
    }
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    assertTrue(ImageIO.write(source, "bmp", file));
    ByteBuffer pixels = decode(bmp, ByteBuffer.wrap(file.toByteArray()), PixelFormat.RGB);
    for (int i = 0; i < 29 * 13; i++) {
      assertEquals(source.getRGB(i % 29, i / 29) & 0xFF_FFFF, rgbAt(pixels, i));
    }
  }

  @Test
  void rowsFromTheTopAreReadFromTheTop() throws IOException {
    ByteBuffer pixels = SyntheticPhoto.render(1, 8, 2, PixelFormat.RGB);
    ByteBuffer image = bmp(pixels, 8, 2, PixelFormat.RGB);
    ByteBuffer upsideDown = decode(bmp, image.putInt(BMP_HEIGHT, -2), PixelFormat.RGB);
    assertEquals(pixels.slice(0, 24), upsideDown.slice(24, 24));
    assertEquals(pixels.slice(24, 24), upsideDown.slice(0, 24));
  }

  @Test
  void fourthChannelOf32BitsIsDropped() throws IOException {
    ByteBuffer image = bmp(ByteBuffer.allocate(12), 4, 1, PixelFormat.RGB);
    ByteBuffer wide = ByteBuffer.allocate(54 + 16).order(ByteOrder.LITTLE_ENDIAN);
    wide.put(0, image, 0, 54).putShort(BMP_BITS, (short) 32);
    wide.putInt(54, 0x7F_010203);
    byte[] pixels = bytes(decode(bmp, wide, PixelFormat.RGB));
    assertArrayEquals(new byte[] {1, 2, 3, 0, 0, 0}, Arrays.copyOf(pixels, 6));
  }

  @ParameterizedTest
  @CsvSource({
    BMP_WIDTH + ",0,Corrupt",
    BMP_WIDTH + ",-5,Corrupt",
    BMP_WIDTH + ",9,Corrupt",
    BMP_WIDTH + ",2147483647,Unsupported",
    BMP_WIDTH + ",16777216,LimitExceeded",
    BMP_HEIGHT + ",0,Corrupt",
    BMP_HEIGHT + ",6,Corrupt",
    BMP_HEIGHT + ",-2147483648,Corrupt",
    BMP_HEIGHT + ",2147483647,LimitExceeded",
    BMP_BITS + ",16,Unsupported",
    BMP_COMPRESSION + ",1,Unsupported",
    BMP_COMPRESSION + ",-1,Unsupported",
    BMP_PIXELS_OFFSET + ",0,Corrupt",
    BMP_PIXELS_OFFSET + ",-1,Corrupt",
    BMP_PIXELS_OFFSET + ",2147483647,Corrupt",
    "14,12,Unsupported",
    "14,-1,Unsupported"
  })
  void impossibleBitmapFieldIsNamed(int offset, int value, String family) {
    ByteBuffer image = bmp(ByteBuffer.allocate(8 * 5 * 3), 8, 5, PixelFormat.RGB);
    if (offset == BMP_BITS || offset == BMP_COMPRESSION) {
      image.putShort(offset, (short) value);
    } else {
      image.putInt(offset, value);
    }
    assertEquals(family, failure(bmp, image).getClass().getSimpleName());
  }

  @Test
  void colourOutsideOfThePaletteIsDamage() {
    ByteBuffer image = bmp(ByteBuffer.allocate(16).put(7, (byte) 200), 4, 4, PixelFormat.GREY);
    image.putInt(BMP_COLOURS_USED, 100);
    PcrException e = failure(bmp, image);
    assertSame(PcrException.Corrupt.class, e.getClass());
    assertTrue(e.getMessage().contains("colour 200 of a palette of 100"), e.getMessage());
    image.putInt(BMP_COLOURS_USED, -1);
    assertSame(PcrException.Corrupt.class, failure(bmp, image).getClass());
  }

  @ParameterizedTest
  @CsvSource({
    "'P5 2 1 255 ab',97,98",
    "'P5\n# a comment\n2#another\r1\t\t255\nab',97,98",
    "'P5 2 1 51 !3',165,255",
    "'P5 2 1 65535 ~~!!',126,33",
    "'P5 2 1 255 ab and what follows',97,98"
  })
  void headersInEverySpellingAreRead(String file, int first, int second) throws IOException {
    byte[] pixels = bytes(decode(pnm, ascii(file), PixelFormat.GREY));
    assertArrayEquals(new byte[] {(byte) first, (byte) second}, pixels);
  }

  @ParameterizedTest
  @CsvSource({
    "'',Corrupt",
    "'P',Corrupt",
    "'PX 2 1 255 ab',Corrupt",
    "'P3 1 1 255 1 2 3',Unsupported",
    "'P7 WIDTH 2',Unsupported",
    "'P5',Corrupt",
    "'P52 1 255 ab',Corrupt",
    "'P5 0 1 255 ab',Corrupt",
    "'P5 -2 1 255 ab',Corrupt",
    "'P5 2 1 0 ab',Corrupt",
    "'P5 2 1 65536 abcd',Corrupt",
    "'P5 2 1 255',Corrupt",
    "'P5 2 1 255ab',Corrupt",
    "'P5 2 1 255 a',Corrupt",
    "'P6 2 1 255 abcde',Corrupt",
    "'P5 2 1 256 abc',Corrupt",
    "'P5 99999999999999999999 1 255 ab',Corrupt",
    "'P5 2147483647 2147483647 255 ab',LimitExceeded",
    "'P5 # no end',Corrupt"
  })
  void brokenHeadersAreRefused(String file, String family) {
    PcrException e = failure(pnm, ascii(file));
    assertEquals(family, e.getClass().getSimpleName());
    assertTrue(e.getMessage().endsWith(" in " + NAME), e.getMessage());
  }

  @Test
  void endlessHeaderIsRefused() {
    PcrException e = failure(pnm, ascii("P5" + " ".repeat(100_000) + "2 1 255 ab"));
    assertSame(PcrException.Corrupt.class, e.getClass());
  }

  @Test
  void limitOnPixelsIsHeldByTheHeaderAlone() throws IOException {
    Limits limits = Limits.DEFAULT.withPixels(99);
    ByteBuffer ten = pnm(ByteBuffer.allocate(300), 10, 10);
    PcrException e = assertThrows(PcrException.class, () -> new PnmCodec(limits).info(ten, NAME));
    assertSame(PcrException.LimitExceeded.class, e.getClass());
    assertEquals(100, new PnmCodec().info(ten, NAME).pixels());
  }

  @Test
  void outputThatIsTooSmallIsALimit() {
    ByteBuffer image = pnm(ByteBuffer.allocate(300), 10, 10);
    ByteBuffer out = ByteBuffer.allocate(299);
    PcrException e =
        assertThrows(PcrException.class, () -> pnm.decode(image, NAME, PixelFormat.RGB, out));
    assertSame(PcrException.LimitExceeded.class, e.getClass());
    assertEquals(0, out.position());
  }

  @Test
  void inputIsReadFromItsPositionAndLeftAsItWas() throws IOException {
    ByteBuffer image = ascii("..P5 2 1 255 ab").position(2).asReadOnlyBuffer();
    decode(pnm, image, PixelFormat.RGB);
    assertEquals(2, image.position());
  }

  @Test
  void greyOfColourIsTheLumaOfJpeg() throws IOException {
    ByteBuffer pixels = ByteBuffer.wrap(new byte[] {-1, 0, 0, 0, -1, 0, 0, 0, -1, -1, -1, -1});
    byte[] expected = {76, (byte) 150, 29, -1};
    assertArrayEquals(expected, bytes(decode(pnm, pnm(pixels, 4, 1), PixelFormat.GREY)));
    ByteBuffer bitmap = bmp(pixels, 4, 1, PixelFormat.RGB);
    assertArrayEquals(expected, bytes(decode(bmp, bitmap, PixelFormat.GREY)));
  }

  private static ByteBuffer bmp(ByteBuffer pixels, int width, int height, PixelFormat format) {
    long length = BmpCodec.encodedLength(width, height, format);
    ByteBuffer out = ByteBuffer.allocate((int) length).order(ByteOrder.LITTLE_ENDIAN);
    BmpCodec.encode(pixels, width, height, format, out);
    assertEquals(0, out.remaining());
    return out.flip();
  }

  private static ByteBuffer pnm(ByteBuffer pixels, int width, int height) {
    boolean isGrey = pixels.remaining() == width * height;
    PixelFormat format = isGrey ? PixelFormat.GREY : PixelFormat.RGB;
    ByteBuffer out = ByteBuffer.allocate((int) PnmCodec.encodedLength(width, height, format));
    PnmCodec.encode(pixels, width, height, format, out);
    assertEquals(0, out.remaining());
    return out.flip();
  }

  private static ByteBuffer decode(ImageCodec codec, ByteBuffer image, PixelFormat format)
      throws PcrException {
    ByteBuffer out = ByteBuffer.allocateDirect((int) codec.info(image, NAME).bytes(format));
    codec.decode(image, NAME, format, out);
    assertEquals(0, out.remaining());
    return out.flip();
  }

  private static PcrException failure(ImageCodec codec, ByteBuffer image) {
    return assertThrows(PcrException.class, () -> decode(codec, image, PixelFormat.GREY));
  }

  private static ByteBuffer ascii(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(buffer.position(), bytes);
    return bytes;
  }

  private static int rgbAt(ByteBuffer rgb, int pixel) {
    return (rgb.get(3 * pixel) & 0xFF) << 16
        | (rgb.get(3 * pixel + 1) & 0xFF) << 8
        | (rgb.get(3 * pixel + 2) & 0xFF);
  }
}
