package io.pcr.writer.encode;

import static java.util.Objects.requireNonNull;

import io.pcr.codecs.jpeg.ScanTargets;
import io.pcr.codecs.jpeg.ScanTargets.Preference;
import io.pcr.format.quality.GroupTargets;
import io.pcr.format.quality.GroupTargets.Way;
import io.pcr.format.quality.QualityMeasure;
import io.pcr.format.quality.Reconstruction;
import io.pcr.format.quality.ViewSize;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Scans that are chosen for each image, so that its groups reach targets. Immutable and
 * thread-safe.
 *
 * @param stated the targets of the groups
 * @param preference for few bytes or fast decoding
 * @param slopes for groups by slope, the index of each group's slope; empty before they are found,
 *     and for groups by quality
 */
public record TargetedScans(GroupTargets stated, Preference preference, List<Integer> slopes)
    implements ScanChoice {
  /**
   * Each image reaches an MS-SSIM of .90, .95, .96, .98 and .99 at full size in any decoder, with a
   * balance of few bytes and fast decoding.
   */
  public static final TargetedScans DEFAULT =
      of(
          new GroupTargets(
              QualityMeasure.MS_SSIM,
              Way.QUALITY,
              List.of(900_000, 950_000, 960_000, 980_000, 990_000)),
          Preference.BALANCED);

  /** The names that {@link #describe} uses. */
  public static final Set<String> NAMES =
      Set.of("groups-by", "targets", "targets-for", "for", "prefer", "slopes");

  private static final String WAY = "groups-by";
  private static final String PREFERENCE = "prefer";
  private static final String SLOPES = "slopes";

  public TargetedScans {
    requireNonNull(stated, "stated");
    requireNonNull(preference, "preference");
    slopes = List.copyOf(slopes);
    if (!slopes.isEmpty()) {
      if (stated.way() != Way.SLOPE || slopes.size() != stated.values().size()) {
        throw new IllegalArgumentException(slopes.size() + " slopes for " + stated);
      }
      new ScanTargets(ScanTargets.Way.SLOPE, slopes, preference);
    }
  }

  /** Scans for stated targets; for groups by slope, the slopes must still be found. */
  public static TargetedScans of(GroupTargets stated, Preference preference) {
    return new TargetedScans(stated, preference, List.of());
  }

  /** The same choice with slopes. */
  public TargetedScans withSlopes(List<Integer> found) {
    return new TargetedScans(stated, preference, found);
  }

  /** The reconstruction for which the targets hold. */
  public Reconstruction reconstruction() {
    return stated.measure().reconstruction();
  }

  /** The size for which the targets hold. */
  public ViewSize at() {
    return stated.measure().at();
  }

  /**
   * What the scans of an image are chosen for.
   *
   * @throws IllegalStateException when the slopes must be found first
   */
  public ScanTargets aims() {
    if (lacksSlopes()) {
      throw new IllegalStateException("the slopes of these targets are not found yet");
    }
    return stated.way() == Way.SLOPE
        ? aims(ScanTargets.Way.SLOPE, slopes)
        : aims(ScanTargets.Way.QUALITY, stated.values());
  }

  private ScanTargets aims(ScanTargets.Way way, List<Integer> values) {
    return new ScanTargets(way, values, preference, reconstruction(), at());
  }

  /** The targets as fractions of one. */
  public List<Double> qualities() {
    return qualities(stated);
  }

  private static List<Double> qualities(GroupTargets stated) {
    return stated.values().stream().map(v -> v / (double) GroupTargets.MILLION).toList();
  }

  /** Whether slopes must be found before an image can be written. */
  public boolean lacksSlopes() {
    return stated.way() == Way.SLOPE && slopes.size() != stated.values().size();
  }

  /**
   * The slopes that a dataset was made with.
   *
   * @param made the creation options in its manifest, which may hold anything
   * @return empty when the options do not state valid slopes for these targets
   */
  public Optional<TargetedScans> withRecordedSlopes(Map<String, String> made) {
    try {
      List<Integer> recorded = new ArrayList<>();
      for (String slope : made.getOrDefault(SLOPES, "").split(",", -1)) {
        recorded.add(Integer.parseInt(slope));
      }
      return Optional.of(withSlopes(recorded));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /**
   * The preference that a dataset with these targets was made with; balanced if it does not state
   * one.
   */
  public static Preference recordedPreference(Map<String, String> made) {
    for (Preference preference : Preference.values()) {
      if (preference.name().equals(made.get(PREFERENCE))) {
        return preference;
      }
    }
    return Preference.BALANCED;
  }

  @Override
  public int groupCount() {
    return stated.groupCount();
  }

  @Override
  public Optional<GroupTargets> targets() {
    return Optional.of(stated);
  }

  @Override
  public Map<String, String> describe() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put(WAY, stated.way().name());
    settings.put("targets", listed(stated.values()));
    settings.put("targets-for", stated.measure().reconstruction().name());
    if (!at().isFull()) {
      settings.put("for", at().toString());
    }
    settings.put(PREFERENCE, preference.name());
    if (!slopes.isEmpty()) {
      settings.put(SLOPES, listed(slopes));
    }
    return settings;
  }

  private static String listed(List<Integer> numbers) {
    return numbers.stream().map(String::valueOf).collect(Collectors.joining(","));
  }

  @Override
  public String label() {
    return label(stated);
  }

  /** Targets in a few words. */
  public static String label(GroupTargets stated) {
    QualityMeasure measure = stated.measure();
    return "groups by "
        + stated.way().name().toLowerCase(Locale.ROOT)
        + " of "
        + qualities(stated).stream().map(String::valueOf).collect(Collectors.joining(", "))
        + (measure.reconstruction() == Reconstruction.PLAIN ? "" : " for midpoint reconstruction")
        + (measure.at().isFull() ? "" : " at " + measure.at());
  }
}
