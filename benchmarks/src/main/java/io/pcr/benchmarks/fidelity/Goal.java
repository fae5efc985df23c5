package io.pcr.benchmarks.fidelity;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What a dataset's fidelities are to cost at most. Immutable.
 *
 * @param of which dataset
 * @param bytes of the originals, by the target that the mean must reach
 * @param tenth what 90% of the images are to reach, by target
 * @param whole bytes of the whole, with restore data
 */
record Goal(String of, Map<Double, Double> bytes, Map<Double, Double> tenth, OptionalDouble whole) {
  private static final Map<Double, Double> TENTH = Map.of(.96, .950, .98, .974);

  static final List<Goal> ALL =
      List.of(
          new Goal("ImageNet, by quality", bytes(.112, .140, .258), TENTH, at(.945)),
          new Goal("ImageNet, by slope", bytes(.102, .126, .222), Map.of(), at(.945)),
          new Goal("ImageNet, for midpoint", bytes(.105, .131, .242), Map.of(), at(.945)),
          new Goal("ImageNet, for 224", Map.of(.98, .13), Map.of(), OptionalDouble.empty()),
          new Goal("pets, by quality", bytes(.293, .345, .505), TENTH, at(.98)),
          new Goal("pets, by slope", bytes(.265, .318, .478), Map.of(), at(.975)),
          new Goal("pets, for midpoint", bytes(.283, .338, .500), Map.of(), at(.98)));

  private static Map<Double, Double> bytes(double at95, double at96, double at98) {
    return Map.of(.95, at95, .96, at96, .98, at98);
  }

  private static OptionalDouble at(double whole) {
    return OptionalDouble.of(whole);
  }

  /** What is missed, in words that name it. */
  List<String> missed(MeasuredDataset dataset) {
    List<String> missed = new ArrayList<>();
    bytes.forEach(
        (target, most) -> {
          int group = dataset.groupFor(target);
          if (dataset.bytes(group) > most) {
            missed.add(text("%s at %.2f", of, target));
          }
        });
    tenth.forEach(
        (target, least) -> {
          if (dataset.point(dataset.groupFor(target)).msSsimP10() < least) {
            missed.add(text("%s, tenth percentile at %.2f", of, target));
          }
        });
    whole.ifPresent(
        most -> {
          if (dataset.wholeShare() > most) {
            missed.add(text("%s, whole", of));
          }
        });
    missed.sort(null);
    return missed;
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
