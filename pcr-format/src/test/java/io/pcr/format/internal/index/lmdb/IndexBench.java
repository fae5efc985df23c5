package io.pcr.format.internal.index.lmdb;

import com.sun.management.OperatingSystemMXBean;
import io.pcr.format.index.IndexPolicy;
import io.pcr.format.internal.index.IndexListener;
import io.pcr.format.internal.index.SampleIndex;
import io.pcr.format.internal.index.SyntheticDataset;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Prints what an index of many keys costs: {@code java … IndexBench <directory> <samples>
 * [in-order]}. The directory must exist; the index stays in it.
 */
final class IndexBench {
  private static final int SAMPLES_A_SHARD = 1024;
  private static final int LOOKUPS = 1_000_000;
  private static final int OPENS = 20;

  private IndexBench() {}

  public static void main(String[] arguments) throws Exception {
    Path directory = Path.of(arguments[0]);
    SyntheticDataset dataset = SyntheticDataset.of(Long.parseLong(arguments[1]), SAMPLES_A_SHARD);
    if (arguments.length > 2) {
      dataset = dataset.inOrder();
    }
    build(directory, dataset);
    open(directory, dataset);
    try (SampleIndex index =
        IndexDirectory.open(directory, dataset, IndexPolicy.FAIL, IndexListener.SILENT)) {
      lookups(index, dataset, 1);
      lookups(index, dataset, 2);
      labels(index, dataset);
    }
    print("memory after lookups", memory());
  }

  private static void build(Path directory, SyntheticDataset dataset) throws IOException {
    print("memory before", memory());
    long start = System.nanoTime();
    long startCpu = cpuNanos();
    IndexDirectory.rebuild(directory, dataset);
    print("build of " + dataset.samples() + " keys", seconds(start) + ", " + cpuSeconds(startCpu));
    print(
        "file",
        String.format(Locale.ROOT, "%.1f MB", Files.size(directory.resolve("index.lmdb")) / 1e6));
    print("memory after build", memory());
  }

  private static void open(Path directory, SyntheticDataset dataset) throws IOException {
    long check = System.nanoTime();
    long checkCpu = cpuNanos();
    IndexDirectory.open(directory, dataset, IndexPolicy.FAIL, IndexListener.SILENT).close();
    print("open with check", seconds(check) + ", " + cpuSeconds(checkCpu));
    Path file = directory.resolve(IndexDirectory.FILE_NAME);
    for (int i = 0; i < OPENS; i++) {
      long start = System.nanoTime();
      IndexFile.sha256(file);
      long checked = System.nanoTime();
      SharedEnvironment environment = SharedEnvironment.hold(file, FileIdentity.of(file));
      try (SampleIndex index = LmdbIndex.over(environment)) {
        index.find(dataset.key(i));
      }
      long opened = System.nanoTime();
      if (i == 0 || i == OPENS - 1) {
        print(
            "check, then map, shard table and first lookup, round " + i,
            String.format(
                Locale.ROOT,
                "%.1f ms, %.2f ms",
                (checked - start) / 1e6,
                (opened - checked) / 1e6));
      }
    }
  }

  private static void lookups(SampleIndex index, SyntheticDataset dataset, int threads)
      throws Exception {
    byte[][] keys = new byte[Math.min(LOOKUPS, 200_000)][];
    Random random = new Random(1);
    for (int i = 0; i < keys.length; i++) {
      keys[i] = dataset.key(Math.floorMod(random.nextLong(), dataset.samples()));
    }
    for (int round = 0; round < 3; round++) {
      List<Thread> running = new ArrayList<>();
      long start = System.nanoTime();
      long startCpu = cpuNanos();
      for (int t = 0; t < threads; t++) {
        Thread thread = new Thread(() -> findAll(index, keys));
        thread.start();
        running.add(thread);
      }
      for (Thread thread : running) {
        thread.join();
      }
      print(
          "lookup, " + threads + " threads, round " + round,
          String.format(
              Locale.ROOT,
              "%.2f µs, %.2f µs CPU",
              (System.nanoTime() - start) / 1e3 / LOOKUPS,
              (cpuNanos() - startCpu) / 1e3 / LOOKUPS / threads));
    }
  }

  private static void findAll(SampleIndex index, byte[][] keys) {
    try {
      for (int i = 0; i < LOOKUPS; i++) {
        if (index.find(keys[i % keys.length]).isEmpty()) {
          throw new AssertionError("a key is lost");
        }
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void labels(SampleIndex index, SyntheticDataset dataset) throws IOException {
    long start = System.nanoTime();
    long[] seen = new long[2];
    index.forEachLabel(
        (label, samples) -> {
          seen[0]++;
          seen[1] += index.samples(label).count();
        });
    if (seen[1] != dataset.samples()) {
      throw new AssertionError(seen[1] + " samples by label");
    }
    print("all samples of " + seen[0] + " labels", seconds(start));
  }

  private static String seconds(long start) {
    return String.format(Locale.ROOT, "%.3f s", (System.nanoTime() - start) / 1e9);
  }

  /**
   * Processor time of all threads; other work on the machine does not lengthen it as it does
   * elapsed time.
   */
  private static long cpuNanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }

  private static String cpuSeconds(long start) {
    return String.format(Locale.ROOT, "%.3f s CPU", (cpuNanos() - start) / 1e9);
  }

  private static String memory() throws IOException {
    Runtime runtime = Runtime.getRuntime();
    StringBuilder text = new StringBuilder();
    text.append((runtime.totalMemory() - runtime.freeMemory()) >> 20).append(" MiB heap");
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("RssAnon") || line.startsWith("VmHWM")) {
        text.append(", ").append(line.replaceAll("\\s+", " "));
      }
    }
    return text.toString();
  }

  private static void print(String what, String value) {
    System.out.println(what + ": " + value);
  }
}
