package io.pcr.advisor.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.advisor.measure.Spread;
import io.pcr.format.Fidelity;
import io.pcr.loader.cache.LoaderCache;
import java.util.OptionalDouble;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class RateModelTest {
  private static final double NEARLY = 1e-9;
  private static final int STEPS = 1_000_000;
  private static final RateModel TWO_CORES = new RateModel(new Machine(2, 2, 1L << 34), 1, 8, 256);

  private static Way way(double bytes, int ranges, double decode, double hit) {
    return new Way(
        StoredForm.PCR,
        Fidelity.atMost(ranges),
        OptionalDouble.of(.9),
        bytes,
        ranges,
        new Spread(decode, decode, decode, 1),
        LoaderCache.Kind.PAGE,
        hit);
  }

  /** A way, what reading it costs, and where it is. */
  record Situation(Way way, LoaderCosts costs, Place place) {
    double rate() {
      return TWO_CORES.predict(way, costs, place).rate();
    }
  }

  /** Numbers between two ends. */
  private static Arbitrary<Double> numbers(double least, double most) {
    return Arbitraries.integers()
        .between(0, STEPS)
        .map(step -> least + (most - least) * step / STEPS);
  }

  @Provide
  Arbitrary<Situation> situations() {
    Arbitrary<Double> bytes = numbers(100, 1e6);
    Arbitrary<Integer> ranges = Arbitraries.integers().between(1, 10);
    Arbitrary<Double> decode = numbers(1e-5, 1e-1);
    Arbitrary<Place> places =
        Combinators.combine(numbers(0, .1), numbers(1e5, 1e10), numbers(1, 8))
            .as((latency, stream, more) -> new Place(latency, stream, stream * more, true));
    Arbitrary<Way> ways =
        Combinators.combine(bytes, ranges, decode, numbers(0, 1)).as(RateModelTest::way);
    return Combinators.combine(ways, costs(), places).as(Situation::new);
  }

  @Property
  void rateIsTheLowestBoundAndTheLimitNamesIt(@ForAll("situations") Situation of) {
    Prediction predicted = TWO_CORES.predict(of.way, of.costs, of.place);
    assertEquals(
        predicted.bounds().values().stream().mapToDouble(Double::doubleValue).min().orElseThrow(),
        predicted.rate());
    assertEquals(predicted.rate(), predicted.bounds().get(predicted.limit()));
    assertTrue(predicted.rate() > 0 && Double.isFinite(predicted.rate()));
  }

  @Property
  void moreBytesMoreWorkAndMoreRequestsAreNeverFaster(
      @ForAll("situations") Situation of, @ForAll @DoubleRange(min = 1, max = 10) double times) {
    Way way = of.way;
    double decode = way.decode().mean();
    double rate = of.rate() * (1 + NEARLY);
    Way larger = way(way.bytes() * times, way.ranges(), decode, way.hit());
    Way harder = way(way.bytes(), way.ranges(), decode * times, way.hit());
    Way split = way(way.bytes(), way.ranges() + 1, decode, way.hit());
    Place farther =
        new Place(
            of.place.latency() * times, of.place.streamBandwidth(), of.place.bandwidth(), true);
    assertTrue(new Situation(larger, of.costs, of.place).rate() <= rate);
    assertTrue(new Situation(harder, of.costs, of.place).rate() <= rate);
    assertTrue(new Situation(split, of.costs, of.place).rate() <= rate);
    assertTrue(new Situation(way, of.costs, farther).rate() <= rate);
  }

  @Property
  void whatACacheHoldsCompletelyIsLimitedByTheProcessorAlone(@ForAll("situations") Situation of) {
    Way way = of.way;
    Way held = way(way.bytes(), way.ranges(), way.decode().mean(), 1);
    Prediction predicted = TWO_CORES.predict(held, of.costs, of.place);
    assertEquals(Bound.DECODE, predicted.limit());
    assertFalse(predicted.bounds().containsKey(Bound.BANDWIDTH));
  }

  @Property
  void halfOfTheBytesInACacheDoubleWhatTheBandwidthAllows(@ForAll("situations") Situation of) {
    Way way = of.way;
    Way none = way(way.bytes(), way.ranges(), way.decode().mean(), 0);
    Way half = way(way.bytes(), way.ranges(), way.decode().mean(), .5);
    double once = TWO_CORES.predict(none, of.costs, of.place).bounds().get(Bound.BANDWIDTH);
    double twice = TWO_CORES.predict(half, of.costs, of.place).bounds().get(Bound.BANDWIDTH);
    assertEquals(2 * once, twice, twice * NEARLY);
  }

  @Provide
  Arbitrary<LoaderCosts> costs() {
    return Combinators.combine(numbers(0, 1e-3), numbers(0, 1e-8)).as(LoaderCosts::new);
  }

  @Property
  void costsOfTwoMeasurementsAreThoseOfTheirLine(
      @ForAll("costs") LoaderCosts costs,
      @ForAll @IntRange(min = 1_000, max = 100_000) int small,
      @ForAll @IntRange(min = 2, max = 100) int times) {
    double perImage = costs.perImage();
    double perByte = costs.perByte();
    double large = (double) small * times;
    LoaderCosts found =
        LoaderCosts.of(small, perImage + perByte * small, large, perImage + perByte * large);
    double middle = (small + large) / 2;
    assertEquals(perImage + perByte * middle, found.seconds(middle), 1e-12);
  }

  @Test
  void twoCoresThatDecodeAThousandImagesEachGiveTwoThousand() {
    Prediction predicted =
        TWO_CORES.predict(way(1e5, 1, .001, 0), new LoaderCosts(0, 0), Place.MEMORY);
    assertEquals(2000, predicted.rate(), NEARLY);
  }

  @Test
  void aSlowLinkGivesItsBytesAndNoMore() {
    Place link = new Place(.01, 2e7, 2e7, true);
    Prediction predicted = TWO_CORES.predict(way(1e5, 6, .001, 0), new LoaderCosts(0, 0), link);
    assertEquals(200, predicted.rate(), NEARLY);
    assertEquals(Bound.BANDWIDTH, predicted.limit());
  }
}
