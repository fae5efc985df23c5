package io.pcr.tools.repair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Fidelity;
import io.pcr.format.manifest.Manifest;
import io.pcr.reader.PcrDataset;
import io.pcr.testkit.FileTree;
import io.pcr.testkit.TestDataset;
import io.pcr.tools.CommandRun;
import io.pcr.tools.ExitCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Whatever befalls a dataset: what is saved is what was there, and the rest is listed. */
class RepairProperties {
  private static final Pattern KEY = Pattern.compile("\"key\":\"([^\"]*)\"");
  private static final Map<String, byte[]> FILES = new TreeMap<>();
  private static final Map<String, ByteBuffer> SAMPLES = new HashMap<>();

  private static synchronized void prepare(Path folder) throws IOException {
    if (!FILES.isEmpty()) {
      return;
    }
    Path dataset =
        new TestDataset()
            .size(40, 30)
            .shard("rose/1.jpg", "rose/2.jpg", "tulip/1.jpg", "rose/3.jpg")
            .shard("tulip/2.jpg", "tulip/3.jpg")
            .shard("rose/4.jpg")
            .write(folder.resolve("whole"));
    assertEquals(ExitCode.OK, CommandRun.of("index", "rebuild", dataset).status());
    SAMPLES.putAll(samples(dataset));
    try (var files = Files.list(dataset)) {
      for (Path file : files.toList()) {
        FILES.put(file.getFileName().toString(), Files.readAllBytes(file));
      }
    }
  }

  private static Map<String, ByteBuffer> samples(Path folder) throws IOException {
    Map<String, ByteBuffer> samples = new HashMap<>();
    try (PcrDataset dataset = PcrDataset.open(folder)) {
      for (long number = 0; number < dataset.sampleCount(); number++) {
        var sample = dataset.sample(number, Fidelity.FULL);
        ByteBuffer copy = ByteBuffer.allocate(sample.file().remaining()).put(sample.file());
        samples.put(sample.key(), copy.flip());
      }
    }
    return samples;
  }

  /** Damages some files in some ways. */
  private static void damage(Path folder, Random random, int wounds) throws IOException {
    List<String> names = List.copyOf(FILES.keySet());
    for (int i = 0; i < wounds; i++) {
      Path file = folder.resolve(names.get(random.nextInt(names.size())));
      if (!Files.exists(file) || Files.size(file) == 0) {
        continue;
      }
      byte[] bytes = Files.readAllBytes(file);
      int at = random.nextInt(bytes.length);
      switch (random.nextInt(8)) {
        case 0 -> Files.delete(file);
        case 1 -> Files.write(file, Arrays.copyOf(bytes, at));
        case 2 -> {
          Arrays.fill(bytes, at, Math.min(bytes.length, at + 512), (byte) 0);
          Files.write(file, bytes);
        }
        case 3 -> Files.write(file, Arrays.copyOf(bytes, bytes.length + 7));
        default -> {
          bytes[at] ^= (byte) (1 << random.nextInt(8));
          Files.write(file, bytes);
        }
      }
    }
  }

  @Property(tries = 60)
  void whatIsSavedIsWhatWasThereAndTheRestIsListed(
      @ForAll Random random, @ForAll @IntRange(min = 1, max = 4) int wounds) throws IOException {
    Path scratch = Files.createTempDirectory("repair");
    try {
      prepare(scratch);
      Path damaged = Files.createDirectory(scratch.resolve("damaged"));
      for (Map.Entry<String, byte[]> file : FILES.entrySet()) {
        Files.write(damaged.resolve(file.getKey()), file.getValue());
      }
      damage(damaged, random, wounds);
      try (var left = Files.list(damaged)) {
        if (left.noneMatch(file -> file.toString().endsWith(".pcr"))) {
          return;
        }
      }
      check(damaged, scratch.resolve("repaired"));
    } finally {
      FileTree.delete(scratch);
    }
  }

  private static void check(Path damaged, Path repaired) throws IOException {
    Path manifestFile = damaged.resolve(Manifest.FILE_NAME);
    boolean manifest =
        Files.exists(manifestFile)
            && Arrays.equals(Files.readAllBytes(manifestFile), FILES.get(Manifest.FILE_NAME));
    CommandRun run = CommandRun.of("repair", damaged, repaired, "--json");
    assertTrue(run.status() == ExitCode.OK || run.status() == ExitCode.FOUND, run.err());
    CommandRun verify = CommandRun.of("verify", repaired, "--deep");
    assertEquals(ExitCode.OK, verify.status(), verify.out() + verify.err());
    assertEquals(ExitCode.OK, CommandRun.of("index", "check", repaired).status());
    Map<String, ByteBuffer> saved = samples(repaired);
    saved.forEach((key, file) -> assertEquals(SAMPLES.get(key), file, key));
    assertEquals(saved.size(), run.number("saved_samples"));
    if (manifest) {
      assertEquals(SAMPLES.size(), saved.size() + run.number("lost_samples"), run.out());
    }
    if (run.status() == ExitCode.OK) {
      assertEquals(SAMPLES.keySet(), saved.keySet());
    } else {
      for (String line : Files.readAllLines(repaired.resolve("losses.jsonl"))) {
        Matcher key = KEY.matcher(line);
        if (key.find()) {
          assertEquals(line.startsWith("{\"lost\":\"original\""), saved.containsKey(key.group(1)));
        }
      }
    }
  }
}
