package io.pcr.tools.convert;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.format.Fidelity;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Sample;
import io.pcr.reader.ShardReader;
import io.pcr.tools.CommandRun;
import io.pcr.tools.ExitCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every command on datasets with TFRecord shards. */
class TfRecordCommandsTest {
  private static final int IMAGES = 7;

  @TempDir private Path temporary;

  private Path source;
  private Path out;

  @BeforeEach
  void makeASource() throws IOException {
    source = images("photos", 0);
    out = temporary.resolve("dataset");
  }

  private Path images(String name, int first) throws IOException {
    Path root = temporary.resolve(name);
    for (int i = first; i < first + IMAGES; i++) {
      Path folder = Files.createDirectories(root.resolve("c" + i % 2));
      Files.write(folder.resolve(i + ".jpg"), JpegFixtures.baseline(i, 40, 30));
    }
    return root;
  }

  private static CommandRun ok(Object... args) {
    CommandRun run = CommandRun.of(args);
    assertEquals(ExitCode.OK, run.status(), run.out() + run.err());
    return run;
  }

  private static Map<String, byte[]> tree(Path folder) throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : paths.filter(Files::isRegularFile).toList()) {
        files.put(folder.relativize(path).toString(), Files.readAllBytes(path));
      }
    }
    return files;
  }

  private static void requireSameTree(Map<String, byte[]> expected, Path folder)
      throws IOException {
    Map<String, byte[]> found = tree(folder);
    assertEquals(expected.keySet(), found.keySet());
    expected.forEach((name, bytes) -> assertArrayEquals(bytes, found.get(name), name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "gzip", "zlib:9:rle", "zstd:7"})
  void everyCommandKnowsWhatTfRecordsHold(String compression) throws IOException {
    CommandRun made =
        ok(
            "convert",
            source,
            out,
            "--variant=tfrecord",
            "--compression=" + compression,
            "--shard-samples=3");
    assertEquals(out + ": 7 images in 3 shards", made.lines().get(0));
    assertFalse(made.out().contains("fidelity"), made.out());
    for (String deep : new String[] {"--json", "--deep"}) {
      assertTrue(ok("verify", out, deep).out().contains("7"));
    }
    assertEquals(7, ok("verify", out, "--json").number("samples"));
    CommandRun facts = ok("inspect", out);
    assertTrue(facts.out().contains("TFRECORD dataset"), facts.out());
    assertTrue(facts.out().contains("all can be restored"), facts.out());
    assertTrue(facts.out().contains("classes      2, 3 to 4 samples each: c0, c1"), facts.out());
    assertEquals("", facts.err());
    CommandRun sample = ok("inspect", out, "--sample", "c1/3.jpg");
    assertTrue(sample.out().contains("40 × 30 pixels"), sample.out());
    CommandRun json = ok("inspect", out, "--sample", "c1/3.jpg", "--json");
    assertEquals(1, json.number("label"));
    assertEquals(40, json.number("width"));
    assertEquals(3, ok("inspect", out, "--layout").lines().size());
    ok("inspect", out, "--html", temporary.resolve("page.html"));
    ok("extract", out, temporary.resolve("extracted"));
    requireSameTree(tree(source), temporary.resolve("extracted"));
    ok("restore", out, temporary.resolve("restored"));
    requireSameTree(tree(source), temporary.resolve("restored"));
    ok("index", "check", out);
    Files.delete(out.resolve("index.lmdb"));
    assertTrue(ok("index", "rebuild", out).out().contains("7 samples"));
  }

  @Test
  void datasetOfTwoVariantsIsOneDatasetToAllCommands() throws IOException {
    ok("convert", source, out);
    Path more = images("more", 100);
    ok("append", out, more, "--variant=tfrecord", "--compression=gzip:1:huffman-only");
    Map<String, byte[]> all = tree(source);
    all.putAll(tree(more));
    CommandRun facts = ok("inspect", out);
    assertTrue(facts.out().contains("MIXED dataset, generation 2"), facts.out());
    assertTrue(facts.out().contains("14 in 2 shards"), facts.out());
    assertEquals(14, ok("verify", out, "--deep", "--json").number("samples"));
    assertTrue(ok("inspect", out, "--sample", "c0/100.jpg").out().contains("label"));
    ok("index", "check", out);
    ok("restore", out, temporary.resolve("restored"));
    requireSameTree(all, temporary.resolve("restored"));
    ok("extract", out, temporary.resolve("small"), "--fidelity", "1");
    assertEquals(all.keySet(), tree(temporary.resolve("small")).keySet());
    assertTrue(ok("quality", out, "--images", "3").out().contains("measured on 3 images"));
  }

  @Test
  void appendFollowsTheVariantThatTheDatasetWasMadeWith() throws IOException {
    ok("convert", source, out, "--variant=tfrecord", "--compression=zstd:5");
    ok("append", out, images("more", 100));
    assertTrue(Files.exists(out.resolve("part-00001.tfrecord.zst")));
    ok("append", out, images("again", 200), "--compression=none");
    assertTrue(Files.exists(out.resolve("part-00002.tfrecord")));
    ok("append", out, images("last", 300), "--variant=pcr");
    assertTrue(Files.exists(out.resolve("part-00003.pcr")));
    assertEquals(28, ok("verify", out, "--json").number("samples"));
  }

  @Test
  void verifyNamesEachDamagedRecordAndWhatIsLeft() throws IOException {
    ok("convert", source, out, "--variant=tfrecord", "--order=source");
    Path shard = out.resolve("part-00000.tfrecord");
    byte[] whole = Files.readAllBytes(shard);

    byte[] damaged = whole.clone();
    damaged[100] ^= 1;
    damaged[damaged.length - 100] ^= 1;
    Files.write(shard, damaged);
    CommandRun run = CommandRun.of("verify", out);
    assertEquals(ExitCode.FOUND, run.status());
    assertEquals(4, run.lines().size(), "two records, the sum, the index: " + run.out());
    assertTrue(run.lines().get(0).startsWith("part-00000.tfrecord: sample 0"), run.out());
    assertTrue(run.lines().get(0).contains("CHECKSUM_MISMATCH"), run.out());
    assertTrue(run.lines().get(1).startsWith("part-00000.tfrecord: sample 6"), run.out());
    CommandRun restored = CommandRun.of("restore", out, temporary.resolve("restored"));
    assertEquals(ExitCode.FOUND, restored.status());
    assertTrue(restored.out().contains("5 files written, 2 not restored"), restored.out());

    Files.write(shard, Arrays.copyOf(whole, whole.length - 10));
    run = CommandRun.of("verify", out);
    assertEquals(ExitCode.FOUND, run.status());
    assertTrue(run.out().contains("truncated"), run.out());
    assertTrue(run.out().contains("the samples before number 6 can be read"), run.out());

    Files.write(shard, new byte[0]);
    run = CommandRun.of("verify", out);
    assertEquals(ExitCode.FOUND, run.status());
    assertTrue(run.out().contains("ShardEntry.total_length"), run.out());
  }

  @Test
  void anotherFileWithSoundRecordsIsNotTheShard() throws IOException {
    ok("convert", source, out, "--variant=tfrecord", "--order=source");
    Path other = temporary.resolve("other");
    ok("convert", source, other, "--variant=tfrecord", "--order=shuffle");
    Path shard = out.resolve("part-00000.tfrecord");
    Files.write(shard, Files.readAllBytes(other.resolve("part-00000.tfrecord")));
    CommandRun run = CommandRun.of("verify", out);
    assertEquals(ExitCode.FOUND, run.status());
    assertTrue(run.out().contains("ShardEntry.shard_uuid"), run.out());
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "gzip", "zlib", "zstd"})
  void aTfRecordByItselfIsVerifiedInspectedAndTakenOut(String compression) throws IOException {
    ok("convert", source, out, "--variant=tfrecord", "--compression=" + compression);
    Path shard = shards(out).get(0);
    Path alone = temporary.resolve("alone" + shard.getFileName());
    Files.copy(shard, alone);
    assertEquals(7, ok("verify", alone, "--json").number("samples"));
    assertTrue(ok("inspect", alone).out().contains("samples      7,"), ok("inspect", alone)::out);
    Path images = temporary.resolve("images");
    ok("extract", alone, images);
    try (PcrDataset dataset = PcrDataset.open(out);
        PcrDataset one = PcrDataset.open(alone);
        ShardReader samples = dataset.shards().get(0).read(Fidelity.FULL)) {
      assertEquals(7, one.sampleCount());
      for (Sample sample : samples) {
        assertEquals(sample.file(), one.sample(sample.key(), Fidelity.FULL).file());
        byte[] file = Files.readAllBytes(images.resolve(sample.key()));
        assertEquals(sample.file(), ByteBuffer.wrap(file));
      }
    }
    byte[] cut = Files.readAllBytes(alone);
    Files.write(alone, Arrays.copyOf(cut, cut.length - 10));
    CommandRun damaged = CommandRun.of("verify", alone);
    assertEquals(ExitCode.FOUND, damaged.status());
    assertTrue(damaged.lines().get(0).contains("truncated"), damaged.out());
    assertEquals(2, damaged.lines().size(), damaged.out());
  }

  @Test
  void aSampleBehindADamagedOneIsShown() throws IOException {
    ok("convert", source, out, "--variant=tfrecord", "--order=source");
    String key;
    try (PcrDataset dataset = PcrDataset.open(out)) {
      key = dataset.sample(6, Fidelity.FULL).key();
    }
    Path shard = shards(out).get(0);
    byte[] bytes = Files.readAllBytes(shard);
    bytes[100] ^= 1;
    Files.write(shard, bytes);
    CommandRun shown = CommandRun.of("inspect", out, "--sample", key);
    assertEquals(ExitCode.OK, shown.status(), shown.err());
    assertEquals(key, shown.lines().get(0));
  }

  private static List<Path> shards(Path dataset) throws IOException {
    try (Stream<Path> files = Files.list(dataset)) {
      return files.filter(file -> file.getFileName().toString().startsWith("part-")).toList();
    }
  }

  @Test
  void optionsWithoutMeaningAreUsageErrors() {
    for (String option :
        new String[] {
          "--quality=80",
          "--script=libjpeg",
          "--restore=none",
          "--markers=all",
          "--non-jpeg=encode",
          "--encode-quality=90",
          "--compression=gzip:10",
          "--compression=zstd:3:rle",
          "--compression=brotli"
        }) {
      CommandRun run = CommandRun.of("convert", source, out, "--variant=tfrecord", option);
      assertEquals(ExitCode.USAGE, run.status(), option + run.out() + run.err());
    }
    assertEquals(
        ExitCode.USAGE, CommandRun.of("convert", source, out, "--compression=gzip").status());
    assertFalse(Files.exists(out));
  }
}
