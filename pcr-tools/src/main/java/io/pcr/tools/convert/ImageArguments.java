package io.pcr.tools.convert;

import io.pcr.codecs.jpeg.MarkerPolicy;
import io.pcr.format.quality.GroupTargets;
import io.pcr.format.shard.ShardVariant;
import io.pcr.tools.UsageException;
import io.pcr.tools.terminal.ByteSize;
import io.pcr.writer.encode.AlphaPolicy;
import io.pcr.writer.encode.DamagedPolicy;
import io.pcr.writer.encode.EncodeSettings;
import io.pcr.writer.encode.NonJpegPolicy;
import io.pcr.writer.encode.RestorePolicy;
import io.pcr.writer.encode.TargetedScans;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options that say how images become samples. */
final class ImageArguments {
  @Mixin private ScanArguments scans;

  @Option(
      names = "--quality",
      paramLabel = "1..100",
      description =
          "Encode JPEGs above this quality again, at this quality; others stay as they are."
              + " Originals are then kept only if --restore says so. Default: no JPEG is encoded"
              + " again.")
  private Integer quality;

  @Option(
      names = "--restore",
      paramLabel = "POLICY",
      description =
          "exact (the default): every original can be restored byte for byte; an original"
              + " that no recipe can rebuild, such as a damaged file, is stored as a copy."
              + " best-effort: an original is kept only if that costs less than a tenth of its"
              + " size; the others cannot be restored. none (the default with --quality): no"
              + " original is kept.")
  private String restore;

  @Option(
      names = "--markers",
      paramLabel = "WHICH",
      description =
          "Which markers stored images have: essential (the default: orientation, and colour"
              + " profiles up to the size that --icc gives), all, none.")
  private MarkerPolicy markers;

  @Option(
      names = "--icc",
      paramLabel = "BYTES|all|none",
      description =
          "With --markers=essential: the largest colour profile that stored images keep;"
              + " default 1024, which keeps profiles of cameras and leaves out sRGB profiles of 3"
              + " kB. The summary counts what is left out, and 'pcr restore' restores it.")
  private String icc;

  @Option(
      names = "--non-jpeg",
      paramLabel = "POLICY",
      description =
          "What to do with images that are not JPEGs. store (the default): store them as they"
              + " are; encode: encode PNG, WebP, BMP and PNM as JPEG, with orientation and colour"
              + " profile; reject: reject them. With encode, images of more than one frame are"
              + " still stored as they are, and so are GIF, TIFF, AVIF, HEIC, JPEG 2000, JPEG XL,"
              + " ICO and TGA, which pcr does not decode. Liquid shards leave out images that pcr"
              + " does not decode.")
  private NonJpegPolicy nonJpeg;

  @Option(
      names = "--alpha",
      paramLabel = "store|blend:RRGGBB",
      description =
          "With --non-jpeg=encode, what to do with images that have a transparent pixel."
              + " store (the default): store them as they are; blend: blend them over a colour, as"
              + " in blend:FFFFFF, and encode them.")
  private String alpha;

  @Option(
      names = "--encode-quality",
      paramLabel = "1..100",
      description = "JPEG quality of images that are encoded from other formats; default 95.")
  private Integer encodeQuality;

  @Option(
      names = "--damaged",
      paramLabel = "POLICY",
      description =
          "What to do with JPEGs that decode with a warning: convert (the default), store as"
              + " they are, reject. Images that do not decode are rejected, unless this is store. A"
              + " JPEG that decodes, but has coefficients that are too large for its scans, is"
              + " always stored as it is.")
  private DamagedPolicy damaged;

  @Option(
      names = "--max-pixels",
      paramLabel = "N",
      description = "Images with more pixels are not decoded but stored as they are; default 64M.",
      converter = ByteSize.class)
  private Long maxPixels;

  /**
   * How images become samples of a variant.
   *
   * @param made how the dataset was made that is added to
   * @param stated its targets, if it states any
   */
  EncodeSettings settings(ShardVariant variant, RecordedOptions made, Optional<GroupTargets> stated)
      throws IOException {
    EncodeSettings settings = settings(made, stated);
    return switch (variant) {
      case PCR -> settings;
      case LIQUID -> wholeImages(settings);
      case TFRECORD -> filesAsTheyAre(settings);
    };
  }

