package io.pcr.writer.encode;

import static java.util.Objects.requireNonNull;

import io.pcr.codecs.internal.jpeg.TranscodeOptions;
import io.pcr.codecs.jpeg.MarkerPolicy;
import io.pcr.format.Limits;
import io.pcr.format.script.ScanScripts;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Settings that decide how image files become samples. Immutable and thread-safe. {@link #builder}
 * makes them, and {@link #toBuilder} changes them.
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
  public static final EncodeSettings DEFAULT = builder().build();

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

  /** A builder with the default options. */
  public static Builder builder() {
    return new Builder();
  }

  /** A builder with these options. */
  public Builder toBuilder() {
    Builder builder = new Builder();
    builder.scans = scans;
    builder.restore = restore;
    builder.markers = markers;
    builder.iccBytes = iccBytes;
    builder.nonJpeg = nonJpeg;
    builder.alpha = alpha;
    builder.damaged = damaged;
    builder.quality = quality;
    builder.encodeQuality = encodeQuality;
    builder.limits = limits;
    return builder;
  }

  /**
   * Builds {@link EncodeSettings}. Not thread-safe; a built value does not change with its builder.
   */
  public static final class Builder {
    private ScanChoice scans = TargetedScans.DEFAULT;
    private RestorePolicy restore = RestorePolicy.EXACT;
    private MarkerPolicy markers = MarkerPolicy.ESSENTIAL;
    private int iccBytes = TranscodeOptions.DEFAULT.essentialIccBytes();
    private NonJpegPolicy nonJpeg = NonJpegPolicy.STORE;
    private AlphaPolicy alpha = AlphaPolicy.STORE;
    private DamagedPolicy damaged = DamagedPolicy.CONVERT;
    private OptionalInt quality = OptionalInt.empty();
    private int encodeQuality = 95;
    private Limits limits = Limits.DEFAULT;

    private Builder() {}

    /** Sets {@link EncodeSettings#scans}. */
    public Builder scans(ScanChoice value) {
      scans = value;
      return this;
    }

    /** Gives all images the same scans. */
    public Builder scripts(ScanScripts value) {
      scans = new FixedScans(value);
      return this;
    }

    /** Sets {@link EncodeSettings#restore}. */
    public Builder restore(RestorePolicy value) {
      restore = value;
      return this;
    }

    /** Sets {@link EncodeSettings#markers}. */
    public Builder markers(MarkerPolicy value) {
      markers = value;
      return this;
    }

    /** Sets {@link EncodeSettings#iccBytes}. */
    public Builder iccBytes(int value) {
      iccBytes = value;
      return this;
    }

    /** Sets {@link EncodeSettings#nonJpeg}. */
    public Builder nonJpeg(NonJpegPolicy value) {
      nonJpeg = value;
      return this;
    }

    /** Sets {@link EncodeSettings#alpha}. */
    public Builder alpha(AlphaPolicy value) {
      alpha = value;
      return this;
    }

    /** Sets {@link EncodeSettings#damaged}. */
    public Builder damaged(DamagedPolicy value) {
      damaged = value;
      return this;
    }

    /** Sets {@link EncodeSettings#quality}. */
    public Builder quality(OptionalInt value) {
      quality = value;
      return this;
    }

    /** Sets {@link EncodeSettings#encodeQuality}. */
    public Builder encodeQuality(int value) {
      encodeQuality = value;
      return this;
    }

    /** Sets {@link EncodeSettings#limits}. */
    public Builder limits(Limits value) {
      limits = value;
      return this;
    }

    /** The options; an illegal value is an {@link IllegalArgumentException}. */
    public EncodeSettings build() {
      return new EncodeSettings(
          scans,
          restore,
          markers,
          iccBytes,
          nonJpeg,
          alpha,
          damaged,
          quality,
          encodeQuality,
          limits);
    }
  }
}
