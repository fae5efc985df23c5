package io.pcr.conformance.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.conformance.probe.Probe;
import io.pcr.conformance.probe.PythonProbe;
import io.pcr.format.Limits;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.programme.Programme;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.MemoryByteSource;
import io.pcr.reader.http.Answers;
import io.pcr.reader.http.HttpByteSource;
import io.pcr.reader.http.Misbehaviour;
import io.pcr.reader.http.ObjectServer;
import io.pcr.writer.PcrSample;
import io.pcr.writer.PcrWriter;
import io.pcr.writer.PcrWriterOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The reader in Python reads over HTTP what it reads from a file, whatever the server does. */
class PythonOverHttpTest {
  private static final Path VECTORS =
      Path.of(System.getProperty("pcr.root")).resolve("spec").resolve("vectors").resolve("2");
  private static final int FIRST_READ = 1 << 16;

  /** Head and metadata, the trailer, and the rest of the prefix. */
  private static final int REQUESTS = 3;

  /** How the program ends: all read, something damaged, or something not to be had. */
  private static final int RIGHT = 0;

  private static final int DAMAGED = 1;
  private static final int UNREAD = 3;

  private static final OptionalInt WHOLE = OptionalInt.empty();
  private static final String SHARD = "part-00000.pcr";

  @TempDir private static Path folder;
  private static PythonProbe python;
  private static byte[] shard;
  private static ShardFile layout;

  @BeforeAll
  static void writeAShardOfSeveralRequests() throws Exception {
    Path dataset = folder.resolve("dataset");
    try (PcrWriter writer = PcrWriter.create(dataset, PcrWriterOptions.DEFAULT)) {
      for (int i = 0; i < 30; i++) {
        writer.add(PcrSample.of(i + ".jpg", JpegFixtures.baseline(i, 200, 150)).withLabel(i));
      }
      writer.finish();
    }
    shard = Files.readAllBytes(dataset.resolve(SHARD));
    layout = ShardFile.open(new MemoryByteSource(SHARD, ByteBuffer.wrap(shard)), Limits.DEFAULT);
    assertTrue(layout.layout().prefixLength(4) > FIRST_READ);
    python = PythonProbe.start();
  }

  @AfterAll
  static void endPython() throws IOException {
    python.close();
  }

  private static String url(ObjectServer server, String name) {
    return server.uri(name).toString();
  }

  private static Probe.Answer local(OptionalInt group) throws IOException {
    return Probe.probe(SHARD, shard, group);
  }

