package io.pcr.conformance.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.conformance.probe.PythonProbe;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The commit of the spec, tried out in all interleavings with all crashes and lost answers; each
 * way to do it wrong is found. That the writers here do what the model does is tried where they
 * are.
 */
// Covers R-COMMIT-2, R-COMMIT-8, R-COMMIT-9, R-COMMIT-10, R-COMMIT-14, R-COMMIT-15, R-COMMIT-16
class CommitModelTest {
  @Test
  void nothingIsLostAndNobodyIsBlocked() throws Exception {
    run();
  }

  @Test
  @Tag("long")
  void nothingIsLostAndNobodyIsBlockedInAnyStateOfAnyPlace() throws Exception {
    run("--all");
  }

  private static void run(String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of("python3", "-B", PythonProbe.MODULES.resolve("commit_model.py").toString()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), said);
    assertTrue(said.contains("states, all as they should be"), said);
  }
}
