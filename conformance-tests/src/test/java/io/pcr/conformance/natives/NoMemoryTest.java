package io.pcr.conformance.natives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.programme.Programme;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every allocation of the native libraries fails once: the work gives the same bytes, or says that
 * memory has run out. It is never said to be damage of an image or a limit, and nothing leaks.
 */
class NoMemoryTest {
  private static final Path SOURCE =
      Path.of(System.getProperty("pcr.root"), "conformance-tests/src/test/c/failing_malloc.c");

  private static final Pattern FINE = Pattern.compile("(.*): (\\d+) fine");
  private static final int SHARED_BYTES = 32;

  @TempDir private Path folder;

  @Test
  void everyAllocationThatFailsIsSaidToBeOutOfMemory() throws Exception {
    Path library = folder.resolve("failing_malloc.so");
    run(
        List.of(),
        "gcc",
        "-O1",
        "-Wall",
        "-Wextra",
        "-shared",
        "-fPIC",
        "-o",
        library.toString(),
        SOURCE.toString(),
        "-ldl",
        "-lpthread");
    Path shared = Files.write(folder.resolve("shared"), new byte[SHARED_BYTES]);
    String said =
        run(
            List.of("LD_PRELOAD=" + library, "PCR_ALLOCATIONS=" + shared),
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            NoMemoryProgram.class.getName(),
            shared.toString());
    List<String> lines = said.lines().toList();
    assertTrue(lines.size() >= 20, said);
    for (String line : lines) {
      Matcher fine = FINE.matcher(line);
      assertTrue(fine.matches(), said);
      int failures = Integer.parseInt(fine.group(2));
      assertTrue(failures > 0, said);
      Programme.T5.passed("allocations of native libraries, " + fine.group(1), failures);
    }
  }

  private static String run(List<String> environment, String... command)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    for (String variable : environment) {
      int at = variable.indexOf('=');
      builder.environment().put(variable.substring(0, at), variable.substring(at + 1));
    }
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), said);
    return said;
  }
}
