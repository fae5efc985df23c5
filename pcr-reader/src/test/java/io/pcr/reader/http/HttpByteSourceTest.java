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
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class HttpByteSourceTest {
  private static final byte[] CONTENT = content();
  private static final HttpOptions QUICK =
      HttpOptions.builder()
          .stallTimeout(Duration.ofSeconds(2))
          .backoff(Duration.ofMillis(1), Duration.ofSeconds(3))
          .build();

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
    try (ObjectServer server =
            ObjectServer.start(
                CONTENT,
                number ->
                    number == 0
                        ? (request, to) ->
                            Answers.status(to, "503 Service Unavailable", "Retry-After: 1")
                        : Answers.GOOD);
        HttpByteSource source = HttpByteSource.open(server.uri(), QUICK)) {
      long start = System.nanoTime();
      source.readFully(0, ByteBuffer.allocate(10));
      assertTrue(System.nanoTime() - start >= 1_000_000_000L);
    }
  }

  @Test
  void wholeObjectIsReadOnlyAsFarAsWanted() throws IOException {
    byte[] large = new byte[64 << 20];
    try (ObjectServer server =
            ObjectServer.start(large, number -> Misbehaviour.WHOLE_OBJECT.answer());
        HttpByteSource source = HttpByteSource.open(server.uri(), QUICK)) {
      long start = System.nanoTime();
      for (int i = 0; i < 20; i++) {
        source.readFully(0, ByteBuffer.allocate(1000));
      }
      // 20 × 64 MiB would take longer than this on any machine.
      assertTrue(System.nanoTime() - start < 2_000_000_000L);
    }
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
    try (ObjectServer server =
            ObjectServer.start(CONTENT, number -> Misbehaviour.STALL_INSIDE_BODY.answer());
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
      Thread.sleep(100);
      reader.interrupt();
      reader.join(1000);
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
