package io.pcr.reader.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.error.PcrException;
import io.pcr.format.programme.Programme;
import io.pcr.reader.http.HttpReadException.Reason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a server does, at whichever request: right bytes or a clear error, in bounded time. */
class HttpMisbehaviourTest {
  private static final int REQUESTS = 5;
  private static final int REQUEST_BYTES = 40_000;
  private static final int ATTEMPTS = 3;
  private static final byte[] CONTENT = content();

  private static final HttpOptions OPTIONS =
      HttpOptions.builder()
          .stallTimeout(Duration.ofMillis(400))
          .minimumBytesPerSecond(200_000)
          .backoff(Duration.ofMillis(5), Duration.ofMillis(50))
          .maxAttempts(ATTEMPTS)
          .build();

  /** Against a hang alone: three attempts of 400 ms + 200 ms take less on any machine. */
  private static final Duration BOUND = Duration.ofSeconds(60);

  private static byte[] content() {
    byte[] bytes = new byte[REQUESTS * REQUEST_BYTES];
    new Random(3).nextBytes(bytes);
    return bytes;
  }

  static Stream<Arguments> everyMisbehaviourAtEveryPlace() {
    return Arrays.stream(Misbehaviour.values())
        .flatMap(
            bad ->
                Stream.of(0, REQUESTS / 2, REQUESTS - 1).map(number -> Arguments.of(bad, number)));
  }

  // Covers T6
  @ParameterizedTest(name = "{0} at request {1}")
  @MethodSource("everyMisbehaviourAtEveryPlace")
  void misbehaviourOnceEndsInRightBytesOrAClearError(Misbehaviour bad, int place)
      throws IOException {
    try (ObjectServer server =
            ObjectServer.start(CONTENT, number -> number == place ? bad.answer() : Answers.GOOD);
        HttpByteSource source = HttpByteSource.open(server.uri(), OPTIONS)) {
      Set<Reason> reasons = bad.reasons(place == 0);
      if (bad == Misbehaviour.EMPTY_OBJECT && place == 0) {
        assertEmptyObjectIsSaid(source, server);
      } else if (reasons.isEmpty()) {
        assertArrayEquals(CONTENT, readAll(source));
      } else {
        HttpReadException e =
            assertThrows(HttpReadException.class, () -> readAll(source), bad::toString);
        assertTrue(reasons.contains(e.reason()), () -> e.reason() + ": " + e.getMessage());
        assertTrue(e.getMessage().contains(source.toString()), e.getMessage());
      }
      Programme.T6.passed("the library, at the first, a middle or the last request", 1);
    }
  }

  /** On a busy machine the answer may come too late, and the next one is right. */
  private static void assertEmptyObjectIsSaid(HttpByteSource source, ObjectServer server)
      throws IOException {
    byte[] read;
    try {
      read = readAll(source);
    } catch (PcrException.Truncated e) {
      return;
    }
    assertArrayEquals(CONTENT, read);
    assertTrue(server.requests().size() > REQUESTS, "an empty object was taken for this one");
  }

  @ParameterizedTest
  @EnumSource(Misbehaviour.class)
  void misbehaviourForEverEndsInTimeAndNeverInWrongBytes(Misbehaviour bad) throws IOException {
    try (ObjectServer server = ObjectServer.start(CONTENT, number -> bad.answer());
        HttpByteSource source = HttpByteSource.open(server.uri(), OPTIONS)) {
      assertTimeoutPreemptively(
          BOUND,
          () -> {
            ByteBuffer buffer = ByteBuffer.allocate(REQUEST_BYTES);
            try {
              source.readFully(0, buffer);
              // A server that consistently serves other bytes under another ETag is another object.
              if (bad != Misbehaviour.OTHER_ETAG && bad != Misbehaviour.LOST_ETAG) {
                assertArrayEquals(Arrays.copyOf(CONTENT, REQUEST_BYTES), buffer.array());
              }
            } catch (HttpReadException | PcrException.Truncated e) {
              assertTrue(e.getMessage().contains(source.toString()), e.getMessage());
            }
          });
      // The JDK's client asks twice where a connection ends before any answer.
      assertTrue(server.requests().size() <= 2 * ATTEMPTS, server.requests().size() + " requests");
      Programme.T6.passed("the library, at every request", 1);
    }
  }

  @Test
  void serverThatStaysBusyIsAskedAsOftenAsAllowedAndNamedWithTheRange() throws IOException {
    try (ObjectServer server =
            ObjectServer.start(CONTENT, number -> Misbehaviour.TOO_MANY_REQUESTS.answer());
        HttpByteSource source = HttpByteSource.open(server.uri(), OPTIONS)) {
      HttpReadException e =
          assertThrows(
              HttpReadException.class, () -> source.readFully(100, ByteBuffer.allocate(50)));
      assertEquals(Reason.UNAVAILABLE, e.reason());
      assertEquals(3, server.requests().size());
      assertTrue(e.getMessage().contains("3 attempts at bytes 100-149"), e.getMessage());
    }
  }

  @Test
  void nothingListensThere() throws IOException {
    ObjectServer server = ObjectServer.start(CONTENT);
    server.close();
    try (HttpByteSource source = HttpByteSource.open(server.uri(), OPTIONS)) {
      HttpReadException e =
          assertThrows(HttpReadException.class, () -> source.readFully(0, ByteBuffer.allocate(50)));
      assertEquals(Reason.UNAVAILABLE, e.reason());
      assertTrue(e.getMessage().contains("ConnectException"), e.getMessage());
    }
  }

  @Test
  void buffersOfAbandonedRequestsStayUntouched() throws Exception {
    try (ObjectServer server =
            ObjectServer.start(
                CONTENT,
                number ->
                    (request, to) -> {
                      Answers.partialHead(request, to);
                      to.bytes(request.first(), Answers.middle(request));
                      to.out().flush();
                      Answers.pause(700);
                      to.bytes(Answers.middle(request) + 1, request.last());
                    });
        HttpByteSource source =
            HttpByteSource.open(server.uri(), OPTIONS.toBuilder().maxAttempts(1).build())) {
      ByteBuffer buffer = ByteBuffer.allocate(REQUEST_BYTES);
      assertThrows(HttpReadException.class, () -> source.readFully(0, buffer));
      Arrays.fill(buffer.array(), (byte) 0);
      Thread.sleep(600);
      assertArrayEquals(new byte[REQUEST_BYTES], buffer.array());
    }
  }

  private static byte[] readAll(HttpByteSource source) throws IOException {
    return assertTimeoutPreemptively(
        BOUND,
        () -> {
          ByteBuffer all = ByteBuffer.allocate(CONTENT.length);
          for (int i = 0; i < REQUESTS; i++) {
            all.limit((i + 1) * REQUEST_BYTES);
            source.readFully((long) i * REQUEST_BYTES, all);
          }
          return all.array();
        });
  }
}
