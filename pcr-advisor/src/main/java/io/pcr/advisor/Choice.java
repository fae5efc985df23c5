package io.pcr.advisor;

import io.pcr.advisor.model.Way;
import io.pcr.loader.cache.LoaderCache;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Which way is the best. Those whose quality is good enough come first; of them those that feed the
 * consumer, and of those the one of the highest quality that needs the fewest bytes. Where none
 * feeds it, or none is asked for, the fastest is the best.
 *
 * @param consumer images a second
 * @param quality the least that is good enough
 */
record Choice(OptionalDouble consumer, double quality) {
  private static final double CLEARLY = 1.03;

  /** All ways, the best first. */
  List<Outcome> ranked(List<Outcome> outcomes) {
    List<Outcome> ranked = new ArrayList<>(outcomes);
    Comparator<Outcome> best = Comparator.comparing(this::isGood, Comparator.reverseOrder());
    best = best.thenComparing(this::feeds, Comparator.reverseOrder());
    best = best.thenComparing(this::compare);
    ranked.sort(best);
    return ranked;
  }

  /** Whether the images are good enough; where nobody knows, only all coefficients are. */
  boolean isGood(Outcome outcome) {
    return quality(outcome.predicted().way()) >= quality;
  }

  /** Whether a consumer is known and does not wait. */
  boolean feeds(Outcome outcome) {
    return consumer.isPresent() && outcome.rate() >= consumer.getAsDouble();
  }

  private int compare(Outcome a, Outcome b) {
    Way first = a.predicted().way();
    Way second = b.predicted().way();
    if (feeds(a) && feeds(b)) {
      int byQuality = Double.compare(quality(second), quality(first));
      int byBytes = Double.compare(first.bytes(), second.bytes());
      return byQuality != 0
          ? byQuality
          : byBytes != 0 ? byBytes : Double.compare(b.rate(), a.rate());
    }
    return Double.compare(preferred(b), preferred(a));
  }

  /** What others may use as well has to be clearly slower before it is passed by. */
  private static double preferred(Outcome outcome) {
    boolean isPage = outcome.predicted().way().cache() == LoaderCache.Kind.PAGE;
    return outcome.rate() * (isPage ? CLEARLY : 1);
  }

  private static double quality(Way way) {
    return way.quality().orElse(way.isFull() ? 1 : 0);
  }
}
