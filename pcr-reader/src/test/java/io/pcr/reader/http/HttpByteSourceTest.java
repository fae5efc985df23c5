package io.pcr.reader.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.reader.http.HttpReadException.Reason;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class HttpByteSourceTest {
  private static final byte[] CONTENT = content();
  private static final HttpOptions QUICK =
      HttpOptions.builder()
          .stallTimeout(Duration.ofSeconds(2))
          .backoff(Duration.ofMillis(1), Duration.ofSeconds(3))
          .build();

  private static final int CHUNK = 64 << 10;

  private static byte[] content() {
    byte[] bytes = new byte[300_000];
    new Random(5).nextBytes(bytes);
    return bytes;
  }

  // Covers R-RANGE-2, R-RANGE-3
  @Test
  void everyRequestAsksForOneBoundedRangeOfThePinnedVersionUnencoded() throws IOException {
    try (ObjectServer server = ObjectServer.start(CONTENT);
        HttpByteSource source = HttpByteSource.open(server.uri())) {
      source.readFully(10, ByteBuffer.allocate(90));
      source.readFully(1000, ByteBuffer.allocate(1));
      ObjectServer.Request first = server.requests().get(0);
      ObjectServer.Request second = server.requests().get(1);
      assertEquals("bytes=10-99", first.headers().get("range"));
      assertNull(first.headers().get("if-match"));
      assertEquals("bytes=1000-1000", second.headers().get("range"));
      assertEquals(ObjectServer.ETAG, second.headers().get("if-match"));
      assertEquals("identity", second.headers().get("accept-encoding"));
      assertEquals(Optional.of(ObjectServer.ETAG), source.version());
    }
  }

  @Test
  void lengthBeforeAnyReadCostsOneRequestWhoseBytesAreUsed() throws IOException {
    try (ObjectServer server = ObjectServer.start(CONTENT);
        HttpByteSource source = HttpByteSource.open(server.uri())) {
      assertEquals(CONTENT.length, source.length());
      ByteBuffer all = ByteBuffer.allocate(CONTENT.length);
      source.readFully(0, all.limit(1000));
      source.readFully(1000, all.limit(HttpByteSource.HEAD_BYTES));
      assertEquals(1, server.requests().size());
      source.readFully(0, all.clear());
      assertArrayEquals(CONTENT, all.array());
      assertEquals(2, server.requests().size());
      assertEquals(HttpByteSource.HEAD_BYTES, server.requests().get(1).first());
    }
  }

  @Test
  void lengthAfterAReadCostsNoRequest() throws IOException {
    try (ObjectServer server = ObjectServer.start(CONTENT);
        HttpByteSource source = HttpByteSource.open(server.uri())) {
      source.readFully(0, ByteBuffer.allocate(10));
      assertEquals(CONTENT.length, source.length());
      assertEquals(1, server.requests().size());
    }
  }

  @Test
  void emptyObjectHasLengthZero() throws IOException {
    try (ObjectServer server = ObjectServer.start(new byte[0]);
        HttpByteSource source = HttpByteSource.open(server.uri())) {
      assertEquals(0, source.length());
    }
  }

  @Test
  void lostConnectionGoesOnWhereItStopped() throws IOException {
    try (ObjectServer server =
            ObjectServer.start(
                CONTENT,
                number -> number == 0 ? Misbehaviour.CLOSE_INSIDE_BODY.answer() : Answers.GOOD);
        HttpByteSource source = HttpByteSource.open(server.uri(), QUICK)) {
      ByteBuffer all = ByteBuffer.allocate(CONTENT.length);
      source.readFully(0, all);
      assertArrayEquals(CONTENT, all.array());
      ObjectServer.Request again = server.requests().get(1);
      assertTrue(again.first() > 0, again.toString());
      assertEquals(ObjectServer.ETAG, again.headers().get("if-match"));
    }
  }

  @Test
  void lostConnectionToAServerWithoutValidatorsStartsAnew() throws IOException {
    try (ObjectServer server =
            ObjectServer.start(
                CONTENT,
                number ->
                    (request, to) -> {
                      to.head(
                          Answers.PARTIAL,
                          "Content-Length: " + (request.last() - request.first() + 1),
                          Answers.range(request.first(), request.last(), to.length()));
                      to.bytes(request.first(), number == 0 ? 1000 : request.last());
                      if (number == 0) {
                        throw new ObjectServer.HangUp(false);
                      }
                    });
        HttpByteSource source = HttpByteSource.open(server.uri(), QUICK)) {
      ByteBuffer all = ByteBuffer.allocate(CONTENT.length);
      source.readFully(0, all);
      assertArrayEquals(CONTENT, all.array());
      assertEquals(0, server.requests().get(1).first());
      assertEquals(Optional.empty(), source.version());
    }
  }

  @Test
  void weakETagIsComparedButNotSentAsIfMatch() throws IOException {
    AtomicReference<String> etag = new AtomicReference<>("W/\"a\"");
    try (ObjectServer server =
            ObjectServer.start(
                CONTENT,
                number ->
                    (request, to) -> {
                      to.head(
                          Answers.PARTIAL,
                          "ETag: " + etag.get(),
                          "Last-Modified: Wed, 18 Nov 2026 08:00:00 GMT",
                          "Content-Length: " + (request.last() - request.first() + 1),
                          Answers.range(request.first(), request.last(), to.length()));
                      to.bytes(request.first(), request.last());
                    });
        HttpByteSource source = HttpByteSource.open(server.uri(), QUICK)) {
      source.readFully(0, ByteBuffer.allocate(10));
      source.readFully(0, ByteBuffer.allocate(10));
      Map<String, String> headers = server.requests().get(1).headers();
      assertFalse(headers.containsKey("if-match"), headers.toString());
      assertEquals("Wed, 18 Nov 2026 08:00:00 GMT", headers.get("if-unmodified-since"));
      etag.set("W/\"b\"");
      HttpReadException e =
          assertThrows(HttpReadException.class, () -> source.readFully(0, ByteBuffer.allocate(10)));
      assertEquals(Reason.OBJECT_CHANGED, e.reason());
      assertTrue(e.getMessage().contains("W/\"a\"") && e.getMessage().contains("W/\"b\""));
    }
  }

  @Test
  void retryAfterIsObeyed() throws IOException {
    List<Duration> waits = new ArrayList<>();
    try (ObjectServer server =
            ObjectServer.start(
                CONTENT,
                number ->
                    number == 0
                        ? (request, to) ->
                            Answers.status(to, "503 Service Unavailable", "Retry-After: 1")
                        : Answers.GOOD);
        HttpByteSource source = HttpByteSource.open(server.uri(), QUICK, waits::add)) {
      source.readFully(0, ByteBuffer.allocate(10));
      assertEquals(2, server.requests().size());
    }
    assertEquals(List.of(Duration.ofSeconds(1)), waits);
  }

  @Test
  void wholeObjectIsReadOnlyAsFarAsWanted() throws IOException {
    byte[] large = new byte[64 << 20];
    AtomicLong sent = new AtomicLong();
    ObjectServer.Answer wholeObject =
        (request, to) -> {
          to.head("HTTP/1.1 200 OK", "ETag: \"a\"", "Content-Length: " + to.length());
          for (long at = 0; at < to.length(); at += CHUNK) {
            to.bytes(at, at + CHUNK - 1);
            sent.addAndGet(CHUNK);
          }
        };
    try (ObjectServer server = ObjectServer.start(large, number -> wholeObject);
        HttpByteSource source = HttpByteSource.open(server.uri(), QUICK)) {
      for (int i = 0; i < 20; i++) {
        source.readFully(0, ByteBuffer.allocate(1000));
      }
    }
    // What the system holds for a connection goes out before the reader hangs up; the rest does
    // not.
    assertTrue(sent.get() < 20L * large.length / 2, sent + " bytes were sent");
  }

  @Test
  void redirectIsFollowedWithoutCredentialsForAnotherHost() throws IOException {
    try (ObjectServer target = ObjectServer.start(CONTENT);
        ObjectServer server =
            ObjectServer.start(
                CONTENT,
                number ->
                    (request, to) ->
                        Answers.status(
                            to,
                            "302 Found",
                            "Location: "
                                + target.uri().toString().replace("127.0.0.1", "localhost")));
        HttpByteSource source =
            HttpByteSource.open(
                server.uri(),
                QUICK.toBuilder().headers(Map.of("Authorization", "Bearer secret")).build())) {
      ByteBuffer bytes = ByteBuffer.allocate(100);
      source.readFully(50, bytes);
      assertArrayEquals(Arrays.copyOfRange(CONTENT, 50, 150), bytes.array());
      assertEquals("Bearer secret", server.requests().get(0).headers().get("authorization"));
      assertNull(target.requests().get(0).headers().get("authorization"));
      assertEquals("bytes=50-149", target.requests().get(0).headers().get("range"));
    }
  }

  @Test
  void redirectToAQueryAloneKeepsThePath() throws IOException {
    try (ObjectServer server =
            ObjectServer.start(
                CONTENT,
                number ->
                    number == 0
                        ? (request, to) -> Answers.status(to, "302 Found", "Location: ?signed=1")
                        : Answers.GOOD);
        HttpByteSource source = HttpByteSource.open(server.uri(), QUICK)) {
      source.readFully(0, ByteBuffer.allocate(1));
      assertEquals("GET /object?signed=1 HTTP/1.1", server.requests().get(1).line());
    }
  }

  @Test
  void hostThatNobodyKnowsIsSaid() {
    HttpByteSource source =
        HttpByteSource.open(
            URI.create("http://no-such-host.invalid/x"), QUICK.toBuilder().maxAttempts(1).build());
    HttpReadException e =
        assertThrows(HttpReadException.class, () -> source.readFully(0, ByteBuffer.allocate(1)));
    assertEquals(Reason.UNAVAILABLE, e.reason());
    assertTrue(e.getMessage().contains("host is not known"), e.getMessage());
  }

  @Test
  void redirectsAreBoundedAndCanBeForbidden() throws IOException {
    try (ObjectServer server =
        ObjectServer.start(CONTENT, number -> Misbehaviour.REDIRECT_ELSEWHERE.answer())) {
      for (int allowed : new int[] {0, 3}) {
        int before = server.requests().size();
        try (HttpByteSource source =
            HttpByteSource.open(server.uri(), QUICK.toBuilder().maxRedirects(allowed).build())) {
          HttpReadException e =
              assertThrows(
                  HttpReadException.class, () -> source.readFully(0, ByteBuffer.allocate(1)));
          assertEquals(Reason.PROTOCOL, e.reason());
          assertEquals(allowed + 1, server.requests().size() - before);
        }
      }
    }
  }

  @Test
  void interruptedReadEndsAtOnceAndStaysInterrupted() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    ObjectServer.Answer stalling =
        (request, to) -> {
          asked.countDown();
          Misbehaviour.STALL_INSIDE_BODY.answer().write(request, to);
        };
    try (ObjectServer server = ObjectServer.start(CONTENT, number -> stalling);
        HttpByteSource source = HttpByteSource.open(server.uri())) {
      AtomicReference<Throwable> thrown = new AtomicReference<>();
      Thread reader =
          new Thread(
              () -> {
                try {
                  source.readFully(0, ByteBuffer.allocate(1000));
                } catch (IOException e) {
                  thrown.set(Thread.currentThread().isInterrupted() ? e : new AssertionError());
                }
              });
      reader.start();
      asked.await();
      reader.interrupt();
      reader.join();
      assertEquals(1, server.requests().size());
      assertTrue(thrown.get() instanceof InterruptedIOException, String.valueOf(thrown.get()));
    }
  }

  @Test
  void nameHidesUserAndQuery() {
    HttpByteSource source =
        HttpByteSource.open(URI.create("https://user:pw@example.org:8443/a/b.pcr?signature=x"));
    assertEquals("https://example.org:8443/a/b.pcr", source.toString());
  }

  @Test
  void otherSchemesAreRefused() {
    for (String uri : new String[] {"ftp://example.org/x", "file:///x", "x/y", "http:///x"}) {
      assertThrows(IllegalArgumentException.class, () -> HttpByteSource.open(URI.create(uri)), uri);
    }
  }
}
