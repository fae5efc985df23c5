package io.pcr.codecs.jpeg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** A program of {@code src/test/cpp}, compiled with the native glue in it. */
final class GlueProgram {
  static final List<String> SANITIZED =
      List.of("-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined");

  private final Path folder;
  private final Path program;
  private int files;

  private GlueProgram(Path folder, Path program) {
    this.folder = folder;
    this.program = program;
  }

  static GlueProgram compile(String source, List<String> options, Path folder)
      throws IOException, InterruptedException {
    Path module = Path.of(System.getProperty("pcr.root", ".."), "pcr-codecs");
    Path program = folder.resolve("program");
    List<String> command = new ArrayList<>(List.of("g++", "-g", "-std=c++17"));
    command.addAll(options);
    command.addAll(
        List.of(
            "-I" + module.resolve("src/main/cpp"),
            module.resolve("src/test/cpp").resolve(source).toString(),
            "-ljpeg",
            "-o",
            program.toString()));
    call(command);
    return new GlueProgram(folder, program);
  }

  /** Calls it with an argument and images; returns what it printed, and fails when it does. */
  String run(String argument, Collection<byte[]> images) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(program.toString(), argument));
    for (byte[] image : images) {
      command.add(Files.write(folder.resolve(files++ + ".jpg"), image).toString());
    }
    return call(command);
  }

  private static String call(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), output);
    return output;
  }
}
