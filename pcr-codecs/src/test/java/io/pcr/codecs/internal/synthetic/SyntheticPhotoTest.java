package io.pcr.codecs.internal.synthetic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.PixelFormat;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SyntheticPhotoTest {
  private static final int WIDTH = 500;
  private static final int HEIGHT = 375;

  @Test
  void sameSeedGivesTheSameBytes() {
    assertEquals(
        SyntheticPhoto.render(7, WIDTH, HEIGHT, PixelFormat.RGB),
        SyntheticPhoto.render(7, WIDTH, HEIGHT, PixelFormat.RGB));
  }

  @Test
  void bytesAreTheSameOnEveryMachine() {
    CRC32 crc = new CRC32();
    crc.update(SyntheticPhoto.render(1, 96, 64, PixelFormat.RGB));
    crc.update(SyntheticPhoto.render(2, 64, 96, PixelFormat.GREY));
    assertEquals(1_809_070_496L, crc.getValue());
  }

  @Test
  void anotherSeedGivesAnotherPicture() {
    assertNotEquals(
        SyntheticPhoto.render(7, WIDTH, HEIGHT, PixelFormat.GREY),
        SyntheticPhoto.render(8, WIDTH, HEIGHT, PixelFormat.GREY));
  }

  @ParameterizedTest
  @CsvSource({"1,1", "1,300", "300,1", "7,9", "1600,1200"})
  void everySizeIsFilledAndNoByteMore(int width, int height) {
    for (PixelFormat format : PixelFormat.values()) {
      int bytes = width * height * format.channels();
      ByteBuffer out = ByteBuffer.allocate(bytes + 1);
      SyntheticPhoto.render(3, width, height, format, out);
      assertEquals(1, out.remaining());
    }
  }

  @Test
  void bufferThatIsTooSmallIsRefused() {
    ByteBuffer out = ByteBuffer.allocate(8 * 8 * 3 - 1);
    assertThrows(
        IllegalArgumentException.class, () -> SyntheticPhoto.render(3, 8, 8, PixelFormat.RGB, out));
  }

  @ParameterizedTest
  @CsvSource({"0,8", "8,-1", "65536,65536"})
  void impossibleSizeIsRefusedBeforeAnythingIsAllocated(int width, int height) {
    ByteBuffer out = ByteBuffer.allocate(1);
    assertThrows(
        IllegalArgumentException.class,
        () -> SyntheticPhoto.render(3, width, height, PixelFormat.GREY, out));
  }

  @Test
  void picturesTakeAsManyBytesAsJpegsAsPhotographsDo() throws IOException {
    int pictures = 16;
    long bytes = 0;
    for (int seed = 0; seed < pictures; seed++) {
      bytes += jpegBytes(SyntheticPhoto.render(seed, WIDTH, HEIGHT, PixelFormat.RGB));
    }
    double bytesPerPixel = (double) bytes / pictures / (WIDTH * HEIGHT);
    assertTrue(bytesPerPixel > 0.45 && bytesPerPixel < 0.8, bytesPerPixel + " bytes a pixel");
  }

  private static int jpegBytes(ByteBuffer rgb) throws IOException {
    BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
    for (int pixel = 0; pixel < WIDTH * HEIGHT; pixel++) {
      int red = Byte.toUnsignedInt(rgb.get());
      int green = Byte.toUnsignedInt(rgb.get());
      int blue = Byte.toUnsignedInt(rgb.get());
      image.setRGB(pixel % WIDTH, pixel / WIDTH, red << 16 | green << 8 | blue);
    }
    ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
    ImageWriteParam quality = writer.getDefaultWriteParam();
    quality.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
    quality.setCompressionQuality(0.9f);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ImageOutputStream out = ImageIO.createImageOutputStream(bytes)) {
      writer.setOutput(out);
      writer.write(null, new IIOImage(image, null, null), quality);
    } finally {
      writer.dispose();
    }
    return bytes.size();
  }
}
