package io.pcr.conformance.tfrecord;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
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
    Path out = Files.createTempFile(folder, "tensorflow", ".out");
    Path errors = Files.createTempFile(folder, "tensorflow", ".errors");
    Process process =
        command(arguments).redirectOutput(out.toFile()).redirectError(errors.toFile()).start();
    assertEquals(0, process.waitFor(), () -> List.of(arguments) + ": " + read(errors));
    return Files.readAllLines(out);
  }

  private static ProcessBuilder command(Object... arguments) {
    assertTrue(Files.isExecutable(PYTHON), "./test --all installs TensorFlow in " + PYTHON);
    List<String> command = new ArrayList<>(List.of(PYTHON.toString(), SCRIPT.toString()));
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    return new ProcessBuilder(command);
  }

  /** A command of the script that does its work whenever it is asked. */
  static final class Timed implements AutoCloseable {
    private final Path errors;
    private final Process process;
    private final Writer in;
    private final BufferedReader out;

    Timed(Path folder, Object... arguments) throws IOException {
      errors = Files.createTempFile(folder, "tensorflow", ".errors");
      process = command(arguments).redirectError(errors.toFile()).start();
      in = process.outputWriter(UTF_8);
      out = process.inputReader(UTF_8);
    }

    /** Has the work done once; returns the seconds that it took, by its own clock. */
    double seconds() throws IOException {
      in.write("\n");
      in.flush();
      String answer = out.readLine();
      assertNotNull(answer, () -> read(errors));
      return Double.parseDouble(answer);
    }

    @Override
    public void close() throws IOException {
      in.close();
      out.close();
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
