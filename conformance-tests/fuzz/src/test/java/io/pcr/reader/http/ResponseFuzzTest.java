package io.pcr.reader.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.pcr.fuzz.FuzzRead;
import io.pcr.fuzz.Seeds;
import java.net.http.HttpClient.Version;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a server answers to a request for a range: its status in the first line, then headers. */
class ResponseFuzzTest {
  private static final long FROM = 100;
  private static final int WANTED = 50;
  private static final ObjectVersion PINNED = new ObjectVersion("\"a\"", "", 1000);

  private record Answer(int statusCode, HttpHeaders headers) implements ResponseInfo {
    @Override
    public Version version() {
      return Version.HTTP_1_1;
    }
  }

  static Stream<Arguments> seeds() {
    return Stream.of(
            "206\ncontent-range: bytes 100-149/1000\ncontent-length: 50\netag: \"a\"",
            "206\ncontent-range: bytes 100-149/*\ntransfer-encoding: chunked\netag: \"a\"",
            "206\ncontent-type: multipart/byteranges; boundary=x",
            "200\ncontent-length: 1000\nlast-modified: now\ncontent-encoding: gzip",
            "416\ncontent-range: bytes */1000",
            "503\nretry-after: 120",
            "429\nretry-after: Wed, 21 Oct 2037 07:28:00 GMT",
            "302\nlocation: /there",
            "412\n",
            "200\ncontent-length: 5 0",
            "200\ncontent-length: -5",
            "206\ncontent-range: bytes 100-149/1000\ncontent-length: 9999999999999999999")
        .map(text -> Seeds.seed(text.substring(0, 3), text.getBytes(StandardCharsets.UTF_8)));
  }

  @MethodSource("seeds")
  @FuzzTest
  void response(byte[] text) {
    Answer answer = answer(new String(text, StandardCharsets.UTF_8));
    FuzzRead.refuses(
        () -> {
          for (long from : new long[] {0, FROM}) {
            for (boolean clamp : new boolean[] {false, true}) {
              judge(new ResponseCheck(from, WANTED, clamp, Optional.empty()), answer);
              judge(new ResponseCheck(from, WANTED, clamp, Optional.of(PINNED)), answer);
            }
          }
        });
  }

  private static Answer answer(String text) {
    List<String> lines = text.lines().toList();
    Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String line : lines.subList(Math.min(1, lines.size()), lines.size())) {
      int colon = line.indexOf(':');
      // As the client does, which takes no header without a name.
      String name = line.substring(0, Math.max(0, colon)).trim();
      if (!name.isEmpty()) {
        headers
            .computeIfAbsent(name, key -> new ArrayList<>())
            .add(line.substring(colon + 1).trim());
      }
    }
    int status = lines.isEmpty() ? 0 : Math.floorMod(lines.get(0).hashCode(), 1000);
    if (!lines.isEmpty() && lines.get(0).matches("[1-5][0-9][0-9]")) {
      status = Integer.parseInt(lines.get(0));
    }
    return new Answer(status, HttpHeaders.of(headers, (name, value) -> true));
  }

  private static void judge(ResponseCheck check, Answer answer) {
    Verdict verdict = check.judge(answer);
    assertEquals(answer.statusCode(), verdict.status());
    boolean hasBody = verdict.kind() == Verdict.Kind.BODY;
    assertEquals(hasBody, verdict.version().isPresent());
    if (hasBody) {
      assertTrue(verdict.bytes() >= 0 && verdict.bytes() <= check.wanted());
      assertTrue(verdict.bytes() == check.wanted() || check.clamp());
      assertTrue(answer.statusCode() != 200 || check.from() == 0);
      assertFalse(
          check.pinned().isPresent()
              && !check.pinned().get().difference(verdict.version().get()).isEmpty());
    }
  }
}
