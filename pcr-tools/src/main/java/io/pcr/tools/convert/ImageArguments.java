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
          "Re-encode what is above this JPEG quality; what is at or under it is kept as it is."
              + " Originals are then not kept unless --restore says so. Default: none is"
              + " re-encoded.")
  private Integer quality;

  @Option(
      names = "--restore",
      paramLabel = "POLICY",
      description =
          "exact (the default): every original can be given back byte for byte; what no recipe"
              + " rebuilds is kept whole, such as damaged files. best-effort: an original is kept"
              + " only where that costs less than a tenth of it, the others cannot be given back."
              + " none: no original is kept (the default with --quality).")
  private String restore;

  @Option(
      names = "--markers",
      paramLabel = "WHICH",
      description =
          "Markers in stored images: essential (the default: orientation, and colour profiles of at"
              + " most the bytes that --icc says), all, none.")
  private MarkerPolicy markers;

  @Option(
      names = "--icc",
      paramLabel = "BYTES|all|none",
      description =
          "Colour profiles of more bytes are left out of stored images; default 1024, which keeps"
              + " those of cameras and drops the 3 kB that say sRGB. Those left out are counted,"
              + " and 'pcr restore' gives them back. With --markers=essential.")
  private String icc;

  @Option(
      names = "--non-jpeg",
      paramLabel = "POLICY",
      description =
          "Images that are no JPEG: store (the default) as they are, encode as JPEG (PNG, WebP,"
              + " BMP, PNM, with orientation and colour profile), reject. Stored as they are"
              + " whatever is said, but for reject: GIF, TIFF, AVIF, HEIC, JPEG 2000, JPEG XL, ICO,"
              + " TGA, which are not decoded, and what has more than one frame. Liquid shards leave"
              + " out what is not decoded.")
  private NonJpegPolicy nonJpeg;

  @Option(
      names = "--alpha",
      paramLabel = "store|blend:RRGGBB",
      description =
          "With --non-jpeg=encode, images of which a pixel is transparent: store (the default) as "
              + "they are, or blend over a colour, as in blend:FFFFFF, and encode.")
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
          "JPEGs that decode with a warning: convert (the default), store as they are, reject. A"
              + " JPEG that decodes, and that no progressive scan can code, is stored as it is,"
              + " whatever the script. What does not decode is rejected; store also stores what no"
              + " decoder decodes.")
  private DamagedPolicy damaged;

  @Option(
      names = "--max-pixels",
      paramLabel = "N",
      description = "Larger images are not decoded but stored as they are; default 64M.",
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
              + " --non-jpeg=encode have no meaning with --variant=tfrecord");
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
          "Liquid shards hold whole images in the formats of their mix: --script, --groups-by,"
              + " --targets, --prefer, --quality, --markers, --alpha and --non-jpeg=encode have no"
              + " meaning with --variant=liquid");
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
      throw new UsageException("--icc " + icc + " is none of a number of bytes, all, none");
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
      throw new UsageException("--restore " + restore + " is none of exact, best-effort, none");
    }
  }
}
