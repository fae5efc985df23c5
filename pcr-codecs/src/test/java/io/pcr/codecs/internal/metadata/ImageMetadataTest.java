package io.pcr.codecs.internal.metadata;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.image.ImageCodecs;
import io.pcr.codecs.internal.image.ImageFormat;
import io.pcr.codecs.internal.png.PngCodec;
import io.pcr.codecs.internal.png.PngOptions;
import io.pcr.codecs.internal.synthetic.SyntheticPhoto;
import io.pcr.codecs.internal.webp.WebpCodec;
import io.pcr.codecs.internal.webp.WebpOptions;
import io.pcr.format.media.MediaType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.DeflaterOutputStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Metadata comes out of files as it went in, and out of anything else without harm. */
class ImageMetadataTest {
  private static final int SIDE = 9;

  private static ByteBuffer profile(int bytes) {
    ByteBuffer profile = ByteBuffer.allocate(bytes);
    for (int i = 0; i < bytes; i++) {
      profile.put(i, (byte) (i * 31));
    }
    return profile.put(16, "RGB ".getBytes(ISO_8859_1));
  }

  private static ImageMetadata turnedAndProfiled(int orientation, int profileBytes) {
    return ImageMetadata.of(orientation, profile(profileBytes)).essential(3, profileBytes);
  }

  private static Map<MediaType, ByteBuffer> files() throws IOException {
    ByteBuffer pixels = SyntheticPhoto.render(1, SIDE, SIDE, PixelFormat.RGB);
    ByteBuffer png = ByteBuffer.allocateDirect(1 << 12);
    PngCodec.encode(pixels, SIDE, SIDE, PixelFormat.RGB, PngOptions.DEFAULT, png);
    ByteBuffer webp = ByteBuffer.allocateDirect(1 << 17);
    WebpCodec.encode(pixels, SIDE, SIDE, PixelFormat.RGB, WebpOptions.losslessly(), webp);
    return Map.of(MediaType.PNG, png.flip(), MediaType.WEBP, webp.flip());
  }

  private static ByteBuffer pixels(MediaType type, ByteBuffer file) throws IOException {
    ByteBuffer out = ByteBuffer.allocateDirect(3 * SIDE * SIDE);
    if (type == MediaType.PNG) {
      new PngCodec().decode(file, "k", PixelFormat.RGB, out);
    } else {
      new WebpCodec().decode(file, "k", PixelFormat.RGB, out);
    }
    return out.flip();
  }

  @Property(tries = 60)
  void whatIsWrittenIntoAFileIsReadFromItAndNoPixelChanges(
      @ForAll @IntRange(min = 2, max = 8) int orientation,
      @ForAll @IntRange(min = 20, max = 70_001) int profileBytes)
      throws IOException {
    ImageMetadata metadata = turnedAndProfiled(orientation, profileBytes);
    for (Map.Entry<MediaType, ByteBuffer> file : files().entrySet()) {
      ByteBuffer with = ImageCodecs.withMetadata(file.getKey(), file.getValue(), metadata);
      ImageMetadata found = ImageCodecs.metadata(file.getKey(), with);
      assertEquals(orientation, found.orientation());
      assertEquals(profile(profileBytes), found.icc());
      assertEquals(metadata.exif(), found.exif());
      assertEquals(pixels(file.getKey(), file.getValue()), pixels(file.getKey(), with));
    }
  }

  @Test
  void kindsWithoutAPlaceAndMetadataOfNothingLeaveTheFileAsItIs() throws IOException {
    ByteBuffer file = files().get(MediaType.PNG);
    assertSame(file, ImageCodecs.withMetadata(MediaType.PNG, file, ImageMetadata.NONE));
    assertSame(file, ImageCodecs.withMetadata(MediaType.BMP, file, turnedAndProfiled(6, 100)));
    assertEquals(ImageMetadata.NONE, ImageCodecs.metadata(MediaType.BMP, file));
    assertTrue(ImageMetadata.of(1, ByteBuffer.allocate(0)).essential(3, 10).isEmpty());
    assertFalse(turnedAndProfiled(1, 100).essential(1, 100).icc().hasRemaining());
    assertFalse(turnedAndProfiled(1, 100).essential(3, 99).icc().hasRemaining());
  }

