package io.pcr.reader;

import static java.util.Objects.requireNonNull;

import io.pcr.format.Fidelity;
import io.pcr.format.error.PcrException;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.quality.Reconstruction;
import io.pcr.format.quality.ViewSize;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A fidelity as people write it: {@code 3} for groups 1 to 3, {@code full}, or a quality: {@code
 * msssim:.96}, {@code msssim:.98@224}, {@code msssim:.98@resize:256,crop:224}. The dataset decides
 * which groups a quality needs.
 *
 * <pre>{@code
 * Fidelity fidelity = FidelityRequest.parse("msssim:.96").in(dataset);
 * }</pre>
 *
 * <p>Immutable and thread-safe.
 */
public final class FidelityRequest {
  /** How fidelities are written, for help texts. */
  public static final String SYNTAX = "3 | full | msssim:.96 | msssim:.98@224";

  private static final String FULL_TEXT = "full";
  private static final Pattern GROUP = Pattern.compile("\\d{1,9}");
  private static final Pattern MS_SSIM =
      Pattern.compile("msssim:(\\d{0,3}\\.\\d{1,9}|\\d{1,3})(?:@(.*))?", Pattern.DOTALL);

  private final String text;
  private final int group;
  private final Optional<Quality> quality;

  private FidelityRequest(String text, int group, Optional<Quality> quality) {
    this.text = text;
    this.group = group;
    this.quality = quality;
  }

  /** All groups. */
  public static FidelityRequest full() {
    return new FidelityRequest(FULL_TEXT, 0, Optional.empty());
  }

  /**
   * Reads what a person wrote.
   *
   * @throws IllegalArgumentException when it is not a fidelity; the message says what is
   */
  public static FidelityRequest parse(String text) {
    requireNonNull(text, "text");
    if (text.equals(FULL_TEXT)) {
      return full();
    }
    if (GROUP.matcher(text).matches()) {
      return new FidelityRequest(text, Integer.parseInt(text), Optional.empty());
    }
    Matcher matcher = MS_SSIM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("fidelity \"" + text + "\" is not of the form " + SYNTAX);
    }
    ViewSize at = matcher.group(2) == null ? ViewSize.FULL : ViewSize.parse(matcher.group(2));
    Quality quality = Quality.msSsim(Double.parseDouble(matcher.group(1))).at(at);
    return new FidelityRequest(text, 0, Optional.of(quality));
  }

  /** The quality that is wanted; empty when a group or full fidelity is. */
  public Optional<Quality> quality() {
    return quality;
  }

  /**
   * What the request means for a dataset.
   *
   * @throws IllegalArgumentException when the dataset has no such group, or does not say which
   *     fidelity has the quality; the message names what the dataset has
   */
  public Fidelity in(PcrDataset dataset) throws IOException {
    return in(dataset, Reconstruction.PLAIN);
  }

  /**
   * What the request means for a dataset whose images are decoded with a reconstruction. Midpoint
   * reconstruction shows at least what plain reconstruction shows. So if the dataset has no figures
   * for it, those for plain reconstruction count.
   *
   * @throws IllegalArgumentException as {@link #in(PcrDataset)} does
   */
  public Fidelity in(PcrDataset dataset, Reconstruction decoded) throws IOException {
    if (quality.isPresent()) {
      return withQuality(dataset, quality.get(), decoded);
    }
    if (text.equals(FULL_TEXT)) {
      return Fidelity.FULL;
    }
    int groups = dataset.groupCount();
    if (group < 1 || group > groups) {
      throw new IllegalArgumentException(text + " is not in 1.." + groups);
    }
    return Fidelity.group(group);
  }

  private Fidelity withQuality(PcrDataset dataset, Quality wanted, Reconstruction decoded)
      throws IOException {
    try {
      return dataset.fidelityFor(wanted.of(decoded));
    } catch (PcrException.Unsupported e) {
      if (decoded != Reconstruction.PLAIN) {
        return withQuality(dataset, wanted, Reconstruction.PLAIN);
      }
      throw new IllegalArgumentException(text + ": " + problem(dataset), e);
    }
  }

  private static String problem(PcrDataset dataset) throws IOException {
    Optional<Manifest> manifest = dataset.manifest();
    String instead = "; give a group, 1 to " + dataset.groupCount() + ", or full";
    if (manifest.isEmpty()) {
      return dataset
          + " is a single shard; only the manifest of a dataset gives the quality of each"
          + " fidelity"
          + instead;
    }
    List<String> known = new ArrayList<>();
    manifest.get().targets().ifPresent(targets -> known.add("targets of " + targets.measure()));
    manifest.get().quality().forEach(curve -> known.add("a measured curve of " + curve.measure()));
    return dataset
        + " has "
        + (known.isEmpty() ? "no measured curve" : "only " + String.join(", ", known))
        + ", and 'pcr quality' measures one"
        + instead;
  }

  /** As it was written. */
  @Override
  public String toString() {
    return text;
  }
}
