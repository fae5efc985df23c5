package io.pcr.tools.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.testkit.TestDataset;
import io.pcr.tools.CommandRun;
import io.pcr.tools.ExitCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code pcr verify} says of the index, which it only looks at. */
class IndexLineTest {
  @TempDir private Path folder;
  private Path dataset;
  private Path index;
  private Path sidecar;

  @BeforeEach
  void write() throws IOException {
    dataset = TestDataset.small(folder.resolve("flowers"));
    index = dataset.resolve("index.lmdb");
    sidecar = dataset.resolve("index.lmdb.sum");
  }

  private static Map<String, ByteBuffer> files(Path folder) throws IOException {
    Map<String, ByteBuffer> files = new TreeMap<>();
    try (Stream<Path> found = Files.list(folder)) {
      for (Path file : found.toList()) {
        files.put(file.getFileName().toString(), ByteBuffer.wrap(Files.readAllBytes(file)));
      }
    }
    return files;
  }

  private void said(int status, String word, String line) throws IOException {
    Map<String, ByteBuffer> before = files(dataset);
    CommandRun text = CommandRun.of("verify", dataset);
    assertEquals(status, text.status(), text.out() + text.err());
    assertTrue(text.out().contains(line), text.out());
    CommandRun json = CommandRun.of("verify", dataset, "--json");
    assertEquals(status, json.status(), json.out());
    assertTrue(json.out().contains("\"index\": \"" + word + "\""), json.out());
    assertEquals(before, files(dataset), "verify writes nothing");
  }

  @Test
  void indexIsIntactMissingOrStaleAndNothingIsWrong() throws IOException {
    said(ExitCode.OK, "missing", "\nindex: missing; it is built when it is first needed\n");
    assertEquals(ExitCode.OK, CommandRun.of("index", "rebuild", dataset).status());
    said(ExitCode.OK, "intact", "\nindex: intact\n");
    byte[] old = Files.readAllBytes(index);
    byte[] oldSum = Files.readAllBytes(sidecar);
    assertEquals(ExitCode.OK, CommandRun.of("quality", dataset).status());
    Files.write(index, old);
    Files.write(sidecar, oldSum);
    said(ExitCode.OK, "stale", "\nindex: stale; it is built again when it is first needed (OLDER");
    Files.delete(sidecar);
    said(ExitCode.OK, "missing", "\nindex: missing");
  }

  @Test
  void flippedBitIsDamageThatCostsNoSample() throws IOException {
    CommandRun.of("index", "rebuild", dataset);
    byte[] bytes = Files.readAllBytes(index);
    bytes[bytes.length / 2] ^= 1;
    Files.write(index, bytes);
    said(
        ExitCode.FOUND, "damaged", "; no sample is lost, 'pcr index rebuild' builds it again from");
    CommandRun json = CommandRun.of("verify", dataset, "--json");
    assertTrue(json.out().contains("\"ok\": false"), json.out());
    assertTrue(json.out().contains("\"shard\": \"index.lmdb\""), json.out());
    Files.write(sidecar, new byte[] {1, 2, 3});
    said(ExitCode.FOUND, "damaged", "SIDECAR_DAMAGED");
  }

  @Test
  void linkIsNamedAndNotFollowed() throws IOException {
    CommandRun.of("index", "rebuild", dataset);
    Path elsewhere = Files.move(index, folder.resolve("elsewhere.lmdb"));
    Files.createSymbolicLink(index, elsewhere);
    said(ExitCode.FOUND, "damaged", "index.lmdb is a symbolic link, which is not followed");
  }

  @Test
  void shardByItselfHasNoIndexToSpeakOf() {
    CommandRun run = CommandRun.of("verify", dataset.resolve("part-00000.pcr"));
    assertFalse(run.out().contains("index"), run.out());
  }
}
