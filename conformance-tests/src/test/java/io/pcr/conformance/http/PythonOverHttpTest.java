package io.pcr.conformance.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.jpeg.JpegFixtures;
import io.pcr.conformance.probe.Probe;
import io.pcr.conformance.probe.PythonProbe;
import io.pcr.format.Limits;
import io.pcr.format.programme.Programme;
import io.pcr.format.shard.ShardFile;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.MemoryByteSource;
import io.pcr.reader.http.HttpByteSource;
import io.pcr.writer.PcrSample;
import io.pcr.writer.PcrWriter;
import io.pcr.writer.PcrWriterOptions;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reader in Python reads over HTTP what it reads from a file, whatever the server does. */
class PythonOverHttpTest {
  private static final Path VECTORS =
      Path.of(System.getProperty("pcr.root")).resolve("spec").resolve("vectors").resolve("1.0");
  private static final int FIRST_READ = 1 << 16;

  /** Head and metadata, the trailer, and the rest of the prefix. */
  private static final int REQUESTS = 3;

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
    try (RangeServer server = new RangeServer(PythonOverHttpTest::vector, ServerLie.NONE)) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        assertEquals(python.probe(file, WHOLE), python.probe(server.url(name), WHOLE), name);
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
      try (RangeServer server = new RangeServer(name -> shard, ServerLie.NONE)) {
        assertEquals(local(fidelity), python.probe(server.url(SHARD), fidelity));
        int prefix = (int) layout.layout().prefixLength(group);
        for (RangeServer.Request request : server.requests()) {
          assertTrue(request.last() < Math.max(FIRST_READ, prefix), request::toString);
          assertEquals(request.number() == 0 ? "" : "\"version 1\"", request.ifMatch());
        }
        assertEquals(prefix > FIRST_READ ? 2 : 1, server.requests().size());
      }
    }
  }

  @Test
  void theLibraryReadsTheSameFromTheSameServer() throws IOException {
    try (RangeServer server = new RangeServer(name -> shard, ServerLie.NONE);
        ByteSource source = HttpByteSource.open(URI.create(server.url(SHARD)))) {
      assertEquals(local(WHOLE), Probe.probe(SHARD, source, WHOLE));
      assertEquals(local(WHOLE), python.probe(server.url(SHARD), WHOLE));
    }
  }

  // Covers R-RANGE-2, R-RANGE-3
  @Test
  void lyingServersAreFoundOutAtEachRequest() throws IOException {
    Probe.Answer right = local(WHOLE);
    int cases = 0;
    for (ServerLie lie : ServerLie.values()) {
      for (int place = 0; place < REQUESTS; place++) {
        int at = place;
        RangeServer.Answer answer =
            (request, content, out) ->
                (request.number() == at ? lie : ServerLie.NONE).write(request, content, out);
        try (RangeServer server = new RangeServer(name -> shard, answer)) {
          Probe.Answer found = python.probe(server.url(SHARD), WHOLE);
          String what = lie + " at request " + at + ": " + found.json();
          assertEquals(exit(lie, server.requests().get(at)), found.exit(), what);
          assertTrue(found.exit() != 0 || found.equals(right), what);
          assertTrue(found.exit() != 3 || found.json().contains(server.url(SHARD)), what);
          cases++;
        }
      }
    }
    Programme.T6.passed("the reader in Python, at the first, second and last request", cases);
  }

  /** Bytes that are not those of the range that they are said to be are for the checksums. */
  private static int exit(ServerLie lie, RangeServer.Request request) {
    return switch (lie) {
      case NONE -> 0;
      case OTHER_BYTES_THAN_SAID -> 1;
      case WHOLE_OBJECT -> request.first() == 0 ? 0 : 3;
      default -> 3;
    };
  }

  @Test
  void wholeObjectIsOfUseWhenAllIsWithinTheFirstRead() throws IOException {
    Path file = VECTORS.resolve("good-written-shard.pcr");
    byte[] content = Files.readAllBytes(file);
    try (RangeServer server = new RangeServer(name -> content, ServerLie.WHOLE_OBJECT)) {
      assertEquals(
          python.probe(file, WHOLE), python.probe(server.url("good-written-shard.pcr"), WHOLE));
      assertEquals(1, server.requests().size());
    }
  }

  @Test
  void whatIsNotThereIsNamed() throws IOException {
    Path nowhere = folder.resolve("nowhere.pcr");
    assertEquals(3, python.probe(nowhere, WHOLE).exit());
    assertTrue(python.probe(nowhere, WHOLE).json().contains("nowhere.pcr"));
    RangeServer server = new RangeServer(name -> shard, ServerLie.NONE);
    server.close();
    assertEquals(3, python.probe(server.url(SHARD), WHOLE).exit());
  }
}
