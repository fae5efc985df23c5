package io.pcr.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every guarantee and requirement of the specification is shown by a vector or named by a test, and
 * no other is.
 */
class RequirementsTest {
  private static final Path ROOT = Path.of(System.getProperty("pcr.root"));
  private static final Pattern ID = Pattern.compile("\\b(G-\\d+|R-[A-Z]+-\\d+)\\b");
  private static final Pattern DEFINITION = Pattern.compile("\\*\\*(G-\\d+|R-[A-Z]+-\\d+)\\*\\*");
  private static final Pattern COVERS = Pattern.compile("Covers ((?:[GR]-[A-Z0-9-]+(?:, )?)+)");

  private static String specification() throws IOException {
    return Files.readString(ROOT.resolve("spec").resolve("pcr-format.md"));
  }

  private static SortedSet<String> find(Pattern pattern, String text) {
    SortedSet<String> found = new TreeSet<>();
    Matcher matcher = pattern.matcher(text);
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }

  /** The ids that vectors and tests name, and where. */
  private static SortedMap<String, Path> covered() throws IOException {
    SortedMap<String, Path> covered = new TreeMap<>();
    Path vectors = ROOT.resolve("spec").resolve("vectors").resolve("2").resolve("MANIFEST.json");
    find(ID, Files.readString(vectors)).forEach(id -> covered.put(id, vectors));
    try (Stream<Path> modules = Files.list(ROOT)) {
      List<Path> tests =
          modules.map(module -> module.resolve("src/test")).filter(Files::isDirectory).toList();
      for (Path folder : tests) {
        try (Stream<Path> files = Files.walk(folder)) {
          for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
            for (String ids : find(COVERS, Files.readString(file))) {
              find(ID, ids).forEach(id -> covered.put(id, file));
            }
          }
        }
      }
    }
    return covered;
  }

  @Test
  void everyRequirementIsShownByAVectorOrNamedByATest() throws IOException {
    SortedSet<String> untested = find(DEFINITION, specification());
    assertTrue(untested.size() > 50, () -> "only " + untested);
    untested.removeAll(covered().keySet());
    assertEquals(new TreeSet<String>(), untested);
  }

  @Test
  void everyIdThatAVectorOrATestNamesIsDefined() throws IOException {
    SortedMap<String, Path> unknown = covered();
    unknown.keySet().removeAll(find(DEFINITION, specification()));
    assertEquals(new TreeMap<String, Path>(), unknown);
  }

  @Test
  void everyIdIsDefinedOnceAndEveryReferenceLeadsSomewhere() throws IOException {
    String text = specification();
    Matcher definitions = DEFINITION.matcher(text);
    SortedSet<String> defined = new TreeSet<>();
    while (definitions.find()) {
      assertTrue(defined.add(definitions.group(1)), () -> definitions.group(1) + " stands twice");
    }
    SortedSet<String> dangling = find(ID, text);
    dangling.removeAll(defined);
    assertEquals(new TreeSet<String>(), dangling);
  }
}
