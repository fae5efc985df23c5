package io.pcr.benchmarks.c;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/**
 * A C program over libjpeg, compiled from the source that comes with the benches.
 *
 * @param file the executable
 */
public record CProgram(Path file) {
  /** Decodes all images of a packed file, some times over. */
  public static final String DECODE_LOOP = "decode_loop";

  /** Transcodes images in memory. */
  public static final String JPEG_LOOP = "jpeg_loop";

  /** Compiles a program by its name, into a folder. */
  public static CProgram compile(String name, Path folder)
      throws IOException, InterruptedException {
    Path source = folder.resolve(name + ".c");
    try (InputStream in = CProgram.class.getResourceAsStream("/" + name + ".c")) {
      if (in == null) {
        throw new FileNotFoundException(name + ".c is not among the resources");
      }
      Files.copy(in, source, StandardCopyOption.REPLACE_EXISTING);
    }
    Path program = folder.resolve(name);
    output(List.of("gcc", "-O3", source.toString(), "-ljpeg", "-o", program.toString()));
    return new CProgram(program);
  }

  /** Starts it. */
  public Process start(List<String> arguments) throws IOException {
    return new ProcessBuilder(command(arguments))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  /** Runs it to its end and returns what it printed. */
  public String run(String... arguments) throws IOException, InterruptedException {
    return output(command(List.of(arguments)));
  }

  private List<String> command(List<String> arguments) {
    List<String> command = new ArrayList<>(arguments);
    command.add(0, file.toString());
    return command;
  }

  private static String output(List<String> command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    if (process.waitFor() != 0) {
      throw new IOException("failed: " + String.join(" ", command));
    }
    return printed.strip();
  }
}
