package io.pcr.conformance.decode;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pcr.codecs.jpeg.DecodeOptions;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * {@code src/test/c/libjpeg_oracle.c}, which makes and decodes JPEGs by the machine's libjpeg and
 * nothing of ours. For one thread; leaves its files in a folder of the caller's.
 */
final class LibjpegOracle implements Closeable {
  private static final Path SOURCE =
      Path.of(System.getProperty("pcr.root"), "conformance-tests/src/test/c/libjpeg_oracle.c");

  private final Path folder;
  private final Process process;
  private final BufferedReader errors;
  private final Writer tasks;
  private final DataInputStream answers;

  private LibjpegOracle(Path folder, Process process) {
    this.folder = folder;
    this.process = process;
    this.errors = process.errorReader();
    this.tasks = process.outputWriter();
    this.answers = new DataInputStream(process.getInputStream());
  }

  static LibjpegOracle compile(Path folder) throws Exception {
    Path program = folder.resolve("libjpeg_oracle");
    Process compiler =
        new ProcessBuilder(
                "gcc",
                "-O2",
                "-Wall",
                "-Wextra",
                "-o",
                program.toString(),
                SOURCE.toString(),
                "-ljpeg",
                "-lm")
            .redirectErrorStream(true)
            .start();
    String said = new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, compiler.waitFor(), said);
    return new LibjpegOracle(folder, new ProcessBuilder(program.toString()).start());
  }

  /** A JPEG of a kind; empty where libjpeg does not write such. */
  Optional<byte[]> make(JpegKind kind) throws IOException {
    Path file = folder.resolve("made.jpg");
    Optional<Picture> answer = ask("make " + kind.task(file));
    return answer.isPresent() ? Optional.of(Files.readAllBytes(file)) : Optional.empty();
  }

  /** The whole picture; empty where libjpeg refuses it. Crops are for us alone. */
  Optional<Picture> decode(byte[] jpeg, DecodeOptions options) throws IOException {
    Path file = Files.write(folder.resolve("read.jpg"), jpeg);
    return ask(
        String.format(
            "decode %s %d %d %d %d",
            file,
            options.format().channels(),
            options.scale().of(8),
            options.blockSmoothing() ? 1 : 0,
            options.fancyUpsampling() ? 1 : 0));
  }

  private Optional<Picture> ask(String task) throws IOException {
    tasks.write(task + "\n");
    tasks.flush();
    String answer = line(task);
    if (answer.startsWith("refused ")) {
      return Optional.empty();
    }
    String[] numbers = answer.split(" ", -1);
    byte[] pixels = new byte[Integer.parseInt(numbers[2])];
    answers.readFully(pixels);
    return Optional.of(
        new Picture(Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1]), pixels));
  }

  private String line(String task) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int c = answers.read(); c != '\n'; c = answers.read()) {
      if (c < 0) {
        throw new EOFException("no answer to: " + task + "; " + errors.readLine());
      }
      line.write(c);
    }
    return line.toString(StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    tasks.close();
    process.destroy();
  }
}
