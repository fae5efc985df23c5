package io.pcr.advisor.internal.strategy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.advisor.strategy.Picture;
import io.pcr.advisor.strategy.Step;
import io.pcr.testkit.Pictures;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is stored at a split and read again, and what becomes of it. */
class SplitsTest {
  private static final int IMAGES = 7;

  @TempDir private Path folder;
  private SourceImages images;

  @BeforeEach
  void write() throws IOException {
    Path source = Files.createDirectories(folder.resolve("images/a"));
    for (int i = 0; i < IMAGES - 1; i++) {
      Files.write(source.resolve(i + ".jpg"), Pictures.jpeg(i, 60 + i, 40, 90));
    }
    Files.write(source.resolve("x.png"), Pictures.png(9, 50, 70));
    Files.writeString(source.resolve("notes.txt"), "no image");
    images = SourceImages.in(folder.resolve("images"));
  }

  /** Keeps what comes by, as the last step of a pipeline. */
  private static final class Collect implements Step {
    private final List<ByteBuffer> seen = Collections.synchronizedList(new ArrayList<>());

    @Override
    public String name() {
      return "collect";
    }

    @Override
    public boolean isRandom() {
      return true; // So that it is done in every epoch.
    }

    @Override
    public Picture.Kind gives(Picture.Kind kind) {
      return kind;
    }

    @Override
    public Work start() {
      return (in, out, random) -> {
        byte[] bytes = new byte[in.length()];
        in.bytes().get(bytes);
        seen.add(ByteBuffer.wrap(bytes));
      };
    }

    List<ByteBuffer> sorted() {
      return seen.stream().sorted().toList();
    }
  }

  private List<ByteBuffer> epoch(Strategy strategy, Collect collect, boolean isDirect)
      throws IOException {
    Trial trial = Trial.of(strategy, images.spread(IMAGES));
    Path data = folder.resolve("data " + strategy.toString().replace(':', '-') + isDirect);
    trial.prepare(data, 2, StopSignal.never());
    StoredFiles files = new StoredFiles(isDirect, Optional.empty());
    collect.seen.clear();
    try (Feed feed = trial.open(data, files)) {
      new Epoch(trial.online(), 3, 0, 2, 5).run(feed, StopSignal.never());
    }
    assertTrue(files.bytesRead() > 0);
    return collect.sorted();
  }

  @ParameterizedTest
  @CsvSource({
    "1, pcr",
    "1, tfrecord:none",
    "1, tfrecord:zstd:3",
    "2, webp",
    "2, png",
    "2, raw",
    "2, tfrecord:gzip",
    "3, raw",
    "3, png",
    "4, float32",
    "4, tfrecord:none",
    "4, tfrecord:zlib:1:rle"
  })
  void whereverThePipelineIsSplitWithoutLossTheSameComesOut(int split, String format)
      throws IOException {
    Collect collect = new Collect();
    List<Step> steps = new ArrayList<>(Pipeline.parse("decode,resize:24,centre").steps());
    steps.add(collect);
    Pipeline pipeline = new Pipeline(steps);
    List<ByteBuffer> online = epoch(Strategy.ofOriginals(pipeline), collect, false);
    assertEquals(IMAGES, online.size());
    Strategy strategy = new Strategy(pipeline, split, SplitFormat.parse(format));
    assertEquals(online, epoch(strategy, collect, true));
  }

  @ParameterizedTest
  @CsvSource({"4, png16, 0.00004", "3, jpeg:100, 0.25", "2, jpeg:95, 0.5"})
  void formatsWithLossComeNear(int split, String format, float most) throws IOException {
    Collect collect = new Collect();
    List<Step> steps = new ArrayList<>(Pipeline.parse("decode,resize:24,centre").steps());
    steps.add(collect);
    Pipeline pipeline = new Pipeline(steps);
    images = new SourceImages(images.folder(), images.files().subList(0, 1));
    List<ByteBuffer> online = epoch(Strategy.ofOriginals(pipeline), collect, false);
    Strategy strategy = new Strategy(pipeline, split, SplitFormat.parse(format));
    List<ByteBuffer> stored = epoch(strategy, collect, false);
    ByteBuffer expected = online.get(0).duplicate().order(java.nio.ByteOrder.LITTLE_ENDIAN);
    ByteBuffer found = stored.get(0).duplicate().order(java.nio.ByteOrder.LITTLE_ENDIAN);
    assertEquals(expected.remaining(), found.remaining());
    while (expected.hasRemaining()) {
      assertEquals(expected.getFloat(), found.getFloat(), most);
    }
  }

