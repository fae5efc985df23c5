package io.pcr.tools.convert;

import io.pcr.codecs.jpeg.ScanTargets.Preference;
import io.pcr.format.Fidelity;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.quality.GroupTargets;
import io.pcr.format.quality.GroupTargets.Way;
import io.pcr.format.quality.QualityMeasure;
import io.pcr.format.quality.Reconstruction;
import io.pcr.format.quality.ViewSize;
import io.pcr.format.script.ScanScripts;
import io.pcr.tools.UsageException;
import io.pcr.tools.dataset.ViewSizeConverter;
import io.pcr.writer.encode.FixedScans;
import io.pcr.writer.encode.ScanChoice;
import io.pcr.writer.encode.TargetedScans;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options that say how scans are spread over groups. */
final class ScanArguments {
  @Option(
      names = "--groups-by",
      paramLabel = "WAY",
      description =
          "How the scans of each image are chosen. quality (the default): each image reaches"
              + " the qualities of --targets. slope: the mean of all images reaches them, in the"
              + " fewest bytes, which 500 images of SRC show before anything is written.")
  private Way groupsBy;

  @Option(
      names = "--targets",
      paramLabel = "Q,Q,...",
      split = ",",
      description =
          "The MS-SSIM that each group reaches, in rising order; one more group completes the"
              + " images. Default: .90,.95,.96,.98,.99.")
  private List<String> targets;

  @Option(
      names = "--targets-for",
      paramLabel = "HOW",
      description =
          "The decoder for which the targets hold: plain (the default), any decoder;"
              + " midpoint, the midpoint reconstruction of this project's decoder, which needs"
              + " fewer bytes. Other decoders then show less.")
  private Reconstruction targetsFor;

  @Option(
      names = "--for",
      paramLabel = "SIZE",
      description =
          "The image size for which the targets hold: full (the default); 224, which is what"
              + " most ImageNet models see, short for resize:256,crop:224; or any resize:N,crop:M."
              + " Small pictures hide detail, so the lower groups need about half the bytes.",
      converter = ViewSizeConverter.class)
  private ViewSize at;

  @Option(
      names = "--prefer",
      paramLabel = "WHAT",
      description =
          "What the choice of scans prefers: bytes, the fewest bytes; decode, few scans,"
              + " which decode fast; balanced (the default).")
  private Preference prefer;

  @Option(
      names = "--script",
      paramLabel = "NAME|FILE",
      description =
          "Give all images the same scans: fast-decode, libjpeg, or a file. Default: scans"
              + " are chosen for each image.")
  private String script;

  /** Whether any of them was given. */
  boolean isGiven() {
    return script != null || isChosen();
  }

  /** Whether scans are to be chosen for each image. */
  private boolean isChosen() {
    return groupsBy != null
        || targets != null
        || targetsFor != null
        || at != null
        || prefer != null;
  }

  /**
   * How scans are spread.
   *
   * @param made the creation options of the dataset that is added to
   * @param stated its targets, if it states any
   * @param otherwise the targets where nothing is said
   */
  ScanChoice choice(Map<String, String> made, Optional<GroupTargets> stated, GroupTargets otherwise)
      throws IOException {
    if (script != null) {
      if (isChosen()) {
        throw new UsageException(
            "--script gives all images the same scans; --groups-by, --targets, --targets-for,"
                + " --for and --prefer choose scans for each image");
      }
      return new FixedScans(scripts());
    }
    Optional<FixedScans> fixed = FixedScans.recorded(made);
    if (fixed.isPresent() && stated.isEmpty() && !isChosen()) {
      return fixed.get();
    }
    return TargetedScans.of(wanted(stated.orElse(otherwise)), preference(made));
  }

  private Preference preference(Map<String, String> made) {
    return prefer == null ? TargetedScans.recordedPreference(made) : prefer;
  }

  /** What is asked for, and else is as before. */
  private GroupTargets wanted(GroupTargets before) {
    Way way = groupsBy == null ? before.way() : groupsBy;
    List<Integer> values = targets == null ? before.values() : millionths(targets);
    QualityMeasure measure = before.measure();
    if (targetsFor != null) {
      measure = new QualityMeasure(measure.metric(), targetsFor, measure.at());
    }
    if (at != null) {
      measure = new QualityMeasure(measure.metric(), measure.reconstruction(), at);
    }
    try {
      return new GroupTargets(measure, way, values);
    } catch (InvalidFieldException e) {
      throw new UsageException(
          "--targets must be above 0 and below 1, in rising order, not "
              + String.join(",", targets));
    }
  }

  private static List<Integer> millionths(List<String> texts) {
    List<Integer> values = new ArrayList<>();
    for (String text : texts) {
      try {
        values.add(
            new BigDecimal(text.strip())
                .multiply(BigDecimal.valueOf(GroupTargets.MILLION))
                .intValueExact());
      } catch (NumberFormatException e) {
        throw new UsageException("--targets: " + text + " is not a number");
      } catch (ArithmeticException e) {
        throw new UsageException("--targets: " + text + " has more than six decimals");
      }
    }
    if (values.size() >= Fidelity.MAX_GROUPS) {
      throw new UsageException("--targets has more than 63 values");
    }
    return values;
  }

  private ScanScripts scripts() throws IOException {
    if (ScanScripts.names().contains(script)) {
      return ScanScripts.named(script);
    }
    Path file = Path.of(script);
    if (!Files.isRegularFile(file)) {
      throw new UsageException(
          "--script " + script + " is neither a file nor one of " + ScanScripts.names());
    }
    try {
      ScanScripts scripts = ScanScripts.parse(Files.readString(file));
      if (scripts.scripts().isEmpty()) {
        throw new UsageException("--script " + script + " has no scans");
      }
      return scripts;
    } catch (CharacterCodingException e) {
      throw new UsageException("--script " + script + " is not UTF-8 text");
    }
  }
}
