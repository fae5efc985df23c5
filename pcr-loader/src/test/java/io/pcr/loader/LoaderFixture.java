package io.pcr.loader;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.resize.ResizeShape;
import io.pcr.loader.crop.RandomCrop;
import io.pcr.loader.transform.Transform;
import io.pcr.reader.PcrDataset;
import io.pcr.testkit.TestDataset;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A dataset of a few shards, open for each test, after which no thread of a loader is left. */
abstract class LoaderFixture {
  static final int WIDTH = 96;
  static final int HEIGHT = 72;

  /** No part of an image is large enough for a smaller scale. */
  static final ResizeShape SHAPE = new ResizeShape(64, 48, PixelFormat.RGB, false, true);

  static final int[] SHARDS = {9, 1, 14, 7, 3, 20, 6};
  static final int SAMPLES = 60;
  @TempDir static Path shared;
  @TempDir Path own;
  PcrDataset dataset;

  @BeforeAll
  static void write() throws IOException {
    TestDataset made = new TestDataset().size(WIDTH, HEIGHT);
    int number = 0;
    for (int count : SHARDS) {
      String[] keys = new String[count];
      for (int i = 0; i < count; i++) {
        keys[i] = (number % 3 == 0 ? "rose/" : "tulip/") + number++;
      }
      made.shard(keys);
    }
    made.write(shared.resolve("data"));
  }

  @BeforeEach
  void open() throws IOException {
    dataset = PcrDataset.open(shared.resolve("data"));
  }

  @AfterEach
  void closeAndCount() throws IOException {
    dataset.close();
    assertEquals(List.of(), loaderThreads(), "threads are left");
  }

  static List<String> loaderThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(Thread::isAlive)
        .map(Thread::getName)
        .filter(name -> name.startsWith("pcr-loader-"))
        .toList();
  }

  static LoaderOptions.Builder options() {
    return LoaderOptions.builder()
        .batch(12)
        .seed(5)
        .lanes(6)
        .window(4)
        .keys(true)
        .transform(new Transform.RandomResizedCrop(SHAPE, RandomCrop.DEFAULT));
  }

  static List<String> keys(Batch batch) {
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < batch.size(); i++) {
      keys.add(batch.key(i));
    }
    return keys;
  }
}
