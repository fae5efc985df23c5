package io.pcr.conformance.hostile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.programme.Programme;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that would cost far more than they are, in a process with a small heap. */
class BombTest {
  @TempDir private Path folder;

  // Covers T9
  @Test
  void bombsAreRefusedInASmallHeapAndInTime() throws Exception {
    Path vectors = Path.of(System.getProperty("pcr.root")).resolve("spec/vectors/2");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:MaxDirectMemorySize=64m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                "-Dorg.bytedeco.javacpp.cachedir="
                    + System.getProperty("org.bytedeco.javacpp.cachedir"),
                BombProgram.class.getName(),
                folder.toString(),
                vectors.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(process.waitFor(2, TimeUnit.MINUTES), said);
    assertEquals(0, process.exitValue(), said);
    int refused = Integer.parseInt(said.replaceAll("(?s).*refused (\\d+)\\s*", "$1"));
    assertTrue(refused > 400, said);
    Programme.T9.passed("images, records and vectors, in a process of 64 MiB", refused);
  }
}
