package io.pcr.format.targets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.targets.GroupTargets.Metric;
import io.pcr.format.targets.GroupTargets.Way;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GroupTargetsTest {
  private static GroupTargets targets(String size, Integer... values) {
    return new GroupTargets(Metric.MS_SSIM, Way.QUALITY, size, List.of(values));
  }

  @Test
  void qualityIsFoundAtTheGroupThatStatesIt() {
    GroupTargets targets = targets("full", 900_000, 950_000, 960_000, 980_000, 990_000);
    assertEquals(6, targets.groupCount());
    assertEquals(OptionalInt.of(3), targets.groupFor(.96));
    assertEquals(OptionalInt.of(4), targets.groupFor(.9600001));
    assertEquals(OptionalInt.of(1), targets.groupFor(0));
    assertEquals(OptionalInt.empty(), targets.groupFor(.995));
  }

  // Covers R-TARGET-1
  @ParameterizedTest
  @ValueSource(strings = {"full", "resize:1", "resize:256,crop:224", "resize:65535,crop:65535"})
  void sizeIsTaken(String size) {
    assertEquals(size, targets(size, 1).size());
  }

  // Covers R-TARGET-1
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Full",
        "full ",
        "resize:0",
        "resize:0256",
        "resize:65536",
        "crop:224",
        "resize:256,crop:0",
        "resize:256,crop:70000",
        "resize:256,crop:224,full"
      })
  void sizeIsRefused(String size) {
    assertRefused(size, 1);
  }

  // Covers R-TARGET-2
  @Test
  void valuesRiseBelowOne() {
    assertEquals(1, targets("full").groupCount());
    assertEquals(3, targets("full", 1, 999_999).groupCount());
    assertRefused("full", 0);
    assertRefused("full", 1_000_000);
    assertRefused("full", -1);
    assertRefused("full", 950_000, 950_000);
    assertRefused("full", 950_000, 900_000);
  }

  private static void assertRefused(String size, Integer... values) {
    InvalidFieldException e =
        assertThrows(InvalidFieldException.class, () -> targets(size, values));
    assertEquals(ErrorCode.BAD_TARGETS, e.code());
  }
}
