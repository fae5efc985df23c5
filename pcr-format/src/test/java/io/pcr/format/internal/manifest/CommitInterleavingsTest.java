package io.pcr.format.internal.manifest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.internal.manifest.CommitInterleavings.Protocol;
import io.pcr.format.internal.manifest.SteppedWriter.Publishing;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

// Covers R-COMMIT-8, R-COMMIT-9, R-COMMIT-14, R-COMMIT-15, R-COMMIT-16
class CommitInterleavingsTest {
  static final Protocol LINKED =
      new Protocol() {
        @Override
        public Publishing in(Path folder) {
          return (work, steps) -> {
            LinkedPublication publication = new LinkedPublication(folder, steps);
            return publication.publish(publication.base(), work);
          };
        }

        @Override
        public boolean tears() {
          return false;
        }

        @Override
        public String name() {
          return "POSIX link";
        }
      };

  static final Protocol EXCLUSIVE =
      new Protocol() {
        @Override
        public Publishing in(Path folder) {
          return (work, steps) -> new ExclusivePublication(folder, steps).publish(work);
        }

        @Override
        public boolean tears() {
          return true;
        }

        @Override
        public String name() {
          return "exclusive creation";
        }
      };

  @TempDir private Path folder;

  @Test
  void twoWritersWithOneFault() throws Exception {
    run(LINKED, 1, 30);
  }

  @Test
  void twoWritersWithOneFaultWhereLinksDoNotExist() throws Exception {
    run(EXCLUSIVE, 1, 100);
  }

  @Test
  @Tag("long")
  void twoWritersWithTwoFaults() throws Exception {
    run(LINKED, 2, 150);
  }

  @Test
  @Tag("long")
  void twoWritersWithTwoFaultsWhereLinksDoNotExist() throws Exception {
    run(EXCLUSIVE, 2, 500);
  }

  private void run(Protocol protocol, int faults, int least) throws Exception {
    List<String> traces = new CommitInterleavings(folder, protocol, faults).runAll();
    assertTrue(traces.size() > least, () -> traces.size() + " interleavings");
    requireModelled(protocol.name(), traces);
  }

  /** What the writers did is what those of the model can do. */
  private static void requireModelled(String place, List<String> traces) throws Exception {
    Path model =
        Path.of(System.getProperty("pcr.root"), "conformance-tests", "python", "commit_model.py");
    Process process =
        new ProcessBuilder("python3", "-B", model.toString(), "--follow")
            .redirectErrorStream(true)
            .start();
    try (var lines = process.outputWriter()) {
      for (String trace : traces) {
        lines.write(place + ": " + trace + "\n");
      }
    }
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), said);
    assertEquals(traces.size() + " runs, all as the model's", said.strip());
  }
}
