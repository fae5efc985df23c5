package io.pcr.conformance.property;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.format.Fidelity;
import io.pcr.format.programme.Programme;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Sample;
import io.pcr.reader.Shard;
import io.pcr.reader.ShardReader;
import io.pcr.testkit.FileTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Readers beside a process that adds to a dataset see its generations, each whole. */
class PublishingProperties {
  private static final int READERS = 2;

  @Property(tries = 4, shrinking = ShrinkingMode.OFF)
  void readersSeeWholeGenerationsWhileAnotherProcessPublishes(
      @ForAll @Size(min = 2, max = 6) List<@IntRange(min = 1, max = 7) Integer> batches)
      throws Exception {
    Path folder = Files.createTempDirectory("pcr-publishing");
    ExecutorService threads = Executors.newFixedThreadPool(READERS);
    Process writer = null;
    try {
      List<Set<String>> generations = writeSources(folder, batches);
      Path dataset = folder.resolve("dataset");
      writer = start(folder, batches.size());
      Process writing = writer;
      List<Future<Integer>> readers = new ArrayList<>();
      for (int i = 0; i < READERS; i++) {
        readers.add(threads.submit(() -> readWhile(writing, dataset, generations)));
      }
      int reads = 0;
      for (Future<Integer> reader : readers) {
        reads += reader.get(2, TimeUnit.MINUTES);
      }
      assertEquals(0, writer.waitFor());
      assertEquals(generations.size(), read(dataset, generations));
      assertTrue(reads > 0);
      Programme.T8.passed("the library, a process that appends", reads);
    } finally {
      threads.shutdownNow();
      if (writer != null) {
        writer.destroyForcibly().waitFor();
      }
      FileTree.delete(folder);
    }
  }

  /** A folder of images for each generation; returns which keys each generation has. */
  private static List<Set<String>> writeSources(Path folder, List<Integer> batches)
      throws IOException {
    List<Set<String>> generations = new ArrayList<>();
    Set<String> keys = new TreeSet<>();
    for (int batch = 0; batch < batches.size(); batch++) {
      Path source = Files.createDirectories(folder.resolve("source" + batch).resolve("c"));
      for (int i = 0; i < batches.get(batch); i++) {
        String name = batch + "-" + i + ".jpg";
        Files.write(source.resolve(name), JpegFixtures.baseline(batch * 100L + i, 16, 16));
        keys.add("c/" + name);
      }
      generations.add(Set.copyOf(keys));
    }
    return generations;
  }

  private static Process start(Path folder, int batches) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Dorg.bytedeco.javacpp.cachedir="
                + System.getProperty("org.bytedeco.javacpp.cachedir"),
            "-cp",
            System.getProperty("java.class.path"),
            PublishingProgram.class.getName(),
            folder.toString(),
            Integer.toString(batches))
        .inheritIO()
        .start();
  }

  private static int readWhile(Process writer, Path dataset, List<Set<String>> generations)
      throws IOException {
    int reads = 0;
    int last = 0;
    while (writer.isAlive()) {
      if (Files.exists(dataset.resolve("manifest.pcrm"))) {
        int generation = read(dataset, generations);
        assertTrue(generation >= last, generation + " after " + last);
        last = generation;
        reads++;
      }
    }
    return reads;
  }

  /** Reads everything; returns the generation, whose samples they are. */
  private static int read(Path folder, List<Set<String>> generations) throws IOException {
    try (PcrDataset dataset = PcrDataset.open(folder)) {
      int generation = (int) dataset.manifest().orElseThrow().generation();
      Set<String> keys = new TreeSet<>();
      long number = 0;
      for (Shard shard : dataset.shards()) {
        try (ShardReader reader = shard.read(Fidelity.FULL)) {
          for (Sample sample : reader) {
            assertTrue(keys.add(sample.key()), sample.key());
            byte[] file = new byte[sample.length()];
            sample.file().get(file);
            byte[] alone = new byte[file.length];
            dataset.sample(number++, Fidelity.FULL).file().get(alone);
            assertArrayEquals(file, alone);
          }
        }
      }
      assertEquals(generations.get(generation - 1), keys, "generation " + generation);
      return generation;
    }
  }
}
