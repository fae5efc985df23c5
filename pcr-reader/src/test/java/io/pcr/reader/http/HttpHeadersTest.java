package io.pcr.reader.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpHeadersTest {
  private static final long TERABYTES = 1L << 50;

  @Property
  void contentRangeOfAnyRangeIsUnderstood(
      @ForAll @LongRange(min = 0, max = TERABYTES) long first,
      @ForAll @LongRange(min = 1, max = TERABYTES) long length,
      @ForAll @LongRange(min = 0, max = TERABYTES) long after) {
    long last = first + length - 1;
    long total = last + 1 + after;
    assertEquals(
        Optional.of(new ContentRange(first, last, total)),
        ContentRange.parse("bytes " + first + "-" + last + "/" + total));
    assertEquals(
        Optional.of(new ContentRange(first, last, ContentRange.UNKNOWN)),
        ContentRange.parse("Bytes " + first + "-" + last + "/*"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "bytes",
        "bytes 0-9",
        "bytes 5-4/10",
        "bytes 0-10/10",
        "bytes 0-9/",
        "items 0-9/10",
        "bytes 0-9/10, 20-29/30",
        "bytes -5-9/10",
        "bytes 0-9999999999999999999/*",
        "bytes=0-9/10"
      })
  void contentRangeThatSaysNothingSensibleIsRefused(String header) {
    assertEquals(Optional.empty(), ContentRange.parse(header));
  }

  @Test
  void unsatisfiedContentRangeTellsTheLength() {
    ContentRange range = ContentRange.parse("bytes */77").orElseThrow();
    assertTrue(range.isUnsatisfied());
    assertEquals(77, range.total());
  }

  @Test
  void retryAfterIsSecondsOrADate() {
    Instant now = Instant.parse("2026-11-18T08:00:00Z");
    assertEquals(Optional.of(Duration.ofSeconds(121)), Backoff.retryAfter(" 121 ", now));
    assertEquals(
        Optional.of(Duration.ofSeconds(30)),
        Backoff.retryAfter("Wed, 18 Nov 2026 08:00:30 GMT", now));
    assertEquals(
        Optional.of(Duration.ZERO), Backoff.retryAfter("Wed, 18 Nov 2026 07:00:00 GMT", now));
    Duration forEver = Backoff.retryAfter("99999999999999999999", now).orElseThrow();
    assertTrue(forEver.compareTo(Duration.ofDays(10_000)) > 0, forEver.toString());
    assertEquals(Optional.empty(), Backoff.retryAfter("soon", now));
    assertEquals(Optional.empty(), Backoff.retryAfter("-1", now));
  }

  @Test
  void backoffGrowsWithJitterAndIsBounded() {
    HttpOptions options =
        HttpOptions.builder().backoff(Duration.ofMillis(100), Duration.ofSeconds(2)).build();
    for (int failures = 1; failures < 100; failures++) {
      Duration wait = Backoff.beforeNext(failures, options);
      long mean = 100L << Math.min(failures - 1, 20);
      assertTrue(wait.toMillis() >= Math.min(2000, mean / 2), failures + ": " + wait);
      assertTrue(wait.toMillis() <= Math.min(2000, mean + mean / 2 + 1), failures + ": " + wait);
    }
  }

  @Test
  void senselessOptionsAreRefused() {
    HttpOptions options = HttpOptions.DEFAULT;
    assertThrows(
        IllegalArgumentException.class,
        () -> options.toBuilder().stallTimeout(Duration.ZERO).build());
    assertThrows(IllegalArgumentException.class, () -> options.toBuilder().maxAttempts(0).build());
    assertThrows(
        IllegalArgumentException.class, () -> options.toBuilder().minimumBytesPerSecond(0).build());
    assertThrows(
        IllegalArgumentException.class, () -> options.toBuilder().maxRedirects(-1).build());
    for (String name : new String[] {"range", "If-Match", "Accept-Encoding", "Host", "a b"}) {
      Map<String, String> headers = Map.of(name, "x");
      assertThrows(
          IllegalArgumentException.class, () -> options.toBuilder().headers(headers).build(), name);
    }
  }

  @Test
  void secretsInHeadersAreNotPrinted() {
    HttpOptions options =
        HttpOptions.builder().headers(Map.of("Authorization", "Bearer x7")).build();
    assertFalse(options.toString().contains("x7"), options.toString());
    assertTrue(options.toString().contains("Authorization"), options.toString());
  }

  @Test
  void userInAnAddressIsSentAndNotShown() throws IOException {
    try (ObjectServer server = ObjectServer.start(new byte[100])) {
      URI plain = server.uri();
      URI uri = URI.create(plain.toString().replace("://", "://ann:s%3Acret@") + "?sig=a%2Fb");
      try (HttpByteSource source = HttpByteSource.open(uri)) {
        source.readFully(0, ByteBuffer.allocate(10));
        assertFalse(source.toString().contains("cret"), source.toString());
        assertFalse(source.toString().contains("sig"), source.toString());
      }
      ObjectServer.Request request = server.requests().get(0);
      String credentials = Base64.getEncoder().encodeToString("ann:s:cret".getBytes(UTF_8));
      assertEquals("Basic " + credentials, request.headers().get("authorization"));
      assertTrue(request.line().contains("?sig=a%2Fb "), request.line());
    }
  }
}
