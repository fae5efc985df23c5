package io.pcr.writer.encode;

import static java.util.Objects.requireNonNull;

import io.pcr.format.quality.GroupTargets;
import io.pcr.format.script.InvalidScanScriptException;
import io.pcr.format.script.ScanScripts;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The same scans for all images of a colour class. Immutable. */
public record FixedScans(ScanScripts scripts) implements ScanChoice {
  /** The names that {@link #describe} uses. */
  public static final Set<String> NAMES = Set.of("script", "scans");

  private static final String NAME = "script";
  private static final String TEXT = "scans";

  public FixedScans {
    requireNonNull(scripts, "scripts");
  }

  /**
   * The scans that a dataset was made with.
   *
   * @param made the creation options in its manifest, which may hold anything
   * @return empty when the options do not state valid scans
   */
  public static Optional<FixedScans> recorded(Map<String, String> made) {
    if (!made.containsKey(TEXT)) {
      return Optional.empty();
    }
    try {
      return Optional.of(new FixedScans(ScanScripts.parse(made.get(TEXT))));
    } catch (InvalidScanScriptException e) {
      return Optional.empty();
    }
  }

  @Override
  public int groupCount() {
    return scripts.groupCount();
  }

  @Override
  public Optional<GroupTargets> targets() {
    return Optional.empty();
  }

  @Override
  public Map<String, String> describe() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put(NAME, scripts.name());
    settings.put(TEXT, scripts.toText());
    return settings;
  }

  @Override
  public String label() {
    return "the scan script \"" + scripts.name() + "\"";
  }
}
