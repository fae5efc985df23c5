package io.pcr.reader.internal.quality;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pcr.format.internal.checksum.Sha256;
import io.pcr.format.quality.ViewSize;
import java.nio.ByteBuffer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelViewTest {
  private final ModelView view224 = new ModelView(ViewSize.MODEL_224);

  /** The hashes are of what Pillow 9.4 made of the same pixels, with torchvision's crop. */
  @ParameterizedTest
  @CsvSource({
    "500, 375, 256, 224, 17880afe653abd4f970f4233aa3e538b591fe397addfda95a6515ac1e3b3e2a3",
    "375, 500, 256, 224, 762b6a234c6ef631c40717c40eac8b932aca7f4b8efab95e474648cb1bea631c",
    "333, 251, 256, 224, 8936d019994c87347dc3108403cd1cbc44e912d354109b27138988f9b58d7793",
    "97, 130, 256, 224, db544e6ff1a7cd64a17155f579c4c0a462fc85e738043de87f258d8de5303206",
    "256, 256, 256, 224, 75a3d3384a661500549797b965c36b9b6139bdd4c601f021bb953af6723bf178",
    "1, 1, 3, 2, 8fe53de6942d1e179d93bb5bab8b4e285d24a27e2c9ac764cd086039503685e5",
    "3, 700, 16, 9, ea7baa0b23562c90cd7aacb77d0d0f311c8c4dc788cb9389757652e3614e1c94",
    "1200, 13, 8, 8, 70f125ff72ef93a67d7a0618559232d5bae8057b06ae8339144383908b164f42",
    "641, 480, 342, 299, 952abc92c329b22f033c19a1bbf0f26349c7c23bc31786fa731efdb50a70f4b9",
    "40, 30, 7, 1, b58ea6d31995a4d8ce092eb718ddfa58b6cef2288b41faf1dcd52ff3d6d8fa01"
  })
  void viewIsPillowsToTheLastBit(int width, int height, int resize, int crop, String sha256) {
    ByteBuffer out = ByteBuffer.allocate(crop * crop * 3);
    new ModelView(new ViewSize(resize, crop)).of(pattern(width, height), width, height, out);
    assertEquals(sha256, Sha256.of(out.flip()).toString());
  }

  private static ByteBuffer pattern(int width, int height) {
    ByteBuffer rgb = ByteBuffer.allocate(width * height * 3);
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        for (int channel = 0; channel < 3; channel++) {
          rgb.put((byte) (x * 37 + y * 91 + channel * 53 + x * y * 7));
        }
      }
    }
    return rgb.flip();
  }

  @Property(tries = 60)
  void oneColourStaysAtAnySize(
      @ForAll byte value,
      @ForAll @IntRange(min = 1, max = 700) int width,
      @ForAll @IntRange(min = 1, max = 700) int height) {
    ByteBuffer rgb = ByteBuffer.allocate(width * height * 3);
    for (int i = 0; i < rgb.capacity(); i++) {
      rgb.put(i, value);
    }
    ByteBuffer out = ByteBuffer.allocate(224 * 224 * 3);
    view224.of(rgb, width, height, out);
    for (int i = 0; i < out.capacity(); i++) {
      assertEquals(value, out.get(i));
    }
  }

  @Test
  void instanceKeepsNothingOfThePictureBefore() {
    ByteBuffer fresh = ByteBuffer.allocate(224 * 224 * 3);
    new ModelView(ViewSize.MODEL_224).of(pattern(90, 110), 90, 110, fresh);
    view224.of(pattern(640, 480), 640, 480, ByteBuffer.allocate(224 * 224 * 3));
    ByteBuffer out = ByteBuffer.allocate(224 * 224 * 3);
    view224.of(pattern(90, 110), 90, 110, out);
    assertEquals(fresh.flip(), out.flip());
  }

  @Test
  void pictureIsReadFromItsPositionWhichStays() {
    ByteBuffer rgb = ByteBuffer.allocate(7 + 30 * 20 * 3).position(7).put(pattern(30, 20));
    rgb.position(7);
    ModelView view = new ModelView(new ViewSize(10, 8));
    ByteBuffer shifted = ByteBuffer.allocate(5 + 8 * 8 * 3).position(5);
    view.of(rgb, 30, 20, shifted);
    ByteBuffer out = ByteBuffer.allocate(8 * 8 * 3);
    view.of(pattern(30, 20), 30, 20, out);
    assertEquals(7, rgb.position());
    assertEquals(out.flip(), shifted.position(5));
  }

  @Test
  void fullSizeAndShortBuffersAreMistakes() {
    assertThrows(IllegalArgumentException.class, () -> new ModelView(ViewSize.FULL));
    assertThrows(IllegalArgumentException.class, () -> new ModelView(new ViewSize(60_000, 60_000)));
    ByteBuffer out = ByteBuffer.allocate(224 * 224 * 3);
    assertThrows(
        IllegalArgumentException.class, () -> view224.of(ByteBuffer.allocate(29), 5, 2, out));
    assertThrows(
        IllegalArgumentException.class, () -> view224.of(ByteBuffer.allocate(29), 0, 2, out));
    assertThrows(
        IllegalArgumentException.class,
        () -> view224.of(ByteBuffer.allocate(30), 5, 2, out.limit(30)));
  }
}
