package io.pcr.format.quality;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.quality.GroupTargets.Way;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class GroupTargetsTest {
  private static GroupTargets targets(Integer... values) {
    return new GroupTargets(QualityMeasure.MS_SSIM, Way.QUALITY, List.of(values));
  }

  @Test
  void qualityIsFoundAtTheGroupThatStatesIt() {
    GroupTargets targets = targets(900_000, 950_000, 960_000, 980_000, 990_000);
    assertEquals(6, targets.groupCount());
    assertEquals(OptionalInt.of(3), targets.groupFor(.96));
    assertEquals(OptionalInt.of(4), targets.groupFor(.9600001));
    assertEquals(OptionalInt.of(1), targets.groupFor(0));
    assertEquals(OptionalInt.empty(), targets.groupFor(.995));
  }

  // Covers R-TARGET-2
  @Test
  void valuesRiseBelowOne() {
    assertEquals(1, targets().groupCount());
    assertEquals(3, targets(1, 999_999).groupCount());
    assertRejected(0);
    assertRejected(1_000_000);
    assertRejected(-1);
    assertRejected(950_000, 950_000);
    assertRejected(950_000, 900_000);
  }

  private static void assertRejected(Integer... values) {
    InvalidFieldException e = assertThrows(InvalidFieldException.class, () -> targets(values));
    assertEquals(ErrorCode.MALFORMED, e.code());
  }
}
