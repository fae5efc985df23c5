package io.pcr.benchmarks.scripts;

import java.util.ArrayList;
import java.util.List;

/**
 * What a script costs: bytes relative to the originals at the first end of a group whose mean
 * MS-SSIM is at least a target, bytes in all, and speed of decoding all relative to the originals.
 */
record ScriptResult(String name, List<Double> bytesAtTargets, double bytes, double decodeSpeed) {
  /** The MS-SSIM for which bytes are counted. */
  static final List<Double> TARGETS = List.of(0.95, 0.96, 0.98);

  /** Costs this close are the same: what a few images more would change, and what noise does. */
  private static final double BYTES_STEP = 0.003;

  private static final double SPEED_STEP = 0.01;

  static ScriptResult of(String name, ScriptCurve curve) {
    int last = curve.points() - 1;
    return new ScriptResult(
        name,
        TARGETS.stream().map(target -> bytesAt(target, curve)).toList(),
        curve.relativeBytes(last),
        curve.relativeDecodeSpeed(last));
  }

  private static double bytesAt(double target, ScriptCurve curve) {
    int point = 0;
    while (point < curve.points() - 1 && curve.meanMsSsim(point) < target) {
      point++;
    }
    return curve.relativeBytes(point);
  }

  /** Whether the other is about as good at everything, and clearly better at something. */
  boolean isBeatenBy(ScriptResult other) {
    double gain = (other.decodeSpeed - decodeSpeed) / SPEED_STEP;
    double loss = -gain;
    List<Double> costs = costs();
    List<Double> others = other.costs();
    for (int i = 0; i < costs.size(); i++) {
      double saved = (costs.get(i) - others.get(i)) / BYTES_STEP;
      gain = Math.max(gain, saved);
      loss = Math.max(loss, -saved);
    }
    return loss <= 1 && gain > 2;
  }

  private List<Double> costs() {
    List<Double> costs = new ArrayList<>(bytesAtTargets);
    costs.add(bytes);
    return costs;
  }

  /** Those that none of the others beats, in their order. */
  static List<ScriptResult> front(List<ScriptResult> results) {
    return results.stream()
        .filter(result -> results.stream().noneMatch(result::isBeatenBy))
        .toList();
  }
}
