package io.pcr.benchmarks.choice;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.benchmarks.choice.MeasuredImage.Point;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChoiceTableTest {
  private static final ChoiceTable TABLE =
      new ChoiceTable(
          List.of(
              new MeasuredImage(
                  "a", 100, 4, 2_000_000, 3, List.of(point(10, .95, .94, 1), point(90, 1, 1, 8))),
              new MeasuredImage(
                  "b",
                  300,
                  8,
                  4_000_000,
                  5,
                  List.of(point(50, .95, .957, 3), point(310, 1, 1, 16)))));

  private static Point point(long bytes, double predicted, double measured, long nanos) {
    return new Point(bytes, predicted, measured, nanos);
  }

  @Test
  void bytesAreThoseOfAllImagesTogether() {
    assertEquals(.15, TABLE.bytes(0), 1e-12);
    assertEquals(1, TABLE.bytes(1), 1e-12);
  }

  @Test
  void aGroupServesThatIsNearlyAsGoodAsTheTarget() {
    assertEquals(.9485, TABLE.mean(0), 1e-12);
    assertEquals(0, TABLE.groupFor(.95));
    assertEquals(1, TABLE.groupFor(.951));
    assertEquals(-1, TABLE.groupFor(1.1));
  }

  @Test
  void errorIsMeasuredLessPredicted() {
    assertArrayEquals(new double[] {-.0015, .0085}, TABLE.error(0), 1e-12);
  }

  @Test
  void speedIsThatOfTheOriginalsOverThatOfAGroup() {
    assertEquals(3, TABLE.decodeSpeed(0), 1e-12);
    assertEquals(.5, TABLE.decodeSpeed(1), 1e-12);
  }

  @Test
  void intervalHoldsTheBytes() {
    double[] interval = TABLE.interval(0);
    assertTrue(interval[0] <= .15 && .15 <= interval[1]);
    assertEquals(.1, interval[0], 1e-12);
    assertEquals(50 / 300., interval[1], 1e-12);
  }
}
