package io.pcr.loader;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.resize.Resizer;
import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.codecs.resize.ResizeShape;
import io.pcr.format.Fidelity;
import io.pcr.format.column.ColumnValue;
import io.pcr.loader.crop.CropBox;
import io.pcr.loader.crop.RandomCrop;
import io.pcr.loader.transform.Transform;
import io.pcr.reader.Sample;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Pixels are those of whole images that were decoded alone. */
class LoaderImagesTest extends LoaderFixture {
  /** Against the whole image decoded alone, and cut and resized afterwards. */
  @Test
  void imagesAreTheRightPartsOfTheRightSamples() throws IOException {
    for (Fidelity fidelity : List.of(Fidelity.FULL, Fidelity.group(2))) {
      try (Loader loader = Loader.open(dataset, options().fidelity(fidelity).build())) {
        for (int i = 0; i < 7; i++) {
          Batch batch = loader.next();
          for (int image = 0; image < batch.size(); image++) {
            Sample sample = dataset.sample(batch.key(image), fidelity);
            CropBox box =
                RandomCrop.DEFAULT.box(5, batch.epoch(), batch.sample(image), 0, WIDTH, HEIGHT);
            ByteBuffer expected = rendered(sample, box);
            ByteBuffer found = batch.pixels().slice(image * SHAPE.bytes(), SHAPE.bytes());
            assertEquals(expected, found);
          }
        }
      }
    }
  }

  private static ByteBuffer rendered(Sample sample, CropBox box) throws IOException {
    ByteBuffer whole = ByteBuffer.allocateDirect(WIDTH * HEIGHT * 3);
    sample.decode(DecodeOptions.rgb(), whole);
    ByteBuffer part = ByteBuffer.allocateDirect(box.width() * box.height() * 3);
    for (int y = 0; y < box.height(); y++) {
      part.put(whole.slice(((box.y() + y) * WIDTH + box.x()) * 3, box.width() * 3));
    }
    ByteBuffer out = ByteBuffer.allocateDirect(SHAPE.bytes());
    new Resizer(SHAPE).resize(part, box.width(), box.height(), box.flipped(), out, 0);
    return out;
  }

  /** The middle of an image is what Pillow and torchvision take. */
  @Test
  void theMiddleIsCutOfTheResizedImage() throws IOException {
    ResizeShape shape = new ResizeShape(40, 40, PixelFormat.RGB, false, true);
    Transform transform = new Transform.CentreCrop(shape, 48);
    try (Loader loader = Loader.open(dataset, options().transform(transform).build())) {
      Batch batch = loader.next();
      Sample sample = dataset.sample(batch.key(0), Fidelity.FULL);
      ByteBuffer whole = ByteBuffer.allocateDirect(WIDTH * HEIGHT * 3);
      sample.decode(DecodeOptions.rgb(), whole);
      ResizeShape resized = new ResizeShape(64, 48, PixelFormat.RGB, false, true);
      ByteBuffer all = ByteBuffer.allocateDirect(resized.bytes());
      new Resizer(resized).resize(whole, WIDTH, HEIGHT, false, all, 0);
      int most = 0;
      long sum = 0;
      for (int y = 0; y < 40; y++) {
        for (int x = 0; x < 40 * 3; x++) {
          int expected = all.get((y + 4) * 64 * 3 + 12 * 3 + x) & 0xff;
          int found = batch.pixels().get(y * 40 * 3 + x) & 0xff;
          most = Math.max(most, Math.abs(expected - found));
          sum += Math.abs(expected - found);
        }
      }
      // Only the filter's reach over the edges of the part differs.
      assertTrue(sum < 40 * 40 * 3, "differs by " + sum / (40.0 * 40 * 3) + ", most " + most);
    }
  }

  @Test
  void planesAreTheSamePixels() throws IOException {
    ResizeShape planar = new ResizeShape(64, 48, PixelFormat.RGB, true, true);
    Transform transform = new Transform.RandomResizedCrop(planar, RandomCrop.DEFAULT);
    byte[] expected = new byte[64 * 48 * 3];
    byte[] found = new byte[64 * 48 * 3];
    try (Loader one = Loader.open(dataset, options().build());
        Loader other = Loader.open(dataset, options().transform(transform).build())) {
      ByteBuffer pixels = one.next().pixels();
      ByteBuffer planes = other.next().pixels();
      for (int i = 0; i < 64 * 48; i++) {
        for (int c = 0; c < 3; c++) {
          expected[i * 3 + c] = pixels.get(i * 3 + c);
          found[i * 3 + c] = planes.get(c * 64 * 48 + i);
        }
      }
    }
    assertArrayEquals(expected, found);
  }

  /** Each view is a crop of its own, from the view's number. */
  @Test
  void viewsOfAnImageFollowEachOther() throws IOException {
    try (Loader loader = Loader.open(dataset, options().views(3).build());
        Loader single = Loader.open(dataset, options().build())) {
      Batch batch = loader.next();
      Batch one = single.next();
      assertEquals(3, batch.views());
      assertEquals(3 * one.pixels().remaining(), batch.pixels().remaining());
      for (int image = 0; image < batch.size(); image++) {
        Sample sample = dataset.sample(batch.key(image), Fidelity.FULL);
        for (int view = 0; view < 3; view++) {
          CropBox box = RandomCrop.DEFAULT.box(5, 0, batch.sample(image), view, WIDTH, HEIGHT);
          int at = (image * 3 + view) * SHAPE.bytes();
          assertEquals(rendered(sample, box), batch.pixels().slice(at, SHAPE.bytes()));
        }
      }
    }
  }

  @Test
  void onlyRandomCropsHaveSeveralViews() {
    Transform centre = new Transform.CentreCrop(SHAPE, 64);
    LoaderOptions.Builder two = options().transform(centre).views(2);
    assertThrows(IllegalArgumentException.class, two::build);
    LoaderOptions.Builder many = options().views(LoaderOptions.MAX_VIEWS + 1);
    assertThrows(IllegalArgumentException.class, many::build);
    LoaderOptions.Builder none = options().views(0);
    assertThrows(IllegalArgumentException.class, none::build);
  }

  /** Values stay the caller's when the next batches come. */
  @Test
  void batchesHaveTheValuesOfColumns() throws IOException {
    Map<String, ColumnValue> found = new HashMap<>();
    try (Loader loader = Loader.open(dataset, options().columns("caption").build())) {
      for (int i = 0; i < loader.batches(); i++) {
        Batch batch = loader.next();
        for (int image = 0; image < batch.size(); image++) {
          found.put(batch.key(image), batch.value(image, "caption").orElseThrow());
        }
        assertThrows(IllegalArgumentException.class, () -> batch.value(0, "boxes"));
      }
    }
    assertEquals(SAMPLES, found.size());
    found.forEach(
        (key, value) -> {
          String number = key.substring(key.indexOf('/') + 1);
          assertEquals(List.of("picture " + number), value.strings());
        });
    LoaderOptions unknown = options().columns("boxes").build();
    assertThrows(IllegalArgumentException.class, () -> Loader.open(dataset, unknown));
  }
}