  @Property(tries = 2000)
  void damagedFilesAreReadToAnAnswer(
      @ForAll @Size(max = 12) int[] places, @ForAll byte value, @ForAll int cut)
      throws IOException {
    ImageMetadata metadata = turnedAndProfiled(6, 100);
    for (Map.Entry<MediaType, ByteBuffer> file : files().entrySet()) {
      ByteBuffer with = ImageCodecs.withMetadata(file.getKey(), file.getValue(), metadata);
      byte[] bytes = new byte[with.remaining()];
      with.get(bytes);
      for (int place : places) {
        // Where the metadata is, which is near the start.
        bytes[Math.floorMod(place, Math.min(bytes.length, 200))] += value;
      }
      byte[] part = Arrays.copyOf(bytes, Math.floorMod(cut, bytes.length + 1));
      for (byte[] damaged : new byte[][] {bytes, part}) {
        ByteBuffer buffer = ByteBuffer.wrap(damaged);
        ImageMetadata found = ImageCodecs.metadata(file.getKey(), buffer);
        assertTrue(found.orientation() <= 8);
        assertTrue(found.exif().remaining() <= damaged.length);
        Optional<ImageFormat> format = ImageCodecs.format(file.getKey());
        if (format.isPresent()) {
          format.get().hasSeveralFrames(buffer, "cut");
        }
        assertEquals(0, buffer.position());
      }
    }
  }

  @Property
  void anyBlocksSayAnOrientationOrNone(@ForAll @Size(max = 60) byte[] bytes) {
    for (String start :
        new String[] {"", "II*\0\b\0\0\0", "MM\0*\0\0\0\b", "tiff:Orientation=\""}) {
      byte[] head = start.getBytes(ISO_8859_1);
      ByteBuffer block =
          ByteBuffer.allocate(head.length + bytes.length).put(head).put(bytes).flip();
      int orientation = ExifOrientation.of(block);
      assertTrue(orientation >= 0 && orientation <= 8);
      assertTrue(XmpOrientation.of(block) <= 8);
      RawProfile.exif(block);
    }
  }

  @Test
  void orientationIsFoundInBothByteOrdersAndNowhereElse() {
    for (ByteOrder order : new ByteOrder[] {ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN}) {
      String start = order == ByteOrder.BIG_ENDIAN ? "MM\0*" : "II*\0";
      ByteBuffer block = ByteBuffer.allocate(40).order(order).put(start.getBytes(ISO_8859_1));
      block.putInt(8).putShort((short) 2);
      block.putShort((short) 0x100).putShort((short) 4).putInt(1).putInt(7);
      block.putShort((short) 0x112).putShort((short) 3).putInt(1).putShort((short) 5).flip();
      block.limit(34);
      assertEquals(5, ExifOrientation.of(block));
      assertEquals(0, ExifOrientation.of(block.slice(0, 33)), "cut short");
      assertEquals(0, ExifOrientation.of(changed(block, 30, 9)), "out of range");
      assertEquals(0, ExifOrientation.of(changed(block, 24, 4)), "a long");
      assertEquals(0, ExifOrientation.of(changed(block, 8, 1)), "beyond the entries");
    }
    assertEquals(
        6, XmpOrientation.of(ByteBuffer.wrap("<tiff:Orientation> 6 </".getBytes(ISO_8859_1))));
    assertEquals(
        3, XmpOrientation.of(ByteBuffer.wrap("tiff:Orientation = '3'".getBytes(ISO_8859_1))));
    assertEquals(
        0, XmpOrientation.of(ByteBuffer.wrap("tiff:Orientation=\"9\"".getBytes(ISO_8859_1))));
  }

  private static ByteBuffer changed(ByteBuffer block, int at, int value) {
    ByteBuffer copy = ByteBuffer.allocate(block.limit()).order(block.order());
    copy.put(block.duplicate().position(0)).putShort(at, (short) value);
    return copy.flip();
  }

  /** Zeros inflate to a thousand times their size. */
  @Test
  void profileThatInflatesWithoutEndIsNone() throws IOException {
    ByteArrayOutputStream deflated = new ByteArrayOutputStream();
    deflated.writeBytes("x\0\0".getBytes(ISO_8859_1));
    try (DeflaterOutputStream deflater = new DeflaterOutputStream(deflated)) {
      for (int mebibyte = 0; mebibyte < 20; mebibyte++) {
        deflater.write(new byte[1 << 20]);
      }
    }
    ByteBuffer png = files().get(MediaType.PNG);
    byte[] bomb = chunk("iCCP", deflated.toByteArray());
    ByteBuffer file = ByteBuffer.allocate(33 + 50 * bomb.length);
    file.put(png.slice(0, 33));
    for (int i = 0; i < 50; i++) {
      file.put(bomb);
    }
    assertFalse(ImageCodecs.metadata(MediaType.PNG, file.flip()).icc().hasRemaining());
  }

  private static byte[] chunk(String type, byte[] data) {
    CRC32 crc = new CRC32();
    crc.update(type.getBytes(ISO_8859_1));
    crc.update(data);
    return ByteBuffer.allocate(12 + data.length)
        .putInt(data.length)
        .put(type.getBytes(ISO_8859_1))
        .put(data)
        .putInt((int) crc.getValue())
        .array();
  }
}
