package io.pcr.loader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Fidelity;
import io.pcr.reader.Shard;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two ranks share the folder of a cache, and one is killed. */
class KilledRankTest extends LoaderFixture {
  private static final int EPOCHS = 3;

  @Test
  void theOtherRankGoesOnAndTheNextRunFindsWhatIsThere() throws Exception {
    killAndGoOn(1);
  }

  @Test
  @Tag("long")
  void manyRanksAreKilled() throws Exception {
    killAndGoOn(20);
  }

  private void killAndGoOn(int kills) throws Exception {
    long all = 0;
    for (Shard shard : dataset.shards()) {
      all += shard.prefixLength(Fidelity.FULL);
    }
    long bytes = all / 2;
    Random random = new Random(5);
    for (int kill = 0; kill < kills; kill++) {
      Process victim = start(0, bytes);
      Process other = start(1, bytes);
      try (BufferedReader out = lines(victim);
          BufferedReader from = lines(other)) {
        for (int batches = random.nextInt(SAMPLES / 2); batches >= 0; batches--) {
          assertNotNull(out.readLine());
        }
        victim.destroyForcibly().waitFor();
        said(from, "keys ");
        assertEquals(0, other.waitFor());
      }
      assertBound(bytes);
    }
    both(bytes); // Fills what the killed ones have not.
    List<List<String>> found = both(bytes);
    Set<Integer> sums = new TreeSet<>();
    for (int epoch = 0; epoch < EPOCHS; epoch++) {
      Set<String> keys = new TreeSet<>();
      int hits = 0;
      for (List<String> lines : found) {
        keys.addAll(List.of(values(lines, "keys ").get(epoch).split(",")));
        hits += Integer.parseInt(values(lines, "hits ").get(epoch));
      }
      assertEquals(SAMPLES, keys.size());
      sums.add(hits);
    }
    assertEquals(1, sums.size(), "hits of the epochs: " + sums);
    assertTrue(sums.iterator().next() > 0);
    assertBound(bytes);
  }

  /** What two ranks say that read to the end. */
  private List<List<String>> both(long bytes) throws Exception {
    Process first = start(0, bytes);
    Process second = start(1, bytes);
    try (BufferedReader one = lines(first);
        BufferedReader two = lines(second)) {
      List<List<String>> said = List.of(one.lines().toList(), two.lines().toList());
      assertEquals(0, first.waitFor());
      assertEquals(0, second.waitFor());
      return said;
    }
  }

  private void assertBound(long bytes) throws IOException {
    try (Stream<Path> files = Files.list(own.resolve("cache"))) {
      long held = 0;
      for (Path file : (Iterable<Path>) files::iterator) {
        held += file.toString().endsWith(".pcr") ? Files.size(file) : 0;
      }
      assertTrue(held <= bytes, held + " bytes, and the bound is " + bytes);
    }
  }

  private Process start(int rank, long bytes) throws IOException {
    return new ProcessBuilder(RankProcess.command(shared.resolve("data"), rank, bytes, own, EPOCHS))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static BufferedReader lines(Process process) {
    return new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** Reads to the end; there is a line that begins so for each epoch. */
  private static void said(BufferedReader from, String beginning) {
    assertEquals(EPOCHS, values(from.lines().toList(), beginning).size());
  }

  private static List<String> values(List<String> lines, String beginning) {
    List<String> values = new ArrayList<>();
    for (String line : lines) {
      if (line.startsWith(beginning)) {
        values.add(line.substring(beginning.length()));
      }
    }
    return values;
  }
}
