package io.pcr.conformance.probe;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;

/**
 * The reader in Python, one process for many files. For one thread; whoever starts it closes it.
 */
public final class PythonProbe implements AutoCloseable {
  /** Debian's own Python has Debian's zstandard, also where another comes first in the path. */
  private static final List<String> PYTHONS = List.of("python3", "/usr/bin/python3");

  /** The folder of the modules in Python. */
  public static final Path MODULES =
      Path.of(System.getProperty("pcr.root")).resolve("conformance-tests").resolve("python");

  private static final Path PROGRAM = MODULES.resolve("pcr_probe.py");

  private final Process process;
  private final BufferedWriter requests;
  private final BufferedReader answers;

  private PythonProbe(Process process) {
    this.process = process;
    requests = process.outputWriter(StandardCharsets.UTF_8);
    answers = process.inputReader(StandardCharsets.UTF_8);
  }

  public static PythonProbe start() throws IOException, InterruptedException {
    return new PythonProbe(
        new ProcessBuilder(python(), "-B", PROGRAM.toString(), "--batch")
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start());
  }

  /** A Python that has what the modules need. */
  public static String python() throws IOException, InterruptedException {
    for (String python : PYTHONS) {
      if (hasZstandard(python)) {
        return python;
      }
    }
    throw new IOException(
        "no python3 with zstandard; on Debian: apt-get install python3-zstandard");
  }

  private static boolean hasZstandard(String python) throws InterruptedException {
    try {
      return new ProcessBuilder(python, "-c", "import zstandard")
              .redirectError(new File("/dev/null"))
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    }
  }

  public Probe.Answer probe(Path file, OptionalInt group) throws IOException {
    return probe(file.toString(), group);
  }

  /** Probes a path, or the URL of a file on an HTTP server. */
  public Probe.Answer probe(String file, OptionalInt group) throws IOException {
    return probe(
        file, group.isPresent() ? List.of("--group", String.valueOf(group.getAsInt())) : List.of());
  }

  /** As the program does with these words behind the file's name. */
  public Probe.Answer probe(String file, List<String> words) throws IOException {
    requests.write(file);
    for (String word : words) {
      requests.write("\t" + word);
    }
    requests.newLine();
    requests.flush();
    String answer = answers.readLine();
    if (answer == null) {
      throw new EOFException("the reader in Python has died of " + file);
    }
    int tab = answer.indexOf('\t');
    return new Probe.Answer(Integer.parseInt(answer.substring(0, tab)), answer.substring(tab + 1));
  }

  @Override
  public void close() throws IOException {
    requests.close();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
