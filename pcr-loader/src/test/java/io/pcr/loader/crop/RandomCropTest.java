package io.pcr.loader.crop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class RandomCropTest {
  @Property(tries = 2000)
  void boxesAreInsideTheImageAndKeepToTheRule(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 65500) int width,
      @ForAll @IntRange(min = 1, max = 65500) int height) {
    CropBox box = RandomCrop.DEFAULT.box(seed, 1, 2, 3, width, height);
    assertTrue(box.x() >= 0 && box.y() >= 0 && box.width() >= 1 && box.height() >= 1);
    assertTrue(box.x() + box.width() <= width && box.y() + box.height() <= height);
    if (width >= 100 && height >= 100 && width < 3 * height / 2 && height < 3 * width / 2) {
      double share = (double) box.width() * box.height() / ((double) width * height);
      double ratio = (double) box.width() / box.height();
      assertTrue(share > .08 * .96 && share <= 1, "area " + share);
      assertTrue(ratio > .75 * .96 && ratio < 4 / 3.0 * 1.04, "ratio " + ratio);
    }
  }

  @Property(tries = 2000)
  void squareRootsAreExact(@ForAll @LongRange(min = 0) long n) {
    assertEquals(BigInteger.valueOf(n).sqrt().longValue(), RandomCrop.squareRoot(n));
  }

  @Test
  void squareRootsAreExactAroundSquares() {
    for (long root :
        new long[] {1, 2, 3, 1 << 26, (1L << 31) + 1, 3_037_000_498L, 3_037_000_499L}) {
      for (long n = root * root - 1; n <= root * root + 1; n++) {
        assertEquals(BigInteger.valueOf(n).sqrt().longValue(), RandomCrop.squareRoot(n));
      }
    }
    assertEquals(3_037_000_499L, RandomCrop.squareRoot(Long.MAX_VALUE));
  }

  /** Areas evenly, ratios evenly on a logarithmic scale, as the usual augmentation has them. */
  @Test
  void areasAndRatiosAreSpreadAsUsual() {
    int n = 20_000;
    double area = 0;
    double ratio = 0;
    int flipped = 0;
    for (int sample = 0; sample < n; sample++) {
      // So much larger than any box of the rule that no try fails.
      CropBox box = RandomCrop.of(.08, .5, .75, 4 / 3.0).box(1, 0, sample, 0, 4000, 4000);
      area += (double) box.width() * box.height() / (4000.0 * 4000.0) / n;
      ratio += Math.log((double) box.width() / box.height()) / n;
      flipped += box.flipped() ? 1 : 0;
    }
    assertEquals(.29, area, .005);
    assertEquals(0, ratio, .005);
    assertEquals(n / 2.0, flipped, 4 * Math.sqrt(n / 4.0));
  }

  @Test
  void viewsOfOneSampleDiffer() {
    CropBox one = RandomCrop.DEFAULT.box(1, 0, 5, 0, 500, 400);
    CropBox two = RandomCrop.DEFAULT.box(1, 0, 5, 1, 500, 400);
    assertTrue(!one.equals(two));
  }

  @Test
  void rulesThatCannotBeAreRejected() {
    assertThrows(IllegalArgumentException.class, () -> RandomCrop.of(0, 1, .75, 1.3));
    assertThrows(IllegalArgumentException.class, () -> RandomCrop.of(.5, .4, .75, 1.3));
    assertThrows(IllegalArgumentException.class, () -> RandomCrop.of(.5, 1.1, .75, 1.3));
    assertThrows(IllegalArgumentException.class, () -> RandomCrop.of(.5, 1, 1.3, .75));
    assertThrows(IllegalArgumentException.class, () -> RandomCrop.of(.5, 1, .1, 1));
    assertThrows(IllegalArgumentException.class, () -> RandomCrop.of(.5, 1, 1, 9));
  }
}
