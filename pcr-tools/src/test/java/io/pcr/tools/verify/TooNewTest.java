package io.pcr.tools.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.testkit.TestDataset;
import io.pcr.tools.CommandRun;
import io.pcr.tools.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a reader is too old for, or was told not to allow, is not damaged. */
class TooNewTest {
  private static final Path VECTORS =
      Path.of(System.getProperty("pcr.root")).resolve("spec").resolve("vectors").resolve("2");

  @TempDir private Path folder;

  private static List<Path> vectors() throws IOException {
    try (Stream<Path> files = Files.list(VECTORS)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("unsupported-"))
          .filter(file -> !file.toString().matches(".*\\.(json|pcrp|pcrk)"))
          .sorted()
          .toList();
    }
  }

  @Test
  void noUnsupportedVectorIsCalledDamaged() throws IOException {
    assertTrue(vectors().size() > 30, "the vectors are there");
    for (Path vector : vectors()) {
      Path file = vector;
      if (vector.toString().endsWith(".pcrm")) {
        file = folder.resolve("manifest.pcrm");
        Files.write(file, Files.readAllBytes(vector));
      }
      CommandRun json = CommandRun.of("verify", file, "--deep", "--json");
      assertEquals(ExitCode.IO, json.status(), vector + json.out() + json.err());
      assertTrue(json.out().contains("\"ok\": false"), json.out());
      assertTrue(json.out().contains("\"damages\": []"), vector + json.out());
      String name = file.getFileName().toString();
      assertTrue(
          json.out().contains("\"unchecked\": [\n    {\n      \"shard\": \"" + name + "\""),
          json.out());
      assertTrue(json.out().matches("(?s).*\"code\": \"(UNSUPPORTED|LIMIT_).*"), json.out());
      CommandRun text = CommandRun.of("verify", file, "--deep");
      assertEquals(ExitCode.IO, text.status(), vector + text.out() + text.err());
      assertTrue(text.err().startsWith("pcr: " + name + ": not checked to the end: "), text.err());
      assertTrue(!text.out().contains("1 damage"), text.out());
    }
  }

  @Test
  void shardThatIsTooNewDoesNotHideTheDamageOfTheOthers() throws IOException {
    Path dataset = TestDataset.small(folder.resolve("flowers"));
    Files.write(
        dataset.resolve("part-00000.pcr"),
        Files.readAllBytes(VECTORS.resolve("unsupported-head-major-3.pcr")));
    byte[] second = Files.readAllBytes(dataset.resolve("part-00001.pcr"));
    second[20] ^= 4;
    Files.write(dataset.resolve("part-00001.pcr"), second);
    CommandRun run = CommandRun.of("verify", dataset);
    assertEquals(ExitCode.IO, run.status());
    assertTrue(
        run.out().contains("flowers: 1 damage in what was checked; 1 shard was not; "), run.out());
    assertTrue(
        run.err().contains("unsupported major version: found 3, supported 2")
            && run.err().endsWith("; another version of pcr may know it\n"),
        run.err());
  }

  @Test
  void noNewerVersionReadsWhatIsTooOld() throws IOException {
    Path shard = folder.resolve("part-00000.pcr");
    Files.write(shard, Files.readAllBytes(VECTORS.resolve("unsupported-head-major-1.pcr")));
    for (String command : List.of("verify", "inspect")) {
      CommandRun run = CommandRun.of(command, shard);
      assertEquals(ExitCode.IO, run.status());
      assertTrue(run.err().contains("major version, from before the first release"), run.err());
      assertFalse(run.err().contains("newer"), run.err());
    }
  }
}
