package io.pcr.codecs.internal.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The native library as other languages call it: a program in C, which knows its header alone. */
class PcrAbiTest {
  private static final int WIDTH = 150;
  private static final int HEIGHT = 113;
  private static final Path NATIVE = Path.of(System.getProperty("pcr.root", ".."), "native");
  private static final Pattern FUNCTIONS =
      Pattern.compile("(?s)[0-9a-f]+ T pcr_abi_version\n(?:[0-9a-f]+ T pcr_[a-z_]+\n){4}");

  @TempDir Path folder;

  @Test
  void aProgramInCGetsWhatTheHeaderPromises() throws Exception {
    call(NATIVE.resolve("build").toString(), folder.toString(), "-Wall", "-Wextra", "-Werror");
    assertTrue(run(List.of()).endsWith(" checks\n"));
    String exported = call("nm", "-D", "--defined-only", folder.resolve("libpcr.so").toString());
    assertTrue(FUNCTIONS.matcher(exported).matches(), exported);
  }

  @Test
  void noMemoryIsTouchedThatIsNotTheLibrarysOrLent() throws Exception {
    List<String> sanitizers =
        List.of("-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined");
    List<String> build = new ArrayList<>(List.of(NATIVE.resolve("build").toString()));
    build.add(folder.toString());
    build.addAll(sanitizers);
    call(build.toArray(String[]::new));
    assertTrue(run(sanitizers).endsWith(" checks\n"));
  }

  private String run(List<String> options) throws Exception {
    String program = folder.resolve("abi").toString();
    List<String> compile = new ArrayList<>(List.of("gcc", "-std=gnu11", "-Wall", "-Wextra"));
    compile.addAll(List.of("-Werror", "-I" + NATIVE.resolve("include")));
    compile.addAll(options);
    compile.add(NATIVE.resolve("test/abi.c").toString());
    compile.addAll(List.of("-L" + folder, "-lpcr", "-Wl,-rpath," + folder, "-pthread", "-ldl"));
    compile.addAll(List.of("-o", program));
    call(compile.toArray(String[]::new));
    List<String> command = new ArrayList<>(List.of(program));
    for (StoredKind kind : StoredKind.values()) {
      Path file = folder.resolve(kind.name());
      command.add(Files.write(file, KindFiles.of(kind, WIDTH, HEIGHT)).toString());
    }
    command.add(Integer.toString(WIDTH));
    command.add(Integer.toString(HEIGHT));
    return call(command.toArray(String[]::new));
  }

  private static String call(String... command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), output);
    return output;
  }
}
