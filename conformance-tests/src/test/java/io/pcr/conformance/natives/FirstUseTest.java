package io.pcr.conformance.natives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.programme.Programme;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Native libraries are unpacked at their first use: neither an interrupt nor a lack of room there
 * makes them unusable for as long as the process runs.
 */
class FirstUseTest {
  private static final String ENTRY_POINTS = "io/pcr/codecs/internal/CodecLibraries.class";

  @TempDir private static Path shared;
  private static String classPath;

  @TempDir private Path folder;

  /** Libraries that lie in a folder of classes would be used where they are. */
  @BeforeAll
  static void packClasses() throws IOException {
    List<String> entries = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      boolean natives = Files.exists(Path.of(entry).resolve(ENTRY_POINTS));
      entries.add(natives ? pack(Path.of(entry)).toString() : entry);
    }
    classPath = String.join(File.pathSeparator, entries);
  }

  private static Path pack(Path classes) throws IOException {
    Path jar = shared.resolve("classes.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
        Files.copy(file, out);
      }
    }
    return jar;
  }

  @ParameterizedTest
  @ValueSource(strings = {"libjpeg", "libspng", "libwebp", "zlib", "zstd"})
  void aThreadThatIsInterruptedUsesTheLibraryAndStaysInterrupted(String library) throws Exception {
    Path files = Files.createDirectory(folder.resolve("files"));
    List<String> said = run(List.of(), files, library, "interrupted");
    assertEquals(List.of("first: fine", "interrupted: true", "second: fine"), said);
    Programme.T5.passed("threads interrupted at the first use of a native library", 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"libjpeg", "libspng", "libwebp", "zlib", "zstd"})
  void aLibraryWhoseFolderCannotBeMadeIsUsedOnceItCanBe(String library) throws Exception {
    Path files = Files.createFile(folder.resolve("files"));
    List<String> said = run(List.of(), files, library, files.toString());
    assertRefused("first: ", library, said.get(0));
    assertEquals("second: fine", said.get(2), said.toString());
    Programme.T5.passed("first uses of a native library without its folder", 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"libjpeg", "libspng", "libwebp", "zlib", "zstd"})
  void aLibraryForWhichThereIsNoRoomIsRefusedEachTime(String library) throws Exception {
    Path files = Files.createDirectory(folder.resolve("files"));
    // No file may be longer than a block, which is what a full disk comes to.
    List<String> limited = List.of("/bin/sh", "-c", "ulimit -f 1; exec \"$0\" \"$@\"");
    List<String> said = run(limited, files, library, "plainly");
    assertRefused("first: ", library, said.get(0));
    assertRefused("second: ", library, said.get(2));
    Programme.T7.passed("first uses of a native library for which there is no room", 1);
  }

  private static void assertRefused(String use, String library, String said) {
    String refused = use + "NativeLibraryException the native library " + library;
    assertTrue(said.startsWith(refused + " cannot be loaded: "), said);
    assertTrue(said.endsWith("must be writable and have room"), said);
    assertTrue(!said.contains("null;") && !said.contains("initialize"), said);
  }

  private List<String> run(List<String> prefix, Path files, String library, String how)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(prefix);
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:-UsePerfData",
            "-Duser.home=" + files,
            "-Djava.io.tmpdir=" + files,
            "-Dorg.bytedeco.javacpp.cachedir=" + files,
            "-cp",
            classPath,
            FirstUseProgram.class.getName(),
            library,
            how));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), output);
    List<String> lines =
        output.lines().filter(line -> line.matches("(first|interrupted|second): .*")).toList();
    assertEquals(3, lines.size(), output);
    return lines;
  }
}
