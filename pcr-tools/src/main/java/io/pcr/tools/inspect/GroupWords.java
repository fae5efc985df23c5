package io.pcr.tools.inspect;

import io.pcr.format.ColorClass;
import io.pcr.format.quality.GroupTargets;
import io.pcr.format.quality.QualityMeasure;
import io.pcr.format.quality.Reconstruction;
import io.pcr.format.script.Scan;
import io.pcr.format.script.ScanScript;
import io.pcr.format.script.ScanScripts;
import io.pcr.reader.internal.facts.DatasetFacts;
import io.pcr.writer.encode.FixedScans;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A scan group in words: {@code Cb Cr 1-63 to bit 2} for the coefficients 1 to 63 of two components
 * down to bit 2, {@code Y 1-63 bit 1} for one more bit of each, {@code DC} for the blocks' means.
 */
final class GroupWords {
  private GroupWords() {}

  /** What a group of a dataset adds; empty where nothing says it. */
  static String of(DatasetFacts facts, int group) {
    if (facts.targets().isPresent()) {
      return of(facts.targets().get(), group);
    }
    return fixed(facts).filter(s -> group <= s.groupCount()).map(s -> of(s, group)).orElse("");
  }

  /** The scans that all images of the dataset have, where its manifest says. */
  static Optional<ScanScripts> fixed(DatasetFacts facts) {
    return facts
        .identity()
        .filter(identity -> facts.targets().isEmpty())
        .flatMap(identity -> FixedScans.recorded(identity.options()))
        .map(FixedScans::scripts);
  }

  /** How the groups were made, in a few words; empty where nothing says it. */
  static String label(DatasetFacts facts) {
    return facts
        .targets()
        .map(t -> "groups by " + t.way().name().toLowerCase(Locale.ROOT))
        .or(() -> fixed(facts).map(scripts -> scripts.name() + " script"))
        .orElse("");
  }

  private static String of(GroupTargets targets, int group) {
    if (group >= targets.groupCount()) {
      return group == targets.groupCount() ? "what is left" : "";
    }
    String mean = targets.way() == GroupTargets.Way.SLOPE ? " on average" : "";
    QualityMeasure measure = targets.measure();
    return "MS-SSIM "
        + BigDecimal.valueOf(targets.target(group)).stripTrailingZeros().toPlainString()
        + mean
        + (measure.reconstruction() == Reconstruction.PLAIN ? "" : ", midpoint")
        + (measure.at().isFull() ? "" : " at " + measure.at());
  }

  /** What a group adds to images of the class that is most like photographs in colour. */
  private static String of(ScanScripts scripts, int group) {
    return Stream.of(ColorClass.YCBCR, ColorClass.GREY, ColorClass.RGB, ColorClass.FOUR)
        .flatMap(colorClass -> scripts.script(colorClass).stream())
        .findFirst()
        .map(script -> of(script, group))
        .orElse("");
  }

  private static String of(ScanScript script, int group) {
    Map<String, String> componentsByBand = new LinkedHashMap<>();
    for (Scan scan : script.scansOf(group)) {
      String components =
          scan.components().stream()
              .map(component -> component(script.colorClass(), component))
              .collect(Collectors.joining(" "));
      componentsByBand.merge(band(scan), components, (a, b) -> a + " " + b);
    }
    return componentsByBand.entrySet().stream()
        .map(e -> e.getValue() + " " + e.getKey())
        .collect(Collectors.joining("; "));
  }

  private static String band(Scan scan) {
    String band = scan.isDc() ? "DC" : scan.ss() + "-" + scan.se();
    if (scan.isRefinement()) {
      return band + " bit " + scan.al();
    }
    return scan.al() == 0 ? band : band + " to bit " + scan.al();
  }

  private static String component(ColorClass colorClass, int component) {
    return switch (colorClass) {
      case GREY -> "Y";
      case YCBCR -> new String[] {"Y", "Cb", "Cr"}[component];
      case RGB, FOUR, OPAQUE -> String.format(Locale.ROOT, "c%d", component);
    };
  }
}
