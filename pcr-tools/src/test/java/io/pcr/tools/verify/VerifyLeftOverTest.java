package io.pcr.tools.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.testkit.TestDataset;
import io.pcr.tools.CommandRun;
import io.pcr.tools.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

// Covers R-COMMIT-7, R-COMMIT-12
/** What dead writers left is listed, and is no damage. */
class VerifyLeftOverTest {
  @TempDir private Path folder;
  private Path dataset;

  @BeforeEach
  void write() throws IOException {
    dataset = folder.resolve("dataset");
    run("convert", source(1), dataset);
    run("append", dataset, source(2));
  }

  private Path source(int seed) throws IOException {
    Path source = Files.createDirectories(folder.resolve("source" + seed));
    Files.write(source.resolve(seed + ".jpg"), JpegFixtures.baseline(seed, 20, 20));
    return source;
  }

  private static CommandRun run(Object... arguments) {
    CommandRun run = CommandRun.of(arguments);
    assertEquals(ExitCode.OK, run.status(), run.out() + run.err());
    return run;
  }

  private List<String> files() throws IOException {
    try (var all = Files.list(dataset)) {
      return all.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void datasetOfTwoGenerationsHasNothingLeftOver() throws IOException {
    assertTrue(files().containsAll(List.of("keys-1-0.pcrk", "keys-2-0.pcrk")), files()::toString);
    assertFalse(run("verify", dataset).out().contains("left over"));
    assertTrue(run("verify", dataset, "--json").out().contains("\"left_over\": []"));
  }

  @Test
  void whatNoGenerationNeedsIsListedAndStays() throws IOException {
    Files.write(dataset.resolve(".part-00009.pcr.1a2b.pcr-tmp"), new byte[5]);
    Files.createDirectory(dataset.resolve(".keys.1a2b.pcr-tmp"));
    Files.copy(dataset.resolve("keys-2-0.pcrk"), dataset.resolve("keys-2-1.pcrk"));
    Files.write(dataset.resolve("keys-999999999999999999-0.pcrk"), new byte[7]);
    Files.write(dataset.resolve("shards-2-0.pcrp"), new byte[9]);
    Path other = new TestDataset().shard("lily/1.jpg").write(folder.resolve("other"));
    Files.copy(other.resolve("part-00000.pcr"), dataset.resolve("part-00007.pcr"));
    List<String> before = files();
    String out = run("verify", dataset).out();
    assertTrue(out.contains("no damage"), out);
    for (String line :
        List.of(
            "left over  .keys.1a2b.pcr-tmp: a temporary file",
            "left over  .part-00009.pcr.1a2b.pcr-tmp: a temporary file of a command that was"
                + " interrupted, 5 B",
            "left over  keys-2-1.pcrk: a segment of the index of keys that no generation names",
            "left over  keys-999999999999999999-0.pcrk: ",
            "left over  shards-2-0.pcrp: a list of shards that no generation names, 9 B",
            "left over  part-00007.pcr: a shard that no generation lists",
            "left over files are no damage")) {
      assertTrue(out.contains(line), line + " in " + out);
    }
    assertFalse(out.contains("keys-1-0.pcrk"), "generation 1 lists it");
    assertFalse(out.contains("keys-2-0.pcrk"), "generation 2 lists it");
    String json = run("verify", dataset, "--json").out();
    assertTrue(json.contains("\"kind\": \"KEY_SEGMENT\""), json);
    assertEquals(before, files());
  }

  @Test
  void emptiedGenerationAndWhatItAloneNamedAreListed() throws IOException {
    Files.write(dataset.resolve("manifest-1.pcrm"), new byte[0]);
    String out = run("verify", dataset).out();
    assertTrue(out.contains("left over  manifest-1.pcrm: a generation that was emptied"), out);
    assertTrue(out.contains("left over  keys-1-0.pcrk: "), "merged into that of generation 2");
    assertFalse(out.contains("keys-2-0.pcrk"), out);
    assertFalse(out.contains("part-0"), out);
  }

  @Test
  void nothingIsListedWhileARunMayNeedIt() throws IOException {
    Files.write(dataset.resolve(".part-00009.pcr.1a2b.pcr-tmp"), new byte[5]);
    Files.createDirectory(dataset.resolve(".pcr-run"));
    assertFalse(run("verify", dataset).out().contains("left over"));
  }

  @Test
  void shardBesideAManifestThatMayBeOlderIsDamage() throws IOException {
    Files.delete(dataset.resolve("manifest-2.pcrm"));
    Files.copy(
        dataset.resolve("manifest-1.pcrm"),
        dataset.resolve("manifest.pcrm"),
        StandardCopyOption.REPLACE_EXISTING);
    Files.delete(dataset.resolve("manifest-1.pcrm"));
    CommandRun run = CommandRun.of("verify", dataset);
    assertEquals(ExitCode.FOUND, run.status(), run.out());
    assertTrue(run.out().contains("part-00001.pcr: a shard that the manifest does not list"));
  }
}
