package io.pcr.loader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.error.PcrException;
import io.pcr.loader.crop.RandomCrop;
import io.pcr.loader.order.OrderKind;
import io.pcr.loader.transform.Transform;
import io.pcr.reader.PcrDataset;
import io.pcr.testkit.Pictures;
import io.pcr.tfrecord.internal.TfRecordWriteOptions;
import io.pcr.tfrecord.internal.TfRecordWriter;
import io.pcr.tfrecord.internal.example.Example;
import io.pcr.tfrecord.internal.example.Feature;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records that others have written. */
class LoaderTfRecordTest {
  @TempDir Path own;

  /** Pictures of 96 by 72 pixels, each with the size that its record is to state. */
  private Path file(String name, long[]... stated) throws IOException {
    Path file = own.resolve(name + ".tfrecord");
    try (FileChannel channel =
            FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        TfRecordWriter writer = new TfRecordWriter(channel, TfRecordWriteOptions.DEFAULT)) {
      for (int i = 0; i < stated.length; i++) {
        byte[] image = i % 2 == 0 ? Pictures.jpeg(i, 96, 72, 90) : Pictures.png(i, 96, 72);
        writer.write(
            Example.of(
                Map.of(
                    "image/encoded", Feature.ofBytes(ByteBuffer.wrap(image)),
                    "image/filename", Feature.ofText("picture " + i),
                    "image/width", Feature.ofInt64s(stated[i][0]),
                    "image/height", Feature.ofInt64s(stated[i][1]))));
      }
      writer.finish();
    }
    return file;
  }

  private static ByteBuffer pixels(Path file, LoaderOptions options) throws IOException {
    try (PcrDataset dataset = PcrDataset.open(file);
        Loader loader = Loader.open(dataset, options)) {
      Batch batch = loader.next();
      assertEquals(0, loader.statistics().samplesReplaced());
      ByteBuffer pixels = ByteBuffer.allocate(batch.pixels().remaining());
      return pixels.put(batch.pixels()).flip();
    }
  }

  private static LoaderOptions.Builder options() {
    return LoaderOptions.builder()
        .batch(8)
        .order(OrderKind.SEQUENTIAL)
        .transform(new Transform.RandomResizedCrop(LoaderFixture.SHAPE, RandomCrop.DEFAULT));
  }

  @Test
  void imageWhoseRecordStatesAWrongSizeIsCroppedByTheSizeThatItHas() throws IOException {
    long[] right = {96, 72};
    long[][] wrong = {
      {95, 72}, {72, 96}, {4000, 3000}, {1, 1}, {0, 0}, {-5, Long.MAX_VALUE}, {97, 72}, {96, 144}
    };
    long[][] all = new long[wrong.length][];
    Arrays.fill(all, right);
    LoaderOptions options = options().views(1).build();
    assertEquals(pixels(file("right", all), options), pixels(file("wrong", wrong), options));
    LoaderOptions views = options().views(3).build();
    assertEquals(pixels(own.resolve("right.tfrecord"), views), pixels(file("more", wrong), views));
  }

  @Test
  void conditionSeesTheSizesThatRecordsState() throws IOException {
    Path file = file("stated", new long[] {95, 72}, new long[] {0, 1}, new long[] {97, -3});
    try (PcrDataset dataset = PcrDataset.open(file)) {
      LoaderPart part = LoaderPart.of(dataset).where("width > 0 and not height == 5");
      assertEquals(List.of(1), List.of(part.selection().counts().count(0)));
    }
  }

  @Test
  void sizeThatIsRightDoesNotHideDamage() throws IOException {
    Path file = own.resolve("damaged.tfrecord");
    byte[] image = Pictures.jpeg(1, 96, 72, 90);
    byte[] torn = Arrays.copyOf(image, 40);
    try (FileChannel channel =
            FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        TfRecordWriter writer = new TfRecordWriter(channel, TfRecordWriteOptions.DEFAULT)) {
      writer.write(
          Example.of(
              Map.of(
                  "image/encoded", Feature.ofBytes(ByteBuffer.wrap(torn)),
                  "image/filename", Feature.ofText("torn"),
                  "image/width", Feature.ofInt64s(96),
                  "image/height", Feature.ofInt64s(72))));
      writer.finish();
    }
    try (PcrDataset dataset = PcrDataset.open(file);
        Loader loader = Loader.open(dataset, options().batch(1).build())) {
      PcrException e = assertThrows(PcrException.class, loader::next);
      assertTrue(e.getMessage().contains("torn"), e.getMessage());
    }
  }
}
