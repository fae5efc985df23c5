package io.pcr.loader.internal.policy;

import static java.util.Objects.requireNonNull;

import io.pcr.format.Fidelity;
import io.pcr.loader.Loader;
import io.pcr.loader.policy.BatchPlace;
import io.pcr.loader.policy.DecisionPoint;
import io.pcr.loader.policy.GradientCosines;
import io.pcr.loader.policy.GradientProbe;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** Cosines that the caller's program measures. */
public final class MeasuredCosines implements CosineSource {
  private static final int BATCHES = 10;

  private final CosineRule rule;
  private final int[] candidates;
  private final int times;
  private final GradientCosines program;

  /**
   * @param times decisions in an epoch
   */
  public MeasuredCosines(CosineRule rule, int[] candidates, int times, GradientCosines program) {
    this.rule = rule;
    this.candidates = candidates.clone();
    this.times = times;
    this.program = requireNonNull(program, "cosines");
  }

  @Override
  public int[][] at(DecisionPoint point) throws IOException {
    double[][] measured = program.of(new Probe(point, draw(point.place())));
    int probes = rule == CosineRule.PAPER ? 1 : BATCHES;
    boolean fits =
        measured.length == candidates.length
            && Arrays.stream(measured).allMatch(each -> each.length == probes);
    if (!fits) {
      throw new IllegalArgumentException(
          "the policy needs "
              + probes
              + " cosines for each of "
              + candidates.length
              + " candidates, and the program measured others");
    }
    return Arrays.stream(measured)
        .map(each -> Arrays.stream(each).mapToInt(CosineRule::millionths).toArray())
        .toArray(int[][]::new);
  }

  private long draw(BatchPlace place) {
    return rule == CosineRule.PAPER
        ? 0
        : 1 + place.epoch() * times + DecisionPlaces.number(place, times);
  }

  private final class Probe implements GradientProbe {
    private final DecisionPoint point;
    private final long draw;

    Probe(DecisionPoint point, long draw) {
      this.point = point;
      this.draw = draw;
    }

    @Override
    public BatchPlace place() {
      return point.place();
    }

    @Override
    public List<Fidelity> candidates() {
      return Arrays.stream(candidates).mapToObj(FidelityNumbers::fidelity).toList();
    }

    @Override
    public int batches() {
      return BATCHES;
    }

    @Override
    public Loader open(Fidelity fidelity) throws IOException {
      return point.probe(draw, BATCHES, fidelity);
    }
  }
}
