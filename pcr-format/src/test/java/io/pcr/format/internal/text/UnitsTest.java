package io.pcr.format.internal.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class UnitsTest {
  @Test
  void bytesHaveThreeSignificantDigits() {
    assertEquals("0 B", Units.bytes(0));
    assertEquals("999 B", Units.bytes(999));
    assertEquals("1.00 kB", Units.bytes(1000));
    assertEquals("110 MB", Units.bytes(109_576_417));
    assertEquals("9.22 EB", Units.bytes(Long.MAX_VALUE));
  }

  @Test
  void bytesAtTheEdgeOfAUnitGoToTheLargerUnit() {
    assertEquals("1.00 MB", Units.bytes(999_999));
    assertEquals("10.0 kB", Units.bytes(9_999));
  }

  @Test
  void countsHaveTheirPlural() {
    assertEquals("1 image", Units.count(1, "image"));
    assertEquals("1,024 images", Units.count(1024, "image"));
  }

  @Test
  void shareOfNothingIsADash() {
    assertEquals("-", Units.percent(0, 0));
    assertEquals("93.7%", Units.percent(937, 1000));
  }

  @Test
  void durationsGrowCoarserAsTheyGrow() {
    assertEquals("38 ms", Units.duration(Duration.ofNanos(38_900_000)));
    assertEquals("0.4 s", Units.duration(Duration.ofMillis(400)));
    assertEquals("59 s", Units.duration(Duration.ofSeconds(59)));
    assertEquals("1m 05s", Units.duration(Duration.ofSeconds(65)));
    assertEquals("2h 07m", Units.duration(Duration.ofMinutes(127)));
  }
}
