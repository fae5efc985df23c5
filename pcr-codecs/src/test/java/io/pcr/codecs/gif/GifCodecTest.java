package io.pcr.codecs.gif;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pcr.codecs.CodecException;
import io.pcr.codecs.CodecException.Reason;
import io.pcr.codecs.ImageInfo;
import io.pcr.codecs.PixelFormat;
import io.pcr.format.Limits;
import java.awt.image.BufferedImage;
import java.awt.image.IndexColorModel;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.metadata.IIOMetadata;
import javax.imageio.metadata.IIOMetadataNode;
import javax.imageio.stream.ImageOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Held against the JDK's own GIF reader and writer. */
class GifCodecTest {
  private static final String NAME = "a.gif";

  @ParameterizedTest
  @CsvSource({
    "1, 1, true, 2",
    "7, 5, false, 4",
    "64, 48, true, 256",
    "300, 200, false, 256",
    "513, 9, true, 16",
    "3, 257, true, 200",
    "256, 256, false, 2"
  })
  void picturesAreThoseThatTheJdkReads(int width, int height, boolean interlaced, int colours)
      throws IOException {
    byte[] gif = gif(width, height, interlaced, colours);
    BufferedImage expected = ImageIO.read(new ByteArrayInputStream(gif));
    ByteBuffer rgb = decode(gif, PixelFormat.RGB);
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        int pixel = (rgb.get() & 0xFF) << 16 | (rgb.get() & 0xFF) << 8 | (rgb.get() & 0xFF);
        assertEquals(expected.getRGB(x, y) & 0xFFFFFF, pixel, x + ", " + y);
      }
    }
    assertEquals(width * height, decode(gif, PixelFormat.GREY).remaining());
  }

  @Test
  void everyTruncationIsCorruptAndNothingElse() throws IOException {
    byte[] gif = gif(40, 30, false, 256);
    for (int length = 0; length < gif.length - 10; length++) {
      byte[] cut = Arrays.copyOf(gif, length);
      CodecException e =
          assertThrows(
              CodecException.class, () -> decode(cut, PixelFormat.RGB), "cut at " + length);
      assertEquals(Reason.CORRUPT, e.reason());
    }
    assertEquals(new ImageInfo(40, 30, 3), new GifCodec().info(ByteBuffer.wrap(gif), NAME));
  }

  @Test
  void damagedBytesGiveAPictureOrACodecException() throws IOException {
    byte[] gif = gif(40, 30, true, 64);
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 5000; i++) {
      byte[] damaged = gif.clone();
      damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
      try {
        new GifCodec(Limits.DEFAULT.withPixels(100_000))
            .decode(ByteBuffer.wrap(damaged), NAME, PixelFormat.RGB, ByteBuffer.allocate(300_000));
      } catch (CodecException e) {
        assertEquals(NAME, e.source());
      }
    }
  }

  @Test
  void screenAboveTheLimitIsRefusedBeforeItIsMade() {
    byte[] bomb = {'G', 'I', 'F', '8', '9', 'a', -1, -1, -1, -1, 0, 0, 0};
    CodecException e =
        assertThrows(CodecException.class, () -> new GifCodec().info(ByteBuffer.wrap(bomb), NAME));
    assertEquals(Reason.LIMIT, e.reason());
  }

  private static ByteBuffer decode(byte[] gif, PixelFormat format) throws CodecException {
    GifCodec codec = new GifCodec();
    ByteBuffer image = ByteBuffer.wrap(gif).asReadOnlyBuffer();
    ByteBuffer out = ByteBuffer.allocate((int) codec.info(image, NAME).bytes(format));
    codec.decode(image, NAME, format, out);
    assertEquals(0, image.position());
    assertEquals(0, out.remaining());
    return out.flip();
  }

  private static byte[] gif(int width, int height, boolean interlaced, int colours)
      throws IOException {
    byte[] red = new byte[colours];
    byte[] green = new byte[colours];
    byte[] blue = new byte[colours];
    SplittableRandom random = new SplittableRandom(colours);
    random.nextBytes(red);
    random.nextBytes(green);
    random.nextBytes(blue);
    IndexColorModel palette = new IndexColorModel(8, colours, red, green, blue);
    BufferedImage image =
        new BufferedImage(width, height, BufferedImage.TYPE_BYTE_INDEXED, palette);
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        int index = random.nextInt(4) == 0 ? random.nextInt(colours) : (x / 5 + y / 3) % colours;
        image.getRaster().setSample(x, y, 0, index);
      }
    }
    ImageWriter writer = ImageIO.getImageWritersByFormatName("gif").next();
    ImageWriteParam parameters = writer.getDefaultWriteParam();
    IIOMetadata metadata =
        writer.getDefaultImageMetadata(new ImageTypeSpecifier(image), parameters);
    IIOMetadataNode root = (IIOMetadataNode) metadata.getAsTree("javax_imageio_gif_image_1.0");
    IIOMetadataNode descriptor =
        (IIOMetadataNode) root.getElementsByTagName("ImageDescriptor").item(0);
    descriptor.setAttribute("interlaceFlag", interlaced ? "TRUE" : "FALSE");
    metadata.setFromTree("javax_imageio_gif_image_1.0", root);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ImageOutputStream out = ImageIO.createImageOutputStream(bytes)) {
      writer.setOutput(out);
      writer.write(null, new IIOImage(image, null, metadata), parameters);
    } finally {
      writer.dispose();
    }
    return bytes.toByteArray();
  }
}
