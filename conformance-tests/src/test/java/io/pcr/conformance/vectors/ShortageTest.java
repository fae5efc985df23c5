package io.pcr.conformance.vectors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.conformance.probe.PythonScript;
import io.pcr.format.Limits;
import io.pcr.format.internal.shard.RestoreExtent;
import io.pcr.format.internal.shard.ShardEntries;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import io.pcr.testkit.Manifests;
import io.pcr.tools.ExitCode;
import io.pcr.tools.Pcr;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands in processes that have too little of something. */
class ShortageTest {
  @TempDir private static Path folder;
  private static Path dataset;

  @TempDir private Path scratch;

  /** Samples of nothing, whose metadata takes far more than their file. */
  @BeforeAll
  static void write() throws Exception {
    dataset = Files.createDirectory(folder.resolve("many"));
    PythonScript.run("generate_files.py", dataset, "many");
    ShardFile opened;
    try (ByteSource source = FileByteSource.open(dataset.resolve("part-00000.pcr"))) {
      opened = ShardFile.open(source, Limits.DEFAULT);
    }
    Manifest manifest =
        Manifest.builder(new UUID(5, 6))
            .groups(1, opened.metadata().targets())
            .add(List.of(ShardEntries.of("part-00000.pcr", opened, RestoreExtent.NONE)))
            .build();
    Manifests.write(dataset, manifest);
  }

  private record Ended(int status, String err) {}

  private Ended end(String limit, String java, Object... words) throws Exception {
    List<String> command = new ArrayList<>(List.of("bash", "-c", limit + "; exec \"$@\"", "bash"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add(java);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Pcr.class.getName()));
    for (Object word : words) {
      command.add(word.toString());
    }
    Path err = scratch.resolve("err");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(scratch.resolve("out").toFile())
            .redirectError(err.toFile())
            .start();
    try {
      assertTrue(process.waitFor(2, TimeUnit.MINUTES), "it hangs");
    } finally {
      process.destroyForcibly();
    }
    return new Ended(process.exitValue(), Files.readString(err));
  }

  @Test
  void memoryThatRunsOutIsALimitAndNeverDamage() throws Exception {
    Path out = scratch.resolve("made");
    Object[][] commands = {
      {"verify", dataset},
      {"inspect", dataset},
      {"inspect", dataset.resolve("part-00000.pcr")},
      {"extract", dataset, out},
      {"restore", dataset, out},
      {"repair", dataset, out},
      {"index", "rebuild", dataset}
    };
    for (Object[] words : commands) {
      Ended ended = end(":", "-Xmx28m", words);
      String err = ended.err();
      assertEquals(ExitCode.IO, ended.status(), words[0] + ": " + err);
      assertEquals(1, err.lines().count(), words[0] + ": " + err);
      assertTrue(err.startsWith("pcr: out of memory: this needs "), err);
      assertTrue(err.contains("; give it more with PCR_JAVA_OPTS=-Xmx"), err);
    }
  }

  @Test
  void filesThatRunOutAreSaidWithWhatToRaise() throws Exception {
    Path shard = dataset.resolve("part-00000.pcr");
    int files = 72;
    Ended ended;
    // How many the JVM itself has open depends on its class path.
    do {
      files -= 4;
      ended = end("ulimit -n " + files, "-Xmx512m", "verify", shard);
    } while (ended.status() == ExitCode.OK);
    String err = ended.err();
    assertEquals(ExitCode.IO, ended.status(), files + ": " + err);
    assertEquals(1, err.lines().count(), err);
    String begin = "too many open files: this process may have ";
    // Where the JDK cannot open the library that knows the number, it is left out.
    boolean isSaid =
        err.contains(begin + files + " open at once;")
            || err.contains(begin + "no more open at once;");
    assertTrue(isSaid, err);
    assertTrue(err.endsWith(" raise that with 'ulimit -n 1024'\n"), err);
  }
}
