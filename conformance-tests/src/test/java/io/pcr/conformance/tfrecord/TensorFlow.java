package io.pcr.conformance.tfrecord;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** TensorFlow in a process of its own, as {@code ./test --all} installs it. */
final class TensorFlow {
  private static final Path ROOT = Path.of(System.getProperty("pcr.root"));
  private static final Path PYTHON = ROOT.resolve(".pcr-setup/venv/bin/python");
  private static final Path SCRIPT =
      ROOT.resolve("conformance-tests/src/test/python/tfrecord_peer.py");

  private TensorFlow() {}

  /** Runs a command of the script; returns the lines that it prints. */
  static List<String> run(Path folder, Object... arguments) throws Exception {
    assertTrue(Files.isExecutable(PYTHON), "./test --all installs TensorFlow in " + PYTHON);
    List<String> command = new ArrayList<>(List.of(PYTHON.toString(), SCRIPT.toString()));
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    Path out = Files.createTempFile(folder, "tensorflow", ".out");
    Path errors = Files.createTempFile(folder, "tensorflow", ".errors");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(errors.toFile())
            .start();
    assertEquals(0, process.waitFor(), () -> String.join(" ", command) + ": " + read(errors));
    return Files.readAllLines(out);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
