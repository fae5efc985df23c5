package io.pcr.reader.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pcr.reader.http.HttpReadException.Reason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Against a web server that others wrote. Where there is none, against our own, with what it can
 * show as well.
 */
class NginxTest {
  private static final byte[] CONTENT = content();

  @TempDir Path directory;

  private static byte[] content() {
    byte[] bytes = new byte[3_000_000];
    new Random(9).nextBytes(bytes);
    return bytes;
  }

  @Test
  void serverLogsExactlyTheRangesAskedFor() throws Exception {
    Files.write(served().resolve("object"), CONTENT);
    Optional<Nginx> nginx = Nginx.start(directory, served());
    try (ObjectServer own = ObjectServer.start(CONTENT);
        HttpByteSource source =
            HttpByteSource.open(nginx.map(n -> n.uri("object")).orElse(own.uri()))) {
      ByteBuffer bytes = ByteBuffer.allocateDirect(CONTENT.length);
      source.readFully(0, bytes.limit(2_000_000));
      source.readFully(2_000_000, bytes.limit(CONTENT.length));
      byte[] actual = new byte[CONTENT.length];
      bytes.flip().get(actual);
      assertArrayEquals(CONTENT, actual);
      assertEquals(CONTENT.length, source.length());
      if (nginx.isPresent()) {
        assertEquals(
            List.of("206 bytes=0-1999999 2000000", "206 bytes=2000000-2999999 1000000"),
            nginx.get().requests());
      } else {
        assertEquals(2, own.requests().size());
      }
    } finally {
      nginx.ifPresent(Nginx::close);
    }
  }

  // Covers R-RANGE-2
  @Test
  void objectReplacedOnTheServerIsNoticed() throws Exception {
    Path object = Files.write(served().resolve("object"), CONTENT);
    Optional<Nginx> nginx = Nginx.start(directory, served());
    try (ObjectServer own =
            ObjectServer.start(
                CONTENT,
                number -> number == 0 ? Answers.GOOD : Misbehaviour.PRECONDITION_FAILED.answer());
        HttpByteSource source =
            HttpByteSource.open(nginx.map(n -> n.uri("object")).orElse(own.uri()))) {
      source.readFully(0, ByteBuffer.allocate(1000));
      Path other = Files.write(directory.resolve("other"), Arrays.copyOf(CONTENT, 2_999_999));
      Files.move(other, object, StandardCopyOption.ATOMIC_MOVE);
      HttpReadException e =
          assertThrows(
              HttpReadException.class, () -> source.readFully(0, ByteBuffer.allocate(1000)));
      assertEquals(Reason.OBJECT_CHANGED, e.reason());
      assertEquals(412, e.status());
    } finally {
      nginx.ifPresent(Nginx::close);
    }
  }

  @Test
  void serverThatNeverServesRangesServesPrefixesOnly() throws Exception {
    Files.write(served().resolve("object"), CONTENT);
    Optional<Nginx> nginx = Nginx.start(directory, served(), "max_ranges 0;");
    try (ObjectServer own =
            ObjectServer.start(CONTENT, number -> Misbehaviour.WHOLE_OBJECT.answer());
        HttpByteSource source =
            HttpByteSource.open(nginx.map(n -> n.uri("object")).orElse(own.uri()))) {
      ByteBuffer bytes = ByteBuffer.allocate(100_000);
      source.readFully(0, bytes);
      assertArrayEquals(Arrays.copyOf(CONTENT, 100_000), bytes.array());
      HttpReadException e =
          assertThrows(HttpReadException.class, () -> source.readFully(1, ByteBuffer.allocate(10)));
      assertEquals(Reason.NO_RANGES, e.reason());
    } finally {
      nginx.ifPresent(Nginx::close);
    }
  }

  @Test
  void missingObjectIsRefusedAtOnce() throws Exception {
    Optional<Nginx> nginx = Nginx.start(directory, served());
    try (ObjectServer own = ObjectServer.start(CONTENT, number -> Misbehaviour.NOT_FOUND.answer());
        HttpByteSource source =
            HttpByteSource.open(
                nginx.map(n -> n.uri("object")).orElse(own.uri()),
                HttpOptions.builder().stallTimeout(Duration.ofSeconds(5)).build())) {
      HttpReadException e =
          assertThrows(HttpReadException.class, () -> source.readFully(0, ByteBuffer.allocate(10)));
      assertEquals(Reason.REFUSED, e.reason());
      assertEquals(404, e.status());
    } finally {
      nginx.ifPresent(Nginx::close);
    }
  }

  private Path served() throws IOException {
    Path served = Files.createDirectories(directory.resolve("served"));
    // nginx gives up root, and a temporary directory is closed to others.
    for (Path path : Stream.of(directory, served).toList()) {
      path.toFile().setExecutable(true, false);
      path.toFile().setReadable(true, false);
    }
    return served;
  }
}
