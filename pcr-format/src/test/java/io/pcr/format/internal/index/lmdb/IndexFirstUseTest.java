package io.pcr.format.internal.index.lmdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.internal.index.SyntheticDataset;
import io.pcr.format.programme.Programme;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What befalls the first thread that uses an index does not cost the process all indexes. */
class IndexFirstUseTest {
  @TempDir private Path folder;

  @BeforeEach
  void makeIndex() throws IOException {
    IndexDirectory.rebuild(folder, SyntheticDataset.of(10, 5));
  }

  @Test
  void anInterruptedThreadOpensTheIndexAndStaysInterrupted() throws Exception {
    List<String> said = run(List.of());
    assertEquals(List.of("first: fine", "interrupted: true", "second: fine"), said);
    Programme.T5.passed("threads interrupted at the first use of a native library", 1);
  }

  @Test
  void anIndexWhoseLibraryHasNoRoomIsRefusedWithTheReasonEachTime() throws Exception {
    List<String> said = run(List.of("/bin/sh", "-c", "ulimit -f 1; exec \"$0\" \"$@\""));
    for (String line : List.of(said.get(0), said.get(2))) {
      assertTrue(line.contains("NativeLibraryException: the native library lmdb cannot"), line);
      assertTrue(!line.contains("null;") && !line.contains("initialize"), line);
    }
    Programme.T7.passed("first uses of a native library for which there is no room", 1);
  }

  private List<String> run(List<String> prefix) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(prefix);
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:-UsePerfData",
            "-Djava.io.tmpdir=" + folder,
            "-cp",
            System.getProperty("java.class.path"),
            IndexFirstUseProgram.class.getName(),
            folder.resolve("index.lmdb").toString()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), output);
    List<String> lines =
        output.lines().filter(line -> line.matches("(first|interrupted|second): .*")).toList();
    assertEquals(3, lines.size(), output);
    return lines;
  }
}
