package io.pcr.reader.cache;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One cache, several processes, some of them killed. */
class SharedCacheTest {
  @TempDir Path directory;

  @Test
  void processesShareACacheAndOneIsKilled() throws Exception {
    killAndCheck(3);
  }

  @Test
  @Tag("long")
  void processesShareACacheAndManyAreKilled() throws Exception {
    killAndCheck(40);
  }

  @Test
  void threadsShareACache() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(6);
    try {
      List<Future<?>> workers = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        String seed = Integer.toString(i);
        workers.add(
            threads.submit(
                () -> {
                  CacheWorker.main(new String[] {directory.toString(), seed, "60"});
                  return null;
                }));
      }
      for (Future<?> worker : workers) {
        worker.get();
      }
    } finally {
      threads.shutdownNow();
    }
    assertEntriesArePrefixesWithinTheBound();
  }

  private void killAndCheck(int kills) throws Exception {
    Random random = new Random(1);
    Process steady = start(0, 400);
    for (int kill = 1; kill <= kills; kill++) {
      Process victim = start(kill, Integer.MAX_VALUE);
      TimeUnit.MILLISECONDS.sleep(random.nextInt(150));
      victim.destroyForcibly().waitFor();
      assertEntriesArePrefixesWithinTheBound();
    }
    assertTrue(steady.waitFor(60, TimeUnit.SECONDS), "a dead process blocks the living");
    assertEquals(0, steady.exitValue());
    assertEntriesArePrefixesWithinTheBound();
  }

  private Process start(int seed, int reads) throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                CacheWorker.class.getName(),
                directory.toString(),
                Integer.toString(seed),
                Integer.toString(reads))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    assertEquals("started", out.readLine());
    return process;
  }

  private void assertEntriesArePrefixesWithinTheBound() throws IOException {
    try (FileChannel marker =
            FileChannel.open(directory.resolve(CacheDirectory.MARKER), StandardOpenOption.WRITE);
        FileLock lock = marker.lock()) {
      assertTrue(lock.isValid());
      long total = 0;
      for (int object = 0; object < CacheWorker.OBJECTS; object++) {
        Path entry = directory.resolve(CacheWorker.identity(object).entryName());
        if (Files.exists(entry)) {
          byte[] held = Files.readAllBytes(entry);
          assertArrayEquals(Arrays.copyOf(CacheWorker.content(object), held.length), held);
          total += held.length;
        }
      }
      assertTrue(total <= CacheWorker.BOUND, total + " bytes");
    }
  }
}
