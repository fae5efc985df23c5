package io.pcr.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What must be edited to add a kind of image, as the comment of {@code ImageCodecs} lists it, held
 * by one that is there: WebP. Texts of help and lists of names of files are no code of it.
 */
class ImageFormatPlacesTest {
  /** Beside them {@code Features} gets a bit, when Liquid shards are to hold the kind. */
  private static final Set<String> PLACES =
      Set.of(
          "MediaType",
          "MediaSignature",
          "ImageCodecs",
          "CodecLibraries",
          "Encoding",
          "InputCounts",
          "StoredKind");

  /** They make copies that a dataset is compared with, in two kinds for all time. */
  private static final Set<String> COPIES = Set.of("CopyEncoder", "CopyFormat");

  /** They compare what papers compared, in the kinds of these; a new kind changes none of them. */
  private static final Set<String> STUDIES =
      Set.of("Choice", "PictureEncoder", "QualityStudy", "SplitFormat");

  private static final int MOST = 8;

  /** Names of the code; a string or a comment may speak of whatever it likes. */
  private static final Pattern NAMES_IT = Pattern.compile("\\b(WEBP|WebP|Webp[A-Za-z]*)\\b");

  private static final Pattern TEXTS =
      Pattern.compile("//[^\n]*|/\\*.*?\\*/|\"(?:[^\"\\\\\n]|\\\\.)*\"", Pattern.DOTALL);

  @Test
  void nothingButTheListedClassesKnowsAKindOfImage() throws IOException {
    Set<String> found = new TreeSet<>();
    for (Path file : sources()) {
      String name = file.getFileName().toString().replace(".java", "");
      boolean isItsOwn = name.startsWith("Webp") || COPIES.contains(name) || STUDIES.contains(name);
      if (!isItsOwn && NAMES_IT.matcher(code(file)).find()) {
        found.add(name);
      }
    }
    assertEquals(new TreeSet<>(PLACES), found);
    assertTrue(found.size() + 1 <= MOST);
  }

  private static String code(Path file) {
    try {
      return TEXTS.matcher(Files.readString(file)).replaceAll("");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The main sources of all modules. */
  private static List<Path> sources() throws IOException {
    Path root = Path.of("..").toAbsolutePath().normalize();
    try (Stream<Path> modules = Files.list(root)) {
      return modules
          .map(module -> module.resolve("src/main/java"))
          .filter(Files::isDirectory)
          .flatMap(ImageFormatPlacesTest::javaFiles)
          .toList();
    }
  }

  private static Stream<Path> javaFiles(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
