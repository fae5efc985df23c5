package io.pcr.writer.encode;

import static java.util.Objects.requireNonNull;

import io.pcr.codecs.jpeg.MarkerPolicy;
import io.pcr.format.Limits;
import io.pcr.format.script.ScanScripts;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;

/**
 * How image files become samples. Immutable; {@link #DEFAULT} and the withers make others.
 *
 * @param scripts the scan scripts; those named {@code default}
 * @param restore whether originals can be given back; {@link RestorePolicy#EXACT}
 * @param markers which markers a stored JPEG keeps; {@link MarkerPolicy#ESSENTIAL}
 * @param nonJpeg what becomes of images that are no JPEG; {@link NonJpegPolicy#STORE}
 * @param damaged what becomes of damaged JPEGs; {@link DamagedPolicy#CONVERT}
 * @param quality re-encode everything above this quality to it; empty, nothing is re-encoded
 * @param encodeQuality the quality of images encoded from other formats; 95
 * @param limits on what is decoded
 */
public record EncodeSettings(
    ScanScripts scripts,
    RestorePolicy restore,
    MarkerPolicy markers,
    NonJpegPolicy nonJpeg,
    DamagedPolicy damaged,
    OptionalInt quality,
    int encodeQuality,
    Limits limits) {
  /** All defaults. */
  public static final EncodeSettings DEFAULT =
      new EncodeSettings(
          ScanScripts.named(ScanScripts.DEFAULT),
          RestorePolicy.EXACT,
          MarkerPolicy.ESSENTIAL,
          NonJpegPolicy.STORE,
          DamagedPolicy.CONVERT,
          OptionalInt.empty(),
          95,
          Limits.DEFAULT);

  private static final int MAX_QUALITY = 100;

  public EncodeSettings {
    requireNonNull(scripts, "scripts");
    requireNonNull(restore, "restore");
    requireNonNull(markers, "markers");
    requireNonNull(nonJpeg, "nonJpeg");
    requireNonNull(damaged, "damaged");
    requireNonNull(limits, "limits");
    requireQuality(quality.orElse(1));
    requireQuality(encodeQuality);
  }

  private static void requireQuality(int quality) {
    if (quality < 1 || quality > MAX_QUALITY) {
      throw new IllegalArgumentException("quality " + quality + " is not in 1..100");
    }
  }

  /** As names and values, in a fixed order; the scripts by their name. */
  public Map<String, String> describe() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("script", scripts.name());
    settings.put("restore", restore.name());
    settings.put("markers", markers.name());
    settings.put("non-jpeg", nonJpeg.name());
    settings.put("damaged", damaged.name());
    quality.ifPresent(value -> settings.put("quality", Integer.toString(value)));
    settings.put("encode-quality", Integer.toString(encodeQuality));
    return settings;
  }

  /** These settings with other scripts. */
  public EncodeSettings withScripts(ScanScripts value) {
    return new EncodeSettings(
        value, restore, markers, nonJpeg, damaged, quality, encodeQuality, limits);
  }

  /** These settings with another {@code restore}. */
  public EncodeSettings withRestore(RestorePolicy value) {
    return new EncodeSettings(
        scripts, value, markers, nonJpeg, damaged, quality, encodeQuality, limits);
  }

  /** These settings with other {@code markers}. */
  public EncodeSettings withMarkers(MarkerPolicy value) {
    return new EncodeSettings(
        scripts, restore, value, nonJpeg, damaged, quality, encodeQuality, limits);
  }

  /** These settings with another {@code nonJpeg}. */
  public EncodeSettings withNonJpeg(NonJpegPolicy value) {
    return new EncodeSettings(
        scripts, restore, markers, value, damaged, quality, encodeQuality, limits);
  }

  /** These settings with another {@code damaged}. */
  public EncodeSettings withDamaged(DamagedPolicy value) {
    return new EncodeSettings(
        scripts, restore, markers, nonJpeg, value, quality, encodeQuality, limits);
  }

  /** These settings with another {@code quality}. */
  public EncodeSettings withQuality(OptionalInt value) {
    return new EncodeSettings(
        scripts, restore, markers, nonJpeg, damaged, value, encodeQuality, limits);
  }

  /** These settings with another {@code encodeQuality}. */
  public EncodeSettings withEncodeQuality(int value) {
    return new EncodeSettings(scripts, restore, markers, nonJpeg, damaged, quality, value, limits);
  }

  /** These settings with other {@code limits}. */
  public EncodeSettings withLimits(Limits value) {
    return new EncodeSettings(
        scripts, restore, markers, nonJpeg, damaged, quality, encodeQuality, value);
  }
}
