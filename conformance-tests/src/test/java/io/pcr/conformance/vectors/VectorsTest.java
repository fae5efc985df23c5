package io.pcr.conformance.vectors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.conformance.probe.Probe;
import io.pcr.conformance.vectors.Vector.Call;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.internal.checksum.Sha256;
import io.pcr.format.programme.Programme;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Holds the vectors to their frozen bytes, and the library to the vectors. */
class VectorsTest {
  /** The list of the vectors, which has the hash of each. It changes only until a release. */
  private static final String FROZEN =
      "a35cab73ad38df7767a96a6bcb504ec82770409db0c35fb43e76beef3c3cf246";

  private static List<Vector> vectors;

  @BeforeAll
  static void read() throws IOException {
    vectors = VectorList.read();
  }

  private static String sha256(byte[] bytes) {
    return Sha256.of(ByteBuffer.wrap(bytes)).toString();
  }

  @Test
  void theyHaveTheirFrozenHashes() throws IOException {
    assertEquals(FROZEN, sha256(Files.readAllBytes(VectorList.MANIFEST)));
    for (Vector vector : vectors) {
      assertEquals(vector.sha256(), sha256(Files.readAllBytes(vector.path())), vector.file());
    }
  }

  @Test
  void nothingElseIsInTheirFolder() throws IOException {
    Set<String> listed = new TreeSet<>(Set.of("MANIFEST.json"));
    for (Vector vector : vectors) {
      listed.add(vector.file());
      vector.calls().forEach(call -> call.dump().ifPresent(listed::add));
    }
    try (Stream<Path> files = Files.list(Vector.FOLDER)) {
      Set<String> found = new TreeSet<>();
      files.forEach(file -> found.add(file.getFileName().toString()));
      assertEquals(listed, found);
    }
  }

  /** Covers G-3, G-6. */
  @Test
  void theLibraryAnswersWhatTheyDemand() throws IOException {
    List<String> wrong = new ArrayList<>();
    for (Vector vector : vectors) {
      for (Call call : vector.calls()) {
        Probe.Answer answer = Probe.probe(vector.path(), call.words());
        String what = vector.file() + " " + String.join(" ", call.words());
        if (answer.exit() != call.exit()) {
          wrong.add(what + ": exit " + answer.exit() + " with " + answer.json());
        } else if (call.answer().isPresent() && !answer.json().equals(call.answer().get())) {
          wrong.add(what + ": " + answer.json() + " in place of " + call.answer().get());
        }
      }
    }
    assertTrue(wrong.isEmpty(), () -> wrong.size() + " are wrong:\n" + String.join("\n", wrong));
    for (String family : List.of("good", "bad", "copy", "unsupported", "prefix")) {
      long count = vectors.stream().filter(v -> v.file().startsWith(family + "-")).count();
      assertTrue(count >= 10, family);
      Programme.VECTORS.passed(family, count);
    }
  }

  @Test
  void everyErrorIsShown() {
    Set<ErrorCode> shown = EnumSet.noneOf(ErrorCode.class);
    vectors.forEach(vector -> vector.calls().forEach(call -> call.error().ifPresent(shown::add)));
    assertEquals(EnumSet.allOf(ErrorCode.class), shown);
  }
}