  /** What a dataset was made with counts only as far as it makes sense for the variant. */
  private EncodeSettings filesAsTheyAre(EncodeSettings settings) {
    if (scans.isGiven()
        || quality != null
        || restore != null
        || markers != null
        || icc != null
        || alpha != null
        || encodeQuality != null
        || nonJpeg == NonJpegPolicy.ENCODE) {
      throw new UsageException(
          "TFRecord shards hold image files as they are: --script, --groups-by, --targets,"
              + " --prefer, --quality, --restore, --markers, --icc, --alpha, --encode-quality and"
              + " --non-jpeg=encode cannot be used with --variant=tfrecord");
    }
    return withoutReencoding(settings);
  }

  /** As {@link #filesAsTheyAre}; but images do change their format, and originals can be kept. */
  private EncodeSettings wholeImages(EncodeSettings settings) {
    if (scans.isGiven()
        || quality != null
        || markers != null
        || alpha != null
        || nonJpeg == NonJpegPolicy.ENCODE) {
      throw new UsageException(
          "Liquid shards hold images in the formats of their mix: --script, --groups-by,"
              + " --targets, --prefer, --quality, --markers, --alpha and --non-jpeg=encode cannot"
              + " be used with --variant=liquid");
    }
    return withoutReencoding(settings);
  }

  private static EncodeSettings withoutReencoding(EncodeSettings settings) {
    return settings.toBuilder()
        .quality(OptionalInt.empty())
        .nonJpeg(
            settings.nonJpeg() == NonJpegPolicy.ENCODE ? NonJpegPolicy.STORE : settings.nonJpeg())
        .build();
  }

  private EncodeSettings settings(RecordedOptions made, Optional<GroupTargets> stated)
      throws IOException {
    EncodeSettings before = EncodeSettings.DEFAULT;
    OptionalInt wanted = quality != null ? OptionalInt.of(quality) : made.number("quality");
    int encoded = made.number("encode-quality").orElse(before.encodeQuality());
    EncodeSettings settings =
        before.toBuilder()
            .scans(scans.choice(made.all(), stated, TargetedScans.DEFAULT.stated()))
            .quality(wanted)
            .restore(restore(made, wanted.isPresent() ? RestorePolicy.NONE : before.restore()))
            .markers(made.unless(markers, MarkerPolicy.class, "markers", before.markers()))
            .iccBytes(iccBytes(made, before.iccBytes()))
            .alpha(alpha(made, before.alpha()))
            .nonJpeg(made.unless(nonJpeg, NonJpegPolicy.class, "non-jpeg", before.nonJpeg()))
            .damaged(made.unless(damaged, DamagedPolicy.class, "damaged", before.damaged()))
            .encodeQuality(encodeQuality != null ? encodeQuality : encoded)
            .limits(maxPixels == null ? before.limits() : before.limits().withPixels(maxPixels))
            .build();
    requireMeaning(settings);
    return settings;
  }

  /** An option that changes nothing was meant otherwise. */
  private void requireMeaning(EncodeSettings settings) {
    if (icc != null && settings.markers() != MarkerPolicy.ESSENTIAL) {
      throw new UsageException("--icc is for --markers=essential");
    }
    if (alpha != null
        && settings.alpha().background().isPresent()
        && settings.nonJpeg() != NonJpegPolicy.ENCODE) {
      throw new UsageException(
          "--alpha="
              + settings.alpha()
              + " is for --non-jpeg=encode; else transparent images are stored as they are");
    }
  }

  private int iccBytes(RecordedOptions made, int otherwise) {
    if (icc == null) {
      return made.number("icc").orElse(otherwise);
    }
    if (icc.equalsIgnoreCase("all")) {
      return Integer.MAX_VALUE;
    }
    if (icc.equalsIgnoreCase("none")) {
      return 0;
    }
    try {
      return Math.toIntExact(Math.min(Integer.MAX_VALUE, new ByteSize().convert(icc)));
    } catch (TypeConversionException e) {
      throw new UsageException("--icc " + icc + " is not a number of bytes, all or none");
    }
  }

  private AlphaPolicy alpha(RecordedOptions made, AlphaPolicy otherwise) {
    try {
      return AlphaPolicy.parse(
          alpha == null ? made.text("alpha").orElse(otherwise.toString()) : alpha);
    } catch (IllegalArgumentException e) {
      if (alpha == null) {
        return otherwise;
      }
      throw new UsageException("--alpha " + e.getMessage());
    }
  }

  private RestorePolicy restore(RecordedOptions made, RestorePolicy otherwise) {
    if (restore == null) {
      return quality != null
          ? otherwise
          : made.unless(null, RestorePolicy.class, "restore", otherwise);
    }
    try {
      return RestorePolicy.valueOf(restore.toUpperCase(Locale.ROOT).replace('-', '_'));
    } catch (IllegalArgumentException e) {
      throw new UsageException("--restore " + restore + " is not exact, best-effort or none");
    }
  }
}
