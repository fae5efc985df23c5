package io.pcr.codecs.internal.jpeg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/** A program of {@code src/test/cpp}, compiled with the native glue in it. */
public final class GlueProgram {
  public static final List<String> SANITIZED =
      List.of("-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined");

  private static final List<String> MEMCHECK = List.of("valgrind", "-q", "--error-exitcode=9");

  private final Path folder;
  private final Path program;
  private int files;

  private GlueProgram(Path folder, Path program) {
    this.folder = folder;
    this.program = program;
  }

  static GlueProgram compile(String source, List<String> options, Path folder)
      throws IOException, InterruptedException {
    return compile("g++", source, options, folder);
  }

  static GlueProgram compile(String compiler, String source, List<String> options, Path folder)
      throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(options);
    all.add("-ljpeg");
    return compileAlone(compiler, source, all, folder);
  }

  /** Without libjpeg, of which there may be none for the machine that is compiled for. */
  public static GlueProgram compileAlone(
      String compiler, String source, List<String> options, Path folder)
      throws IOException, InterruptedException {
    Path root = Path.of(System.getProperty("pcr.root", ".."));
    Path program = folder.resolve("program");
    List<String> command = new ArrayList<>(List.of(compiler, "-g", "-std=c++17"));
    command.addAll(
        List.of(
            "-I" + root.resolve("native/src"),
            root.resolve("pcr-codecs/src/test/cpp").resolve(source).toString(),
            "-o",
            program.toString()));
    // Behind the source, as libraries must be.
    command.addAll(options);
    call(command);
    return new GlueProgram(folder, program);
  }

  /** Compiles every header of the glue by itself, with all warnings, which are errors. */
  static void checkHeaders(String compiler, Path folder) throws IOException, InterruptedException {
    Path headers = Path.of(System.getProperty("pcr.root", ".."), "native", "src");
    try (Stream<Path> all = Files.walk(headers)) {
      for (Path header : all.filter(file -> file.toString().endsWith(".h")).sorted().toList()) {
        String include = "#include \"" + headers.relativize(header) + "\"\n";
        Path source = Files.writeString(folder.resolve("header.cpp"), include);
        call(
            List.of(
                compiler,
                "-std=c++17",
                "-O2",
                "-Wall",
                "-Wextra",
                "-Werror",
                "-fsyntax-only",
                "-I" + headers,
                source.toString()));
      }
    }
  }

  /** Calls it with an argument and images; returns what it printed, and fails when it does. */
  public String run(String argument, Collection<byte[]> images)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(program.toString(), argument));
    for (byte[] image : images) {
      command.add(Files.write(folder.resolve(files++ + ".jpg"), image).toString());
    }
    return call(command);
  }

  /** Calls it by another program, if any, with files alone; returns what it printed. */
  String runBy(List<String> runner, Collection<byte[]> contents)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(runner);
    command.add(program.toString());
    for (byte[] content : contents) {
      command.add(Files.write(folder.resolve(files++ + ".bin"), content).toString());
    }
    return call(command);
  }

  /**
   * The same with images alone, under valgrind's memcheck; fails when that has something to say.
   */
  String runUnderMemcheck(Collection<byte[]> images) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(MEMCHECK);
    command.add(program.toString());
    for (byte[] image : images) {
      command.add(Files.write(folder.resolve(files++ + ".jpg"), image).toString());
    }
    return call(command);
  }

  private static String call(List<String> command) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    if (command.get(0).equals(MEMCHECK.get(0))) {
      builder.environment().put("JSIMD_FORCENONE", "1"); // Memcheck loses bytes in SIMD code.
    }
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), output);
    return output;
  }
}
