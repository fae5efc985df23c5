package io.pcr.advisor.internal.strategy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * A strategy beside the others with which it is compared. Immutable.
 *
 * @param score the sum of the weights' shares, from 0 to the sum of the weights
 * @param isOnFront whether no other one is better in one thing and as good in all others
 */
public record ScoredStrategy(Candidate candidate, double score, boolean isOnFront) {
  /**
   * What is compared: a strategy and how it is run, with the means of its runs.
   *
   * @param key of its first run
   * @param preparationSeconds spent once
   * @param storedBytes at rest; those of the originals when nothing is done once
   * @param rate pictures in a second
   * @param cpuSeconds of an epoch
   * @param readBytes of an epoch
   * @param runs that the means are of
   */
  public record Candidate(
      StrategyRow.Key key,
      double preparationSeconds,
      double storedBytes,
      double rate,
      double cpuSeconds,
      double readBytes,
      int runs) {}

  /** What candidates have in common that are compared with each other. */
  public record Condition(int samples, String cache) {}

  /** Compares the rows, those with other caches or other numbers of samples apart; best first. */
  public static Map<Condition, List<ScoredStrategy>> compare(
      List<StrategyRow> rows, ScoreWeights weights) {
    Map<Condition, Map<StrategyRow.Key, List<StrategyRow>>> groups = new LinkedHashMap<>();
    for (StrategyRow row : rows) {
      groups
          .computeIfAbsent(
              new Condition(row.key().samples(), row.key().cache()), c -> new LinkedHashMap<>())
          .computeIfAbsent(withoutRun(row.key()), k -> new ArrayList<>())
          .add(row);
    }
    Map<Condition, List<ScoredStrategy>> scored = new LinkedHashMap<>();
    groups.forEach(
        (condition, runs) ->
            scored.put(
                condition,
                rank(runs.values().stream().map(ScoredStrategy::candidate).toList(), weights)));
    return scored;
  }

  private static StrategyRow.Key withoutRun(StrategyRow.Key key) {
    return new StrategyRow.Key(
        key.images(),
        key.subject(),
        key.split(),
        key.last(),
        key.format(),
        key.samples(),
        key.cache(),
        key.threads(),
        key.shuffle(),
        0);
  }

  private static Candidate candidate(List<StrategyRow> runs) {
    return new Candidate(
        runs.get(0).key(),
        mean(runs, row -> row.preparation().seconds()),
        mean(runs, row -> row.preparation().storedBytes()),
        mean(runs, StrategyRow::rate),
        mean(runs, StrategyRow::cpuSeconds),
        mean(runs, StrategyRow::readBytes),
        runs.size());
  }

  private static double mean(List<StrategyRow> runs, ToDoubleFunction<StrategyRow> value) {
    return runs.stream().mapToDouble(value).average().orElseThrow();
  }

  /** Scores candidates of one condition; best first, and of equal scores the faster first. */
  static List<ScoredStrategy> rank(List<Candidate> candidates, ScoreWeights weights) {
    double[] preparation = shares(candidates, c -> -c.preparationSeconds());
    double[] storage = shares(candidates, c -> -c.storedBytes());
    double[] throughput = shares(candidates, Candidate::rate);
    List<ScoredStrategy> scored = new ArrayList<>();
    for (int i = 0; i < candidates.size(); i++) {
      Candidate candidate = candidates.get(i);
      double score =
          weights.preparation() * preparation[i]
              + weights.storage() * storage[i]
              + weights.throughput() * throughput[i];
      boolean isOnFront = candidates.stream().noneMatch(other -> dominates(other, candidate));
      scored.add(new ScoredStrategy(candidate, score, isOnFront));
    }
    scored.sort(
        Comparator.comparingDouble(ScoredStrategy::score)
            .thenComparingDouble(strategy -> strategy.candidate.rate())
            .reversed());
    return scored;
  }

  /** Where each lies between the worst, 0, and the best, 1; 1 for all when they are equal. */
  private static double[] shares(List<Candidate> candidates, ToDoubleFunction<Candidate> good) {
    double worst = candidates.stream().mapToDouble(good).min().orElse(0);
    double best = candidates.stream().mapToDouble(good).max().orElse(0);
    return candidates.stream()
        .mapToDouble(good)
        .map(value -> best == worst ? 1 : (value - worst) / (best - worst))
        .toArray();
  }

  private static boolean dominates(Candidate one, Candidate other) {
    boolean isAsGood =
        one.preparationSeconds <= other.preparationSeconds
            && one.storedBytes <= other.storedBytes
            && one.rate >= other.rate;
    return isAsGood
        && (one.preparationSeconds < other.preparationSeconds
            || one.storedBytes < other.storedBytes
            || one.rate > other.rate);
  }
}
