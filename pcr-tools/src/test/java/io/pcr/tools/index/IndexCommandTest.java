package io.pcr.tools.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.testkit.TestDataset;
import io.pcr.tools.CommandRun;
import io.pcr.tools.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IndexCommandTest {
  @TempDir private Path folder;

  @Test
  void missingOrDamagedIndexIsFoundAndRebuilt() throws IOException {
    Path dataset = TestDataset.small(folder.resolve("flowers"));
    CommandRun missing = CommandRun.of("index", "check", dataset);
    assertEquals(ExitCode.FOUND, missing.status());
    assertTrue(missing.out().contains("MISSING"), missing.out());
    CommandRun built = CommandRun.of("index", "rebuild", dataset);
    assertEquals("flowers: index of 5 samples built\n", built.out());
    assertEquals(ExitCode.OK, CommandRun.of("index", "check", dataset).status());
    byte[] bytes = Files.readAllBytes(dataset.resolve("index.lmdb"));
    bytes[bytes.length / 2] ^= 1;
    Files.delete(dataset.resolve("index.lmdb"));
    Files.write(dataset.resolve("index.lmdb"), bytes);
    CommandRun damaged = CommandRun.of("index", "check", dataset);
    assertEquals(ExitCode.FOUND, damaged.status());
    assertTrue(damaged.out().contains("CHECKSUM_MISMATCH"), damaged.out());
    CommandRun.of("index", "rebuild", dataset);
    assertEquals(ExitCode.OK, CommandRun.of("index", "check", dataset).status());
  }

  @Test
  void damageThatNoIndexCanBeBuiltOfNamesTheNextStep() throws IOException {
    Path dataset = TestDataset.small(folder.resolve("flowers"));
    Path images = folder.resolve("images");
    CommandRun.of("restore", dataset, images);
    Path records = folder.resolve("records");
    CommandRun.of("convert", images, records, "--variant=tfrecord");
    Path shard = records.resolve("part-00000.tfrecord");
    byte[] bytes = Files.readAllBytes(shard);
    bytes[3] ^= 1;
    Files.write(shard, bytes);
    assertAdvice(CommandRun.of("index", "rebuild", records), "TfRecord[0].length_crc");
    Files.copy(images.resolve("tulip/3.jpg"), images.resolve("tulip/new.jpg"));
    // Where the index is whole, an append does not read the shards that are in it.
    Files.delete(records.resolve("index.lmdb"));
    assertAdvice(CommandRun.of("append", records, images), "TfRecord[0].length_crc");
    Files.write(dataset.resolve("part-00001.pcr"), new byte[100]);
    assertAdvice(CommandRun.of("index", "rebuild", dataset), "not a file of this format");
  }

  @Test
  void damagedManifestNamesTheNextStep() throws IOException {
    Path dataset = TestDataset.small(folder.resolve("flowers"));
    byte[] bytes = Files.readAllBytes(dataset.resolve("manifest.pcrm"));
    bytes[60] ^= 1;
    Files.write(dataset.resolve("manifest.pcrm"), bytes);
    assertAdvice(CommandRun.of("index", "check", dataset), "ManifestHead.manifest_crc32c");
    CommandRun verify = CommandRun.of("verify", dataset);
    assertEquals(ExitCode.FOUND, verify.status());
    assertTrue(verify.err().endsWith("; 'pcr repair' saves what is intact\n"), verify.err());
  }

  private static void assertAdvice(CommandRun run, String problem) {
    assertTrue(run.status() == ExitCode.FOUND || run.status() == ExitCode.IO, run.err());
    String last = run.err().lines().reduce("", (before, line) -> line);
    assertTrue(last.contains(problem), run.err());
    assertTrue(
        last.endsWith("; 'pcr verify' lists all damage, 'pcr repair' saves what is intact"),
        run.err());
  }

  @Test
  void shardByItselfHasNoIndex() throws IOException {
    Path dataset = TestDataset.small(folder.resolve("flowers"));
    CommandRun run = CommandRun.of("index", "check", dataset.resolve("part-00000.pcr"));
    assertEquals(ExitCode.USAGE, run.status());
    assertEquals(1, run.err().lines().count());
  }
}
