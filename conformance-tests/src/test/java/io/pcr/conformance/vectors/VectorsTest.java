package io.pcr.conformance.vectors;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.conformance.probe.Probe;
import io.pcr.conformance.probe.PythonProbe;
import io.pcr.conformance.vectors.Vectors.Expectation;
import io.pcr.conformance.vectors.Vectors.Vector;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.programme.Programme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds the vectors to their frozen bytes, and both readers to the vectors. */
class VectorsTest {
  private static final Pattern DEFINITION = Pattern.compile("\\*\\*(G-\\d+|R-[A-Z]+-\\d+)\\*\\*");

  /** What no single file can show, and why; tests of the modules name them. */
  private static final Map<String, String> NOT_IN_A_FILE =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("R-COMMIT-1", "how files come to be"),
              Map.entry("R-COMMIT-2", "how datasets come to be"),
              Map.entry("R-COMMIT-3", "how shards are written"),
              Map.entry("R-COMMIT-4", "what a writer does with names that others took"),
              Map.entry("R-COMMIT-5", "who may write"),
              Map.entry("R-COMMIT-6", "what a writer looks at before it publishes"),
              Map.entry("R-FEATURE-1", "what writers refuse"),
              Map.entry("R-INDEX-1", "an index is of one machine"),
              Map.entry("R-INDEX-2", "an index is of one machine"),
              Map.entry("R-INDEX-3", "an index is of one machine"),
              Map.entry("R-INDEX-4", "an index is of one machine"),
              Map.entry("R-MANIFEST-8", "takes a manifest and shards"),
              Map.entry("R-RANGE-1", "how files are fetched"),
              Map.entry("R-RANGE-2", "how files are fetched"),
              Map.entry("R-RANGE-3", "how files are fetched"),
              Map.entry("R-SCAN-1", "what writers choose"),
              Map.entry("R-TFRECORD-7", "what writers store"),
              Map.entry("R-TFRECORD-8", "what readers refuse"),
              Map.entry("R-TFRECORD-9", "takes a manifest and a shard"),
              Map.entry("R-TFRECORD-10", "what writers store"),
              Map.entry("R-UUID-2", "takes a manifest and a shard")));

  private static final List<Vector> VECTORS = Vectors.all();

  private static long count(String family) {
    return VECTORS.stream().filter(vector -> vector.file().startsWith(family)).count();
  }

  @Test
  void thereAreEnoughOfEachFamily() {
    assertTrue(count("good-") >= 60 && count("bad-") >= 120 && count("unsupported-") >= 20);
    assertTrue(count("prefix-") >= 10);
    for (String family : List.of("good", "bad", "unsupported", "prefix")) {
      Programme.VECTORS.passed(family, count(family + "-"));
    }
  }

  @Test
  void makingThemAnewGivesTheFrozenBytes() throws IOException {
    SortedMap<String, byte[]> made = VectorFiles.make();
    try (Stream<Path> files = Files.list(VectorFiles.FOLDER)) {
      Set<String> frozen = new TreeSet<>();
      files.forEach(file -> frozen.add(file.getFileName().toString()));
      assertEquals(new TreeSet<>(made.keySet()), frozen);
    }
    for (Map.Entry<String, byte[]> file : made.entrySet()) {
      byte[] frozen = Files.readAllBytes(VectorFiles.FOLDER.resolve(file.getKey()));
      assertArrayEquals(frozen, file.getValue(), file.getKey());
    }
  }

  private static void assertAnswer(Vector vector, Expectation expectation, Probe.Answer answer) {
    String what = vector.file() + " " + expectation;
    String error = expectation.error().map(code -> "\"error\":\"" + code + "\"").orElse("");
    assertEquals(answer.json().contains("\"error\""), expectation.error().isPresent(), what);
    assertTrue(answer.json().contains(error), () -> what + " gives " + answer);
    int exit =
        switch (expectation.error().map(Enum::name).orElse("")) {
          case "" -> 0;
          case "UNSUPPORTED_VERSION", "UNSUPPORTED_FEATURE", "UNSUPPORTED_KIND", "LIMIT_EXCEEDED" ->
              2;
          default -> 1;
        };
    assertEquals(exit, answer.exit(), what);
  }

  /** Covers G-3, G-6, R-TFRECORD-6. */
  @Test
  void theLibrarySaysOfEachWhatItIsMadeToShow() throws IOException {
    for (Vector vector : VECTORS) {
      for (Expectation expectation : vector.expectations()) {
        assertAnswer(
            vector, expectation, Probe.probe(vector.file(), vector.bytes(), expectation.group()));
      }
    }
  }

  /**
   * What the library says has been compared with the frozen answers, so this compares all three.
   */
  @Test
  void theReaderInPythonSaysTheSame() throws Exception {
    try (PythonProbe python = PythonProbe.start()) {
      for (Vector vector : VECTORS) {
        Path file = VectorFiles.FOLDER.resolve(vector.file());
        for (Expectation expectation : vector.expectations()) {
          Probe.Answer answer = python.probe(file, expectation.group());
          assertAnswer(vector, expectation, answer);
          assertEquals(
              Probe.probe(vector.file(), vector.bytes(), expectation.group()).json(),
              answer.json(),
              vector.file());
        }
      }
    }
  }

  @Test
  void imagesThatAreNoGoodAreFoundByDecodingAndNoOthersAre() throws IOException {
    Map<String, Optional<ErrorCode>> stated = new TreeMap<>();
    Map<String, Optional<ErrorCode>> found = new TreeMap<>();
    for (Vector vector : VECTORS) {
      boolean isWhole = vector.expectations().stream().allMatch(e -> e.error().isEmpty());
      if (isWhole && (vector.file().endsWith(".pcr") || vector.decode().isPresent())) {
        stated.put(vector.file(), vector.decode());
        found.put(vector.file(), DecodeCheck.firstError(vector.bytes()));
      }
    }
    assertEquals(stated, found);
  }

  @Test
  void shardsThatAreNotThoseOfTheirManifestAreFoundByOpeningThemAndNoOthersAre()
      throws IOException {
    for (Vector vector : VECTORS) {
      if (vector.file().contains("-dataset")) {
        assertEquals(vector.open(), OpenCheck.firstError(vector), vector.file());
      }
    }
  }

  /** Covers R-LIQUID-5. */
  @Test
  void groupsThatAFileDoesNotHaveAreNotToBeHad() throws Exception {
    Map<String, Integer> asked =
        Map.of(
            "good-shard-mixed.pcr", 4,
            "good-liquid-mixed.pcrl", 2,
            "good-manifest-full.pcrm", 1,
            "good-tfrecord-none.tfrecord", 1);
    try (PythonProbe python = PythonProbe.start()) {
      for (Map.Entry<String, Integer> one : asked.entrySet()) {
        Path file = VectorFiles.FOLDER.resolve(one.getKey());
        OptionalInt group = OptionalInt.of(one.getValue());
        Probe.Answer answer = python.probe(file, group);
        assertEquals(3, answer.exit(), one.getKey());
        assertTrue(answer.json().startsWith("{\"io\":"), answer::json);
        byte[] bytes = Files.readAllBytes(file);
        assertThrows(IOException.class, () -> Probe.probe(one.getKey(), bytes, group));
      }
    }
  }

  @Test
  void everyErrorCodeIsShown() {
    Set<ErrorCode> shown = EnumSet.noneOf(ErrorCode.class);
    for (Vector vector : VECTORS) {
      vector.decode().ifPresent(shown::add);
      vector.expectations().forEach(expectation -> expectation.error().ifPresent(shown::add));
    }
    assertEquals(EnumSet.allOf(ErrorCode.class), shown);
  }

  @Test
  void everyRequirementThatAFileCanShowIsShown() throws IOException {
    Set<String> open = new TreeSet<>();
    Path spec = Path.of(System.getProperty("pcr.root")).resolve("spec").resolve("pcr-format.md");
    Matcher definition = DEFINITION.matcher(Files.readString(spec));
    while (definition.find()) {
      open.add(definition.group(1));
    }
    Set<String> unknown = new TreeSet<>(NOT_IN_A_FILE.keySet());
    VECTORS.forEach(vector -> unknown.addAll(vector.requirements()));
    unknown.removeAll(open);
    assertEquals(Set.of(), unknown);
    VECTORS.forEach(vector -> vector.requirements().forEach(open::remove));
    assertEquals(NOT_IN_A_FILE.keySet(), open);
  }
}
