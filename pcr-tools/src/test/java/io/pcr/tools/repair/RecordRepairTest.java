package io.pcr.tools.repair;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Fidelity;
import io.pcr.format.internal.index.lmdb.IndexDirectory;
import io.pcr.format.manifest.ClassName;
import io.pcr.reader.PcrDataset;
import io.pcr.testkit.FileTree;
import io.pcr.testkit.Manifests;
import io.pcr.testkit.TestDataset;
import io.pcr.tfrecord.internal.framing.RecordFraming;
import io.pcr.tools.CommandRun;
import io.pcr.tools.ExitCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Repairs of TFRecord shards: 5 samples, 3 in the first file. */
class RecordRepairTest {
  private static final int RECORD_OVERHEAD = 16;

  @TempDir private Path folder;
  private Path dataset;
  private Path repaired;

  private Path make(String compression) throws IOException {
    Path source = folder.resolve("source");
    Path flowers = TestDataset.small(folder.resolve("flowers"));
    assertEquals(ExitCode.OK, CommandRun.of("extract", flowers, source).status());
    dataset = folder.resolve("records");
    repaired = folder.resolve("saved");
    CommandRun run =
        CommandRun.of(
            "convert",
            source,
            dataset,
            "--variant=tfrecord",
            "--compression=" + compression,
            "--shard-samples=3",
            "--order=source");
    assertEquals(ExitCode.OK, run.status(), run.err());
    try (var files = Files.list(dataset)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("part-00000."))
          .findFirst()
          .orElseThrow();
    }
  }

  private static void flip(Path file, long offset) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[(int) offset] ^= 4;
    Files.write(file, bytes);
  }

  /** Where the second record of a file without compression begins. */
  private static long second(Path file) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    return bytes.getLong(0) + RECORD_OVERHEAD;
  }

  private static Map<String, List<Object>> samples(Path dataset) throws IOException {
    Map<String, List<Object>> found = new TreeMap<>();
    try (PcrDataset opened = PcrDataset.open(dataset)) {
      for (long number = 0; number < opened.sampleCount(); number++) {
        var sample = opened.sample(number, Fidelity.FULL);
        found.put(sample.key(), List.of(sample.label(), sample.file()));
      }
    }
    return found;
  }

  /** Repairs, proves that the result is whole and holds nothing else than there was. */
  private CommandRun repair(int status, int saved, Map<String, List<Object>> before)
      throws IOException {
    return repair(status, saved, before, "");
  }

  private CommandRun repair(int status, int saved, Map<String, List<Object>> before, String notices)
      throws IOException {
    CommandRun run = CommandRun.of("repair", dataset, repaired);
    assertEquals(status, run.status(), run.out() + run.err());
    assertEquals(notices, run.err());
    CommandRun verify = CommandRun.of("verify", repaired, "--deep");
    assertEquals(ExitCode.OK, verify.status(), verify.out());
    Map<String, List<Object>> after = samples(repaired);
    assertEquals(saved, after.size(), run.out());
    after.forEach((key, sample) -> assertEquals(before.get(key), sample, key));
    return run;
  }

  private List<String> losses() throws IOException {
    return Files.readAllLines(repaired.resolve("losses.jsonl"));
  }

  @Test
  void wholeFilesAreCopiedAndOneDamagedRecordIsLostAlone() throws IOException {
    Path first = make("none");
    Map<String, List<Object>> before = samples(dataset);
    repair(ExitCode.OK, 5, before);
    assertEquals(-1, Files.mismatch(first, repaired.resolve(first.getFileName())));
    flip(first, second(first) + 100);
    repaired = folder.resolve("again");
    CommandRun run = repair(ExitCode.FOUND, 4, before);
    assertTrue(run.out().contains("4 samples saved, in 2 shards, 1 of them"), run.out());
    assertTrue(run.out().contains("lost  1 sample;"), run.out());
    assertTrue(losses().get(0).contains("\"sample\":1"), losses()::toString);
    assertTrue(losses().get(0).contains("TfRecord[1].data_crc"), losses()::toString);
    Set<String> lost = new TreeSet<>(before.keySet());
    lost.removeAll(samples(repaired).keySet());
    String key = "\"key\":\"" + lost.iterator().next() + "\"";
    assertTrue(losses().get(0).contains(key), losses()::toString);
  }

  @ParameterizedTest
  @CsvSource({
    "true, true, true, 4",
    "true, false, true, 4",
    "false, true, true, 4",
    "false, false, true, 3",
    "true, false, false, 4",
    "false, true, false, 3"
  })
  void behindADamagedLengthAnIndexLeadsOn(
      boolean hasLmdb, boolean hasKeys, boolean hasManifest, int saved) throws IOException {
    Path first = make("none");
    Map<String, List<Object>> before = samples(dataset);
    flip(first, second(first));
    if (!hasLmdb) {
      Files.delete(dataset.resolve(IndexDirectory.FILE_NAME));
    }
    if (!hasKeys) {
      Files.delete(dataset.resolve("keys-1-0.pcrk"));
    }
    if (!hasManifest) {
      Manifests.delete(dataset);
    }
    repair(ExitCode.FOUND, saved, before);
    String length = "TfRecord[1].length_crc";
    assertTrue(losses().stream().anyMatch(loss -> loss.contains(length)), losses()::toString);
  }

  @ParameterizedTest
  @CsvSource({"true, 4, 1 of the 2 other samples", "false, 3, "})
  void verifyAndRestoreFindWhatTheIndexOfKeysHas(boolean hasKeys, int restored, String others)
      throws IOException {
    Path first = make("none");
    Map<String, List<Object>> before = samples(dataset);
    flip(first, second(first));
    if (!hasKeys) {
      Files.delete(dataset.resolve("keys-1-0.pcrk"));
    }
    CommandRun verify = CommandRun.of("verify", dataset);
    assertEquals(ExitCode.FOUND, verify.status(), verify.out() + verify.err());
    assertTrue(verify.out().contains("the samples before number 1 can be read"), verify.out());
    String more = ", and " + others + " by their places in the index of keys";
    assertEquals(hasKeys, verify.out().contains(more), verify.out());
    Path back = folder.resolve("back");
    CommandRun restore = CommandRun.of("restore", dataset, back);
    assertEquals(ExitCode.FOUND, restore.status(), restore.out() + restore.err());
    assertTrue(restore.err().contains("TfRecord[1].length_crc"), restore.err());
    Map<String, ByteBuffer> files = FileTree.files(back);
    assertEquals(restored, files.size(), restore.out());
    files.forEach((key, file) -> assertEquals(before.get(key).get(1), file, key));
  }

  @Test
  void placeOfAnotherSampleIsNotBelieved() throws IOException {
    Path first = make("none");
    Map<String, List<Object>> before = samples(dataset);
    Files.delete(dataset.resolve(IndexDirectory.FILE_NAME));
    // Another key of the same length: an intact record at the place of the third.
    byte[] bytes = Files.readAllBytes(first);
    ByteBuffer file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int second = (int) second(first);
    int data = second + (int) file.getLong(second) + RECORD_OVERHEAD + 12;
    int length = (int) file.getLong(data - 12);
    String text = new String(bytes, data, length, StandardCharsets.ISO_8859_1);
    String key = before.keySet().stream().filter(text::contains).findFirst().orElseThrow();
    bytes[data + text.indexOf(key)] = '_';
    ByteBuffer footer = ByteBuffer.wrap(bytes, data + length, 4);
    RecordFraming.putFooter(footer, ByteBuffer.wrap(bytes, data, length));
    bytes[second] ^= 4;
    Files.write(first, bytes);
    repair(ExitCode.FOUND, 3, before);
  }

  @ParameterizedTest
  @CsvSource({"none", "gzip", "zlib", "zstd"})
  void whatStandsBeforeACutIsSaved(String compression) throws IOException {
    Path first = make(compression);
    Map<String, List<Object>> before = samples(dataset);
    byte[] bytes = Files.readAllBytes(first);
    Files.write(first, Arrays.copyOf(bytes, bytes.length - 40));
    CommandRun run = CommandRun.of("repair", dataset, repaired);
    assertEquals(ExitCode.FOUND, run.status(), run.out() + run.err());
    Map<String, List<Object>> after = samples(repaired);
    // A frame that is cut gives none of its records, and all are in one.
    int least = compression.equals("zstd") ? 2 : 3;
    assertTrue(after.size() >= least && after.size() < 5, run.out());
    after.forEach((key, sample) -> assertEquals(before.get(key), sample, key));
    assertEquals(ExitCode.OK, CommandRun.of("verify", repaired, "--deep").status());
    Set<String> lost = new TreeSet<>(before.keySet());
    lost.removeAll(after.keySet());
    for (String key : lost) {
      assertTrue(losses().stream().anyMatch(loss -> loss.contains("\"" + key + "\"")), key);
    }
  }

  @ParameterizedTest
  @CsvSource({"none", "gzip", "zlib", "zstd"})
  void recordsNeedNoManifest(String compression) throws IOException {
    Path first = make(compression);
    Map<String, List<Object>> before = samples(dataset);
    List<ClassName> classes;
    try (PcrDataset opened = PcrDataset.open(dataset)) {
      classes = opened.manifest().orElseThrow().classNames();
    }
    Manifests.delete(dataset);
    // A copy under another number: the same shard, of which one is enough.
    String name = first.getFileName().toString().replace("00000", "00002");
    Files.copy(first, dataset.resolve(name));
    String copied = name + " is the same shard as " + first.getFileName() + ": left out";
    CommandRun run = repair(ExitCode.FOUND, 5, before, "pcr: " + copied + "\n");
    assertTrue(run.out().contains("5 samples saved, in 2 shards, 2 of them"), run.out());
    assertEquals(1, losses().size(), "the manifest");
    try (PcrDataset opened = PcrDataset.open(repaired)) {
      assertEquals(classes, opened.manifest().orElseThrow().classNames());
    }
  }

  @Test
  void fileCutBetweenRecordsIsKnownFromTheIndexWithoutAManifest() throws IOException {
    Path first = make("none");
    Map<String, List<Object>> before = samples(dataset);
    Files.write(first, Arrays.copyOf(Files.readAllBytes(first), (int) second(first)));
    Manifests.delete(dataset);
    CommandRun run = repair(ExitCode.FOUND, 3, before);
    assertTrue(run.out().contains("lost  2 samples, the manifest"), run.out());
    assertTrue(losses().get(1).contains("\"key\":"), losses()::toString);
  }

  @ParameterizedTest
  @CsvSource({"none", "gzip", "zstd"})
  void fileOfAnyNameIsTheShardThatTheIndexKnows(String compression) throws IOException {
    Path first = make(compression);
    Map<String, List<Object>> before = samples(dataset);
    Files.move(first, dataset.resolve("last.bin"));
    Manifests.delete(dataset);
    CommandRun run = repair(ExitCode.FOUND, 5, before);
    assertTrue(run.out().contains("lost  the manifest"), run.out());
    assertEquals(1, losses().size());
  }

  @ParameterizedTest
  @CsvSource({"true, true", "true, false", "false, true", "false, false"})
  void copiesThatAreDamagedInDifferentRecordsMakeAWholeShard(boolean manifest, boolean index)
      throws IOException {
    Path first = make("none");
    byte[] whole = Files.readAllBytes(first);
    Map<String, List<Object>> before = samples(dataset);
    Path copy = dataset.resolve("part-00009.tfrecord");
    Files.copy(first, copy);
    flip(first, second(first) + 100);
    flip(copy, 100);
    if (!manifest) {
      Manifests.delete(dataset);
    }
    if (!index) {
      Files.delete(dataset.resolve(IndexDirectory.FILE_NAME));
    }
    CommandRun run = CommandRun.of("repair", dataset, repaired);
    assertTrue(run.out().contains("5 samples saved, in 2 shards"), run.out() + run.err());
    assertTrue(run.err().contains("they are used"), run.err());
    assertEquals(before, samples(repaired));
    assertArrayEquals(whole, Files.readAllBytes(repaired.resolve(first.getFileName())));
  }

  @Test
  void recordsOfAnotherDatasetAreNotTakenForThoseThatAreLost() throws IOException {
    Path first = make("none");
    Map<String, List<Object>> before = samples(dataset);
    Path other = dataset.resolveSibling("other");
    Path pictures = new TestDataset().shard("a/1.jpg", "a/2.jpg").write(folder.resolve("a"));
    Path source = folder.resolve("a-source");
    assertEquals(ExitCode.OK, CommandRun.of("extract", pictures, source).status());
    CommandRun run = CommandRun.of("convert", source, other, "--variant=tfrecord");
    assertEquals(ExitCode.OK, run.status(), run.err());
    Files.copy(other.resolve("part-00000.tfrecord"), dataset.resolve("stray.tfrecord"));
    flip(first, second(first) + 100);
    CommandRun saved = repair(ExitCode.FOUND, 4, before);
    assertTrue(saved.out().contains("lost  1 sample"), saved.out());
    assertTrue(saved.out().contains("stray.tfrecord"), saved.out());
  }

  @Test
  void anotherFileInPlaceOfOneIsNotTakenForIt() throws IOException {
    Path first = make("none");
    Map<String, List<Object>> before = samples(dataset);
    Files.write(dataset.resolve("part-00001.tfrecord"), Files.readAllBytes(first));
    repair(ExitCode.FOUND, 3, before);
    assertEquals(1, losses().size());
    assertTrue(losses().get(0).contains("\"lost\":\"shard\""), losses()::toString);
  }

  @Test
  void keysOfAMissingFileAreKnownFromTheIndex() throws IOException {
    Path first = make("zstd");
    Map<String, List<Object>> before = samples(dataset);
    Files.delete(first);
    repair(ExitCode.FOUND, 2, before);
    assertEquals(3, losses().size());
    assertTrue(losses().get(0).contains("\"key\":"), losses()::toString);
  }
}
