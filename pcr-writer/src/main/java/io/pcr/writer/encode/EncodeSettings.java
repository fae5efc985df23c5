package io.pcr.writer.encode;

import static java.util.Objects.requireNonNull;

import io.pcr.codecs.jpeg.MarkerPolicy;
import io.pcr.codecs.jpeg.TranscodeOptions;
import io.pcr.format.Limits;
import io.pcr.format.script.ScanScripts;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Settings that decide how image files become samples. Immutable and thread-safe. Start with {@link
 * #DEFAULT} and change one setting with each {@code with} method.
 *
 * @param scans how the scans of a JPEG are spread over the groups; default {@link
 *     TargetedScans#DEFAULT}
 * @param restore whether originals can be restored; default {@link RestorePolicy#EXACT}
 * @param markers which markers a stored JPEG keeps; default {@link MarkerPolicy#ESSENTIAL}
 * @param iccBytes the size of the largest colour profile that {@link MarkerPolicy#ESSENTIAL} keeps,
 *     in bytes; default 1024
 * @param nonJpeg what the encoder does with images that it cannot transcode to a progressive JPEG;
 *     default {@link NonJpegPolicy#STORE}
 * @param alpha what the encoder does with transparent images that it must encode; default {@link
 *     AlphaPolicy#STORE}
 * @param damaged what the encoder does with damaged JPEGs; default {@link DamagedPolicy#CONVERT}
 * @param quality JPEGs above this quality are re-encoded to it; default: empty, no JPEG is
 *     re-encoded
 * @param encodeQuality the JPEG quality of images that are encoded from other formats; default 95
 * @param limits the limits for everything that is decoded; default {@link Limits#DEFAULT}
 */
public record EncodeSettings(
    ScanChoice scans,
    RestorePolicy restore,
    MarkerPolicy markers,
    int iccBytes,
    NonJpegPolicy nonJpeg,
    AlphaPolicy alpha,
    DamagedPolicy damaged,
    OptionalInt quality,
    int encodeQuality,
    Limits limits) {
  /** The default settings, which the parameters of this record list. */
  public static final EncodeSettings DEFAULT =
      new EncodeSettings(
          TargetedScans.DEFAULT,
          RestorePolicy.EXACT,
          MarkerPolicy.ESSENTIAL,
          TranscodeOptions.DEFAULT.essentialIccBytes(),
          NonJpegPolicy.STORE,
          AlphaPolicy.STORE,
          DamagedPolicy.CONVERT,
          OptionalInt.empty(),
          95,
          Limits.DEFAULT);

  private static final int MAX_QUALITY = 100;

  public EncodeSettings {
    requireNonNull(scans, "scans");
    requireNonNull(restore, "restore");
    requireNonNull(markers, "markers");
    requireNonNull(nonJpeg, "nonJpeg");
    requireNonNull(alpha, "alpha");
    requireNonNull(damaged, "damaged");
    requireNonNull(limits, "limits");
    requireQuality(quality.orElse(1));
    requireQuality(encodeQuality);
    if (iccBytes < 0) {
      throw new IllegalArgumentException("iccBytes " + iccBytes);
    }
  }

  private static void requireQuality(int quality) {
    if (quality < 1 || quality > MAX_QUALITY) {
      throw new IllegalArgumentException("quality " + quality + " is not in 1..100");
    }
  }

  /** These settings as names and values, in a fixed order. */
  public Map<String, String> describe() {
    Map<String, String> settings = new LinkedHashMap<>(scans.describe());
    settings.put("restore", restore.name());
    settings.put("markers", markers.name());
    settings.put("icc", Integer.toString(iccBytes));
    settings.put("non-jpeg", nonJpeg.name());
    settings.put("alpha", alpha.toString());
    settings.put("damaged", damaged.name());
    quality.ifPresent(value -> settings.put("quality", Integer.toString(value)));
    settings.put("encode-quality", Integer.toString(encodeQuality));
    return settings;
  }

  /** These settings with the same scans for all images of a colour class. */
  public EncodeSettings withScripts(ScanScripts value) {
    return withScans(new FixedScans(value));
  }

  /** These settings with other {@code scans}. */
  public EncodeSettings withScans(ScanChoice value) {
    return new EncodeSettings(
        value, restore, markers, iccBytes, nonJpeg, alpha, damaged, quality, encodeQuality, limits);
  }

  /** These settings with another {@code restore}. */
  public EncodeSettings withRestore(RestorePolicy value) {
    return new EncodeSettings(
        scans, value, markers, iccBytes, nonJpeg, alpha, damaged, quality, encodeQuality, limits);
  }

  /** These settings with other {@code markers}. */
  public EncodeSettings withMarkers(MarkerPolicy value) {
    return new EncodeSettings(
        scans, restore, value, iccBytes, nonJpeg, alpha, damaged, quality, encodeQuality, limits);
  }

  /** These settings with another {@code iccBytes}. */
  public EncodeSettings withIccBytes(int value) {
    return new EncodeSettings(
        scans, restore, markers, value, nonJpeg, alpha, damaged, quality, encodeQuality, limits);
  }

  /** These settings with another {@code nonJpeg}. */
  public EncodeSettings withNonJpeg(NonJpegPolicy value) {
    return new EncodeSettings(
        scans, restore, markers, iccBytes, value, alpha, damaged, quality, encodeQuality, limits);
  }

  /** These settings with another {@code alpha}. */
  public EncodeSettings withAlpha(AlphaPolicy value) {
    return new EncodeSettings(
        scans, restore, markers, iccBytes, nonJpeg, value, damaged, quality, encodeQuality, limits);
  }

  /** These settings with another {@code damaged}. */
  public EncodeSettings withDamaged(DamagedPolicy value) {
    return new EncodeSettings(
        scans, restore, markers, iccBytes, nonJpeg, alpha, value, quality, encodeQuality, limits);
  }

  /** These settings with another {@code quality}. */
  public EncodeSettings withQuality(OptionalInt value) {
    return new EncodeSettings(
        scans, restore, markers, iccBytes, nonJpeg, alpha, damaged, value, encodeQuality, limits);
  }

  /** These settings with another {@code encodeQuality}. */
  public EncodeSettings withEncodeQuality(int value) {
    return new EncodeSettings(
        scans, restore, markers, iccBytes, nonJpeg, alpha, damaged, quality, value, limits);
  }

  /** These settings with other {@code limits}. */
  public EncodeSettings withLimits(Limits value) {
    return new EncodeSettings(
        scans, restore, markers, iccBytes, nonJpeg, alpha, damaged, quality, encodeQuality, value);
  }
}
