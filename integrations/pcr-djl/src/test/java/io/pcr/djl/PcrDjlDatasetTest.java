package io.pcr.djl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.training.dataset.Batch;
import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.resize.ResizeShape;
import io.pcr.format.Fidelity;
import io.pcr.loader.Loader;
import io.pcr.loader.LoaderOptions;
import io.pcr.loader.LoaderPart;
import io.pcr.loader.batch.Remainder;
import io.pcr.loader.policy.FidelityPolicy;
import io.pcr.loader.policy.FidelityStage;
import io.pcr.loader.transform.Transform;
import io.pcr.reader.PcrDataset;
import io.pcr.testkit.TestDataset;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** DJL gets what the loader gives. Its arrays need no engine to be looked at. */
class PcrDjlDatasetTest {
  private static final NDManager MANAGER = new BufferManager();

  @TempDir Path own;
  private PcrDataset dataset;

  @BeforeEach
  void write() throws IOException {
    String[] keys = IntStream.range(0, 20).mapToObj(i -> "rose/" + i).toArray(String[]::new);
    dataset = PcrDataset.open(new TestDataset().shard(keys).write(own.resolve("data")));
  }

  @AfterEach
  void close() throws IOException {
    dataset.close();
  }

  private static LoaderOptions.Builder options(boolean planar) {
    ResizeShape shape = new ResizeShape(16, 8, PixelFormat.RGB, planar, true);
    return LoaderOptions.builder()
        .batch(6)
        .memory(64 << 20)
        .remainder(Remainder.SHORT)
        .transform(new Transform.Resized(shape));
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }

  @Test
  void batchesHaveThePixelsAndLabelsOfTheLoaderAndStayValid() throws IOException {
    for (boolean planar : new boolean[] {false, true}) {
      LoaderOptions options = options(planar).build();
      List<byte[]> expected = new ArrayList<>();
      try (Loader loader = Loader.open(dataset, options)) {
        for (long i = 0; i < loader.batches(); i++) {
          expected.add(bytes(loader.next().pixels()));
        }
      }
      try (Loader loader = Loader.open(dataset, options)) {
        List<Batch> given = new ArrayList<>();
        new PcrDjlDataset(loader).getData(MANAGER).forEach(given::add);
        assertEquals(expected.size(), given.size());
        for (int i = 0; i < expected.size(); i++) {
          NDArray data = given.get(i).getData().head();
          int size = i < 3 ? 6 : 2;
          Shape shape = planar ? new Shape(size, 3, 8, 16) : new Shape(size, 8, 16, 3);
          assertEquals(shape, data.getShape());
          assertEquals(DataType.UINT8, data.getDataType());
          assertArrayEquals(expected.get(i), bytes(data.toByteBuffer()));
          assertEquals(new Shape(size), given.get(i).getLabels().head().getShape());
          assertEquals(size, given.get(i).getIndices().size());
          assertEquals(i + 1, given.get(i).getProgress());
          assertEquals(4, given.get(i).getProgressTotal());
        }
      }
    }
  }

  @Test
  void anIterationIsAnEpochOrTheRestOfOne() throws IOException {
    LoaderOptions options = options(true).build();
    List<LoaderPart> parts = List.of(LoaderPart.of(dataset));
    try (Loader first = Loader.open(parts, options)) {
      first.next();
      try (Loader loader = Loader.open(parts, options, first.state())) {
        PcrDjlDataset batches = new PcrDjlDataset(loader);
        Iterator<Batch> rest = batches.getData(MANAGER).iterator();
        for (int i = 0; i < 3; i++) {
          rest.next();
        }
        assertThrows(NoSuchElementException.class, rest::next);
        int count = 0;
        for (Batch batch : batches.getData(MANAGER)) {
          count += batch.getSize();
        }
        assertEquals(20, count);
      }
    }
  }

  @Test
  void theFidelityIsThatOfTheBatchThatWasGivenLast() throws IOException {
    FidelityPolicy policy =
        FidelityPolicy.schedule(List.of(new FidelityStage(Fidelity.atMost(1), 1)), Fidelity.FULL);
    try (Loader loader = Loader.open(dataset, options(true).policy(policy).build())) {
      PcrDjlDataset batches = new PcrDjlDataset(loader);
      List<Fidelity> seen = new ArrayList<>();
      for (int epoch = 0; epoch < 2; epoch++) {
        batches.getData(MANAGER).forEach(batch -> seen.add(batches.fidelity()));
      }
      assertEquals(Fidelity.atMost(1), seen.get(3));
      assertEquals(Fidelity.FULL, seen.get(4));
    }
  }
}