  @Test
  void greyPicturesStayGreyInEveryFormat() throws IOException {
    Collect collect = new Collect();
    List<Step> steps = new ArrayList<>(Pipeline.parse("decode,greyscale").steps());
    steps.add(collect);
    Pipeline pipeline = new Pipeline(steps);
    List<ByteBuffer> online = epoch(Strategy.ofOriginals(pipeline), collect, false);
    for (String format : List.of("raw", "png", "tfrecord")) {
      Strategy strategy = new Strategy(pipeline, 3, SplitFormat.parse(format));
      assertEquals(online, epoch(strategy, collect, false), format);
    }
  }

  @Property(tries = 200)
  void shuffledPicturesAllLeaveOnce(
      @ForAll @IntRange(min = 0, max = 12) int capacity,
      @ForAll @IntRange(min = 0, max = 30) int count,
      @ForAll long seed)
      throws IOException {
    ShuffleBuffer buffer = new ShuffleBuffer(capacity, new SplittableRandom(seed));
    List<Integer> left = new ArrayList<>();
    Picture picture = new Picture();
    for (int i = 0; i < count; i++) {
      picture.becomePixels(Picture.Kind.UINT8, 1, 1, 1).put((byte) i);
      buffer.put(picture, out -> left.add((int) out.bytes().get(0)));
    }
    assertEquals(Math.max(0, count - capacity), left.size());
    buffer.drain(out -> left.add((int) out.bytes().get(0)));
    assertEquals(count, left.stream().distinct().count());
    assertEquals(count, left.size());
  }

  @Test
  void splitsThatTakeTooMuchMemoryAreNotHeld() throws IOException {
    Pipeline pipeline = Pipeline.parse("decode");
    Trial trial = Trial.of(Strategy.ofOriginals(pipeline), images.spread(IMAGES));
    Path data = folder.resolve("data");
    trial.prepare(data, 1, StopSignal.never());
    StoredFiles files = new StoredFiles(false, Optional.empty());
    try (Feed feed = trial.open(data, files)) {
      long bytes = SourceImages.bytes(images.spread(IMAGES));
      HeldFeed held = HeldFeed.of(feed, 2, bytes, StopSignal.never());
      long before = files.bytesRead();
      assertEquals(IMAGES, new Epoch(trial.online(), 0, 0, 2, 1).run(held, StopSignal.never()));
      assertEquals(before, files.bytesRead());
      assertThrows(
          HeldFeed.DoesNotFitException.class,
          () -> HeldFeed.of(feed, 2, bytes - 1, StopSignal.never()));
    }
  }

  @Test
  void folderWithoutImagesIsAnErrorThatSaysWhatIsRead() throws IOException {
    Path empty = Files.createDirectories(folder.resolve("empty"));
    Files.writeString(empty.resolve("a.jpg"), "no image");
    IOException none = assertThrows(IOException.class, () -> SourceImages.in(empty));
    assertTrue(none.getMessage().contains("JPEG"), none.getMessage());
  }

  @Test
  void imageThatCannotBeDecodedIsNamed() throws IOException {
    byte[] damaged = Pictures.png(1, 30, 30);
    damaged[damaged.length / 2] ^= 1;
    Path bad = Files.write(folder.resolve("images/a/bad.png"), damaged);
    images = new SourceImages(images.folder(), List.of(bad));
    Pipeline pipeline = Pipeline.parse("decode");
    Trial trial = Trial.of(new Strategy(pipeline, 2, SplitFormat.parse("raw")), List.of(bad));
    IOException failure =
        assertThrows(
            IOException.class, () -> trial.prepare(folder.resolve("d"), 1, StopSignal.never()));
    assertTrue(failure.getMessage().contains("bad.png"), failure.getMessage());
  }
}
