package io.pcr.advisor.internal.strategy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.advisor.internal.strategy.ScoredStrategy.Candidate;
import io.pcr.advisor.internal.strategy.ScoredStrategy.Condition;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScoredStrategyTest {
  private static final double NEAR = 1e-9;

  private static StrategyRow.Key key(String format, String cache, int run) {
    return new StrategyRow.Key("x", "read", 1, "read", format, 10, cache, 1, "none", run);
  }

  private static Candidate candidate(double preparation, double storage, double rate) {
    return new Candidate(key("pcr", "none", 0), preparation, storage, rate, 1, 1, 1);
  }

  /** Few values, so that ties are frequent. */
  @Provide
  Arbitrary<List<Candidate>> candidates() {
    Arbitrary<Double> value = Arbitraries.integers().between(0, 5).map(i -> (double) i);
    return Combinators.combine(value, value, value)
        .as(ScoredStrategyTest::candidate)
        .list()
        .ofMinSize(1)
        .ofMaxSize(8);
  }

  @Provide
  Arbitrary<ScoreWeights> weights() {
    Arbitrary<Integer> value = Arbitraries.integers().between(0, 3);
    return Combinators.combine(value, value, value.map(i -> i + 1)).as(ScoreWeights::new);
  }

  @Property
  void scoresLieBetweenNothingAndTheSumOfTheWeightsAndFall(
      @ForAll("candidates") List<Candidate> candidates, @ForAll("weights") ScoreWeights weights) {
    List<ScoredStrategy> scored = ScoredStrategy.rank(candidates, weights);
    double most = weights.preparation() + weights.storage() + weights.throughput();
    double before = most;
    for (ScoredStrategy strategy : scored) {
      assertTrue(strategy.score() >= -NEAR && strategy.score() <= before + NEAR);
      before = strategy.score();
    }
    assertEquals(candidates.size(), scored.size());
  }

  @Property
  void onlyThroughputByDefaultSoTheFastestIsFirst(
      @ForAll("candidates") List<Candidate> candidates) {
    double fastest = candidates.stream().mapToDouble(Candidate::rate).max().orElseThrow();
    ScoredStrategy first = ScoredStrategy.rank(candidates, ScoreWeights.DEFAULT).get(0);
    assertEquals(fastest, first.candidate().rate());
    assertEquals(1, first.score(), NEAR);
  }

  @Property
  void unitsDoNotMatter(
      @ForAll("candidates") List<Candidate> candidates, @ForAll("weights") ScoreWeights weights) {
    List<Candidate> otherwise =
        candidates.stream()
            .map(c -> candidate(1000 * c.preparationSeconds() + 7, 2 * c.storedBytes(), c.rate()))
            .toList();
    List<Double> scores = scores(ScoredStrategy.rank(candidates, weights));
    List<Double> same = scores(ScoredStrategy.rank(otherwise, weights));
    for (int i = 0; i < scores.size(); i++) {
      assertEquals(scores.get(i), same.get(i), 1e-6);
    }
  }

  private static List<Double> scores(List<ScoredStrategy> scored) {
    return scored.stream().map(ScoredStrategy::score).toList();
  }

  @Property
  void frontIsWhatNothingBeats(@ForAll("candidates") List<Candidate> candidates) {
    List<ScoredStrategy> scored = ScoredStrategy.rank(candidates, ScoreWeights.DEFAULT);
    List<Candidate> front =
        scored.stream().filter(ScoredStrategy::isOnFront).map(ScoredStrategy::candidate).toList();
    assertTrue(front.size() >= 1);
    for (ScoredStrategy strategy : scored) {
      Candidate candidate = strategy.candidate();
      boolean isBeaten = candidates.stream().anyMatch(other -> beats(other, candidate));
      assertEquals(isBeaten, !strategy.isOnFront());
      if (isBeaten) {
        assertTrue(front.stream().anyMatch(other -> beats(other, candidate)));
      }
    }
  }

  private static boolean beats(Candidate one, Candidate other) {
    int better = 0;
    int worse = 0;
    for (int sign :
        new int[] {
          Double.compare(other.preparationSeconds(), one.preparationSeconds()),
          Double.compare(other.storedBytes(), one.storedBytes()),
          Double.compare(one.rate(), other.rate())
        }) {
      better += sign > 0 ? 1 : 0;
      worse += sign < 0 ? 1 : 0;
    }
    return better > 0 && worse == 0;
  }

  @Test
  void equalValuesAreAllTheBest() {
    List<ScoredStrategy> scored =
        ScoredStrategy.rank(
            List.of(candidate(2, 3, 4), candidate(2, 3, 4)), new ScoreWeights(1, 1, 1));
    assertEquals(List.of(3.0, 3.0), scores(scored));
    assertTrue(scored.get(0).isOnFront() && scored.get(1).isOnFront());
  }

  @Test
  void cachedRunsAreComparedWithCachedRunsAndRunsAreAveraged() {
    List<StrategyRow> rows =
        List.of(
            row(key("raw", "none", 1), 2),
            row(key("raw", "none", 2), 4),
            row(key("pcr", "none", 1), 10),
            row(key("raw", "page", 1), 1));
    Map<Condition, List<ScoredStrategy>> scored =
        ScoredStrategy.compare(rows, ScoreWeights.DEFAULT);
    assertEquals(2, scored.size());
    List<ScoredStrategy> cold = scored.get(new Condition(10, "none"));
    assertEquals(List.of("raw", "pcr"), formats(cold));
    assertEquals((10 / 2.0 + 10 / 4.0) / 2, cold.get(0).candidate().rate(), NEAR);
    assertEquals(2, cold.get(0).candidate().runs());
    assertEquals(List.of("raw"), formats(scored.get(new Condition(10, "page"))));
  }

  private static List<String> formats(List<ScoredStrategy> scored) {
    return scored.stream().map(each -> each.candidate().key().format()).toList();
  }

  private static StrategyRow row(StrategyRow.Key key, double seconds) {
    return new StrategyRow(
        key,
        new StrategyRow.Preparation(1, 1, 100),
        seconds,
        seconds,
        100,
        OptionalLong.empty(),
        true);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1,2", "a,b,c", "-1,0,1", "0,0,0", "NaN,0,1", "Infinity,0,1", ""})
  void weightsThatAreNoneAreRefused(String text) {
    assertThrows(IllegalArgumentException.class, () -> ScoreWeights.parse(text));
  }

  @Property
  void rowsComeBackFromTheirLines(
      @ForAll String images,
      @ForAll @DoubleRange(min = 0.01, max = 1e6) double seconds,
      @ForAll long bytes,
      @ForAll boolean direct) {
    StrategyRow row =
        new StrategyRow(
            new StrategyRow.Key(images, "read", 1, "read", "tfrecord:zstd:3", 10, "none", 1, "", 3),
            new StrategyRow.Preparation(seconds, 2.5, bytes),
            seconds,
            0.125,
            bytes,
            direct ? OptionalLong.of(bytes) : OptionalLong.empty(),
            direct);
    assertEquals(row, StrategyRow.parse(row.toJson()).orElseThrow());
  }
}
