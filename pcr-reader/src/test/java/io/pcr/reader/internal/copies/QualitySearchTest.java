package io.pcr.reader.internal.copies;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class QualitySearchTest {
  /** Measures what the search asks for; a quality is as many bytes as its number. */
  private static CopyCurve curve(
      CopyFormat format, List<Double> targets, IntToDoubleFunction msSsim) {
    QualitySearch search = new QualitySearch(format, targets);
    Set<Integer> next = search.next();
    for (int rounds = 0; !next.isEmpty(); rounds++) {
      assertTrue(rounds < 20, "ends");
      for (int quality : next) {
        assertTrue(quality >= format.minQuality() && quality <= 100, "quality " + quality);
        search.add(new CopyCurve.Point(quality, quality, msSsim.applyAsDouble(quality)));
      }
      next = search.next();
    }
    return search.curve();
  }

  @Property(tries = 300)
  void lowestQualityThatReachesATargetIsFoundOnAnyRisingCurve(
      @ForAll @Size(101) List<@DoubleRange(min = 0, max = 1) Double> heights,
      @ForAll @Size(min = 1, max = 6) List<@DoubleRange(min = 0, max = 1) Double> targets,
      @ForAll CopyFormat format) {
    List<Double> rising = heights.stream().sorted().toList();
    CopyCurve found = curve(format, targets, rising::get);
    for (double target : targets) {
      Optional<Integer> expected =
          IntStream.rangeClosed(format.minQuality(), 100)
              .filter(quality -> rising.get(quality) >= target)
              .boxed()
              .findFirst();
      assertEquals(expected, found.reaching(target).map(CopyCurve.Cost::quality));
    }
  }

  @Test
  void fewQualitiesAreMeasuredOfACurveAsImagesHaveIt() {
    List<Double> targets = List.of(.9, .95, .96, .98, .99);
    CopyCurve found =
        curve(CopyFormat.JPEG, targets, q -> 1 - .12 * Math.exp(-q / 25.0) - .0001 * (100 - q));
    // Four to begin with, then two beside a guess and seldom a third for each target.
    assertTrue(found.points().size() <= 4 + 3 * targets.size(), found.points() + " measured");
  }

  @Test
  void bytesAreThoseOfExactlyTheTarget() {
    CopyCurve curve =
        new CopyCurve(
            CopyFormat.WEBP,
            List.of(
                new CopyCurve.Point(10, 1000, .90),
                new CopyCurve.Point(11, 1200, .92),
                new CopyCurve.Point(20, 2000, .96)));
    assertEquals(Optional.of(new CopyCurve.Cost(10, 1000)), curve.reaching(.5));
    CopyCurve.Cost between = curve.reaching(.91).orElseThrow();
    assertEquals(11, between.quality());
    assertEquals(1100, between.meanBytes(), 1e-6);
    assertEquals(Optional.empty(), curve.reaching(.97));
  }
}
