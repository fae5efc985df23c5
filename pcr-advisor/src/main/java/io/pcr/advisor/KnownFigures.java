package io.pcr.advisor;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What has been measured, by what it is, so that nothing is measured twice. For one thread. */
public final class KnownFigures {
  private final Map<String, double[]> figures = new LinkedHashMap<>();
  private final Keeping keeping;

  /** Figures that somebody keeps: told of each that is new. */
  public KnownFigures(Keeping keeping) {
    this.keeping = keeping;
  }

  /** Keeps figures, so that a call that is killed has not measured in vain. */
  @FunctionalInterface
  public interface Keeping {
    /** Keeps all that is known now. */
    void keep(KnownFigures known) throws IOException;
  }

  /** Measures something. */
  @FunctionalInterface
  interface Measuring {
    /** The figures; empty when the time was over before there were any. */
    Optional<double[]> measure() throws IOException, InterruptedException;
  }

  /** Notes what an earlier call measured. */
  public void add(String what, double... values) {
    figures.put(what, values.clone());
  }

  /** All of them. */
  public Map<String, double[]> all() {
    return new LinkedHashMap<>(figures);
  }

  /** What is known of something, or else measured now. */
  Optional<double[]> get(String what, int count, Measuring measuring)
      throws IOException, InterruptedException {
    double[] known = figures.get(what);
    if (known != null && known.length == count) {
      return Optional.of(known.clone());
    }
    Optional<double[]> measured = measuring.measure();
    if (measured.isPresent()) {
      figures.put(what, measured.get().clone());
      keeping.keep(this);
    }
    return measured;
  }
}
