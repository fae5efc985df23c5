package io.pcr.reader.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.http.HttpClient.Version;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse.ResponseInfo;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResponseCheckTest {
  private record Answer(int statusCode, HttpHeaders headers) implements ResponseInfo {
    @Override
    public Version version() {
      return Version.HTTP_1_1;
    }
  }

  private static Verdict wholeObject(String length) {
    HttpHeaders headers =
        HttpHeaders.of(Map.of("content-length", List.of(length)), (name, value) -> true);
    return new ResponseCheck(0, 50, true, Optional.empty()).judge(new Answer(200, headers));
  }

  @ParameterizedTest
  @ValueSource(strings = {"5 0", "-5", "+5", "", "0x32", "9999999999999999999"})
  void contentLengthThatIsNoLengthIsAgainstTheProtocol(String length) {
    Verdict verdict = wholeObject(length);
    assertEquals(Verdict.Kind.PROTOCOL, verdict.kind());
    assertEquals("Content-Length is '" + length + "'", verdict.detail());
  }

  @Test
  void wholeObjectShorterThanTheRangeIsTakenWhereThatWillDo() {
    assertEquals(30, wholeObject("30").bytes());
    assertEquals(50, wholeObject("999999999999999999").bytes());
  }
}