  // Covers R-RANGE-3
  @Test
  void everyVectorIsReadAsFromAFile() throws IOException {
    int read = 0;
    List<Path> files;
    try (Stream<Path> paths = Files.list(VECTORS)) {
      files = paths.filter(file -> !file.toString().endsWith(".json")).sorted().toList();
    }
    try (ObjectServer server =
        ObjectServer.start(PythonOverHttpTest::vector, number -> Answers.GOOD)) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        assertEquals(python.probe(file, WHOLE), python.probe(url(server, name), WHOLE), name);
        read++;
      }
    }
    assertTrue(read > 500, read + " vectors");
    Programme.T13.passed("vectors read by the reader in Python over HTTP as from files", read);
  }

  private static byte[] vector(String name) {
    try {
      return Files.readAllBytes(VECTORS.resolve(name));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  // Covers R-RANGE-1, R-RANGE-2
  @Test
  void aFidelityIsItsPrefixInBoundedRangesOfOneVersion() throws IOException {
    int groups = layout.metadata().groupCount();
    for (int group = 0; group <= groups; group++) {
      OptionalInt fidelity = OptionalInt.of(group);
      try (ObjectServer server = ObjectServer.start(shard)) {
        assertEquals(local(fidelity), python.probe(url(server, SHARD), fidelity));
        int prefix = (int) layout.layout().prefixLength(group);
        for (ObjectServer.Request request : server.requests()) {
          assertTrue(request.last() < Math.max(FIRST_READ, prefix), request::toString);
          assertEquals(
              request.number() == 0 ? null : ObjectServer.ETAG, request.headers().get("if-match"));
        }
        assertEquals(prefix > FIRST_READ ? 2 : 1, server.requests().size());
      }
    }
  }

  @Test
  void theLibraryReadsTheSameFromTheSameServer() throws IOException {
    try (ObjectServer server = ObjectServer.start(shard);
        ByteSource source = HttpByteSource.open(server.uri(SHARD))) {
      assertEquals(local(WHOLE), Probe.probe(SHARD, source, WHOLE));
      assertEquals(local(WHOLE), python.probe(url(server, SHARD), WHOLE));
    }
  }

  // Covers R-RANGE-2, R-RANGE-3
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {
        // A client that waits as long as this one cannot tell them from a slow server.
        "STALL_BEFORE_RESPONSE",
        "STALL_INSIDE_HEADERS",
        "STALL_BEFORE_BODY",
        "STALL_INSIDE_BODY",
        "STALL_AFTER_BODY",
        "SLOW_TRICKLE"
      })
  void lyingServersAreFoundOutAtEachRequest(Misbehaviour lie) throws IOException {
    for (int place = 0; place < REQUESTS; place++) {
      assertFoundOut(lie.toString(), lie.answer(), place, request -> exit(lie, request));
    }
  }

  // Covers R-RANGE-3
  @Test
  void otherBytesThanThoseOfTheRangeAreFoundByTheChecksums() throws IOException {
    ObjectServer.Answer shifted =
        (request, to) -> {
          long last = Math.min(request.last(), to.length() - 1);
          long shift = request.first() == 0 ? 1 : -1;
          String range = Answers.range(request.first(), last, to.length());
          String length = "Content-Length: " + (last + 1 - request.first());
          to.head(Answers.PARTIAL, Answers.ETAG_LINE, length, range);
          to.bytes(request.first() + shift, last + shift);
        };
    for (int place = 0; place < REQUESTS; place++) {
      assertFoundOut("other bytes", shifted, place, request -> DAMAGED);
    }
  }

  private static void assertFoundOut(
      String what, ObjectServer.Answer lie, int place, ToIntFunction<ObjectServer.Request> exit)
      throws IOException {
    try (ObjectServer server =
        ObjectServer.start(shard, number -> number == place ? lie : Answers.GOOD)) {
      Probe.Answer found = python.probe(url(server, SHARD), WHOLE);
      String said = what + " at request " + place + ": " + found.json();
      assertTrue(server.requests().size() > place, said);
      assertEquals(exit.applyAsInt(server.requests().get(place)), found.exit(), said);
      assertTrue(found.exit() != RIGHT || found.equals(local(WHOLE)), said);
      assertTrue(found.exit() != UNREAD || found.json().contains(url(server, SHARD)), said);
      Programme.T6.passed("the reader in Python, at the first, second and last request", 1);
    }
  }

  /** How the reader, which asks once for each range, ends. */
  private static int exit(Misbehaviour lie, ObjectServer.Request request) {
    return switch (lie) {
      case BYTES_AFTER_THE_BODY,
          CHUNKS_BESIDE_A_LENGTH,
          MULTIPART,
          NO_LENGTH,
          REDIRECT_ELSEWHERE,
          TRANSFER_CODING_THAT_NOBODY_KNOWS,
          TWO_LENGTHS ->
          RIGHT;
      // The whole object is of use when its start is wanted.
      case WHOLE_OBJECT -> request.first() == 0 ? RIGHT : UNREAD;
      // By what comes first an object is known; that nothing is no shard is seen at once. Where it
      // is another one, the copy of the front is looked for, and the object has changed.
      case EMPTY_OBJECT -> request.number() == 0 ? DAMAGED : UNREAD;
      default -> UNREAD;
    };
  }

  @Test
  void wholeObjectIsOfUseWhenAllIsWithinTheFirstRead() throws IOException {
    Path file = VECTORS.resolve("good-recipe-all.pcr");
    byte[] content = Files.readAllBytes(file);
    try (ObjectServer server =
        ObjectServer.start(content, number -> Misbehaviour.WHOLE_OBJECT.answer())) {
      assertEquals(
          python.probe(file, WHOLE), python.probe(url(server, "good-recipe-all.pcr"), WHOLE));
      assertEquals(1, server.requests().size());
    }
  }

  @Test
  void whatIsNotThereIsNamed() throws IOException {
    Path nowhere = folder.resolve("nowhere.pcr");
    assertEquals(UNREAD, python.probe(nowhere, WHOLE).exit());
    assertTrue(python.probe(nowhere, WHOLE).json().contains("nowhere.pcr"));
    ObjectServer server = ObjectServer.start(shard);
    server.close();
    assertEquals(UNREAD, python.probe(url(server, SHARD), WHOLE).exit());
  }
}
