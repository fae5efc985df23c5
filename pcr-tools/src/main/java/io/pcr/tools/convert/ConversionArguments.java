package io.pcr.tools.convert;

import io.pcr.codecs.jpeg.MarkerPolicy;
import io.pcr.format.quality.GroupTargets;
import io.pcr.tools.UsageException;
import io.pcr.tools.terminal.ByteSize;
import io.pcr.writer.convert.ConversionOptions;
import io.pcr.writer.convert.SampleOrder;
import io.pcr.writer.encode.AlphaPolicy;
import io.pcr.writer.encode.DamagedPolicy;
import io.pcr.writer.encode.EncodeSettings;
import io.pcr.writer.encode.NonJpegPolicy;
import io.pcr.writer.encode.RestorePolicy;
import io.pcr.writer.encode.TargetedScans;
import io.pcr.writer.shard.ShardLimits;
import io.pcr.writer.shard.VariantOptions;
import io.pcr.writer.source.FileColumn;
import io.pcr.writer.source.FolderSourceOptions;
import io.pcr.writer.source.KeyFilter;
import io.pcr.writer.source.LabelType;
import io.pcr.writer.source.SourceOptions;
import io.pcr.writer.source.kind.SourceKind;
import io.pcr.writer.source.kind.UnclearSourceException;
import io.pcr.writer.source.tfrecord.TfRecordSourceOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/**
 * The options that {@code convert} and {@code append} share. Those not given follow the dataset
 * that is added to.
 */
final class ConversionArguments {
  /** What to do at the first input that does not get in. */
  enum OnError {
    REJECT,
    FAIL
  }

  private enum Order {
    SHUFFLE,
    SOURCE
  }

  @Option(
      names = "--from",
      paramLabel = "KIND",
      description =
          "What SRC is: folder of images; tar or tfrecord (one file, or a folder of them); "
              + "reference-pcr. Default: found out from SRC itself.")
  private SourceKind from;

  @Option(
      names = "--feature",
      paramLabel = "ROLE=NAME",
      description =
          "Of TFRecords: the feature that holds the image, label, class or key; by default those "
              + "of TF-slim, such as image/encoded. Other features become columns.")
  private List<String> features = new ArrayList<>();

  @Mixin private VariantArguments variants;

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

  @Option(
      names = "--shard-size",
      paramLabel = "SIZE",
      description = "Bytes of a shard; default 128MiB.",
      converter = ByteSize.class)
  private Long shardSize;

  @Option(
      names = "--shard-samples",
      paramLabel = "N",
      description = "Most samples of a shard; default 1024.")
  private Integer shardSamples;

  @Option(names = "--order", paramLabel = "ORDER", description = "shuffle (the default) or source.")
  private Order order;

  @Option(names = "--seed", paramLabel = "N", description = "Seed of the shuffle; default 0.")
  private Long seed;

  @Option(
      names = "--labels",
      paramLabel = "CSV",
      description =
          "File with the columns path, label and any others, one row an image; paths are those in"
              + " SRC. An empty label is none. Default: labels are the first folders of the paths.")
  private Path labels;

  @Option(
      names = "--label-type",
      paramLabel = "TYPE",
      description =
          "What the column label holds: auto (the default): integers or names, a mixture is an"
              + " error; numbers; names, which are numbered in order.")
  private LabelType labelType;

  @Option(
      names = "--include",
      paramLabel = "GLOB",
      description =
          "Of a folder of images, take only files whose path in it matches: * is anything but /, **"
              + " anything, ? one character but /, as in '**.jpg'. Repeatable; default: all files.")
  private List<String> include = new ArrayList<>();

  @Option(
      names = "--exclude",
      paramLabel = "GLOB",
      description =
          "Leave out files whose path matches, as in 'old/**'. Repeatable, before --include;"
              + " default: none.")
  private List<String> exclude = new ArrayList<>();

  @Option(
      names = "--column",
      paramLabel = "NAME[:PLACE][:TYPE]=PATTERN",
      description =
          "Column of files beside the images, as in mask=masks/{stem}.png; {stem} is the image's "
              + "path without extension, {dir} and {name} its parts. PLACE: late (the default), "
              + "early, inline. TYPE: bytes (the default), string.")
  private List<String> columns = new ArrayList<>();

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads that encode; default: one for each core.")
  private Integer threads;

  @Option(
      names = "--on-error",
      paramLabel = "POLICY",
      description = "reject (the default): go on and list it; fail: stop.",
      defaultValue = "REJECT")
  private OnError onError;

  /**
   * The options of a conversion.
   *
   * @param made the creation options of the dataset that is added to; empty for a new one
   * @param stated its targets, if it states any
   */
  ConversionOptions options(
      Path source, Path out, Map<String, String> made, Optional<GroupTargets> stated)
      throws IOException {
    VariantOptions variant = variants.options(made, seed == null ? 0 : seed);
    EncodeSettings settings = settings(made, stated);
    ConversionOptions options =
        ConversionOptions.builder(sourceOptions(source), out)
            .variant(variant)
            .encode(
                switch (variant.variant()) {
                  case PCR -> settings;
                  case LIQUID -> wholeImages(settings);
                  case TFRECORD -> filesAsTheyAre(settings);
                })
            .shards(shards(made))
            .order(order(made))
            .stopAtReject(onError == OnError.FAIL)
            .build();
    return threads == null ? options : options.toBuilder().threads(threads).build();
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

  private SourceOptions sourceOptions(Path source) throws IOException {
    SourceKind kind = from == null ? kindOf(source) : from;
    if (kind != SourceKind.TFRECORD && !features.isEmpty()) {
      throw new UsageException("--feature is for TFRecords, not for " + kind);
    }
    if (kind == SourceKind.FOLDER) {
      if (labels == null && labelType != null && labelType != LabelType.AUTO) {
        throw new UsageException("--label-type says what --labels holds, and there is no --labels");
      }
      return FolderSourceOptions.of(source)
          .withLabelsFile(Optional.ofNullable(labels))
          .withLabelType(labelType == null ? LabelType.AUTO : labelType)
          .withFilter(new KeyFilter(include, exclude))
          .withFileColumns(columns.stream().map(FileColumn::parse).toList());
    }
    if (labels != null || labelType != null || !columns.isEmpty()) {
      throw new UsageException(
          "--labels, --label-type and --column are for a folder of images, not for " + kind);
    }
    if (!include.isEmpty() || !exclude.isEmpty()) {
      throw new UsageException(
          "--include and --exclude are for a folder of images, not for " + kind);
    }
    return kind == SourceKind.TFRECORD
        ? TfRecordSourceOptions.of(source).withNames(FeatureArgument.names(features))
        : kind.options(source);
  }

  private static SourceKind kindOf(Path source) throws IOException {
    try {
      return SourceKind.of(source);
    } catch (UnclearSourceException e) {
      String advice =
          switch (e.reason()) {
            case DATASET -> "'pcr extract' gives images that can be converted again";
            case UNKNOWN -> "if it is damaged, say what it was with --from";
            case MIXED -> "say with --from what to take, the rest is then listed as left out";
            case ARCHIVES_BELOW ->
                "'pcr convert' takes one folder of them, 'pcr append' adds the next";
          };
      throw new UsageException(e.getMessage() + "; " + advice);
    }
  }

  private EncodeSettings settings(Map<String, String> made, Optional<GroupTargets> stated)
      throws IOException {
    EncodeSettings settings = EncodeSettings.DEFAULT;
    settings =
        settings.toBuilder()
            .scans(scans.choice(made, stated, TargetedScans.DEFAULT.stated()))
            .build();
    OptionalInt wantedQuality =
        quality != null ? OptionalInt.of(quality) : recordedInt(made, "quality");
    RestorePolicy restoreDefault =
        wantedQuality.isPresent() ? RestorePolicy.NONE : settings.restore();
    settings =
        settings.toBuilder()
            .quality(wantedQuality)
            .restore(restore(made, restoreDefault))
            .markers(choose(markers, MarkerPolicy.class, made, "markers", settings.markers()))
            .iccBytes(iccBytes(made, settings.iccBytes()))
            .alpha(alpha(made, settings.alpha()))
            .nonJpeg(choose(nonJpeg, NonJpegPolicy.class, made, "non-jpeg", settings.nonJpeg()))
            .damaged(choose(damaged, DamagedPolicy.class, made, "damaged", settings.damaged()))
            .encodeQuality(
                encodeQuality != null
                    ? encodeQuality
                    : recordedInt(made, "encode-quality").orElse(settings.encodeQuality()))
            .build();
    requireMeaning(settings);
    return maxPixels == null
        ? settings
        : settings.toBuilder().limits(settings.limits().withPixels(maxPixels)).build();
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

  private int iccBytes(Map<String, String> made, int otherwise) {
    if (icc == null) {
      return recordedInt(made, "icc").orElse(otherwise);
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

  private AlphaPolicy alpha(Map<String, String> made, AlphaPolicy otherwise) {
    try {
      return AlphaPolicy.parse(
          alpha == null ? made.getOrDefault("alpha", otherwise.toString()) : alpha);
    } catch (IllegalArgumentException e) {
      if (alpha == null) {
        return otherwise;
      }
      throw new UsageException("--alpha " + e.getMessage());
    }
  }

  private RestorePolicy restore(Map<String, String> made, RestorePolicy otherwise) {
    if (restore == null) {
      return quality != null
          ? otherwise
          : recorded(RestorePolicy.class, made, "restore", otherwise);
    }
    try {
      return RestorePolicy.valueOf(restore.toUpperCase(Locale.ROOT).replace('-', '_'));
    } catch (IllegalArgumentException e) {
      throw new UsageException("--restore " + restore + " is none of exact, best-effort, none");
    }
  }

  private ShardLimits shards(Map<String, String> made) {
    long bytes =
        shardSize != null
            ? shardSize
            : recordedLong(made, "shard-size", ShardLimits.DEFAULT.bytes());
    int samples =
        shardSamples != null
            ? shardSamples
            : recordedInt(made, "shard-samples").orElse(ShardLimits.DEFAULT.samples());
    return new ShardLimits(bytes, samples);
  }

  private SampleOrder order(Map<String, String> made) {
    boolean recordedSource = SampleOrder.SOURCE.toString().equals(made.get("order"));
    boolean source = order == null ? recordedSource && seed == null : order == Order.SOURCE;
    if (source && seed != null) {
      throw new UsageException("--seed has no meaning with --order=source");
    }
    return source ? SampleOrder.SOURCE : SampleOrder.shuffled(seed == null ? 0 : seed);
  }

  private static <E extends Enum<E>> E choose(
      E given, Class<E> type, Map<String, String> made, String name, E otherwise) {
    return given != null ? given : recorded(type, made, name, otherwise);
  }

  /**
   * What a dataset says of its making is text that anybody may have written: what makes no sense is
   * passed over.
   */
  private static <E extends Enum<E>> E recorded(
      Class<E> type, Map<String, String> made, String name, E otherwise) {
    for (E value : type.getEnumConstants()) {
      if (value.name().equals(made.get(name))) {
        return value;
      }
    }
    return otherwise;
  }

  private static OptionalInt recordedInt(Map<String, String> made, String name) {
    long value = recordedLong(made, name, -1);
    return value < 0 || value > Integer.MAX_VALUE
        ? OptionalInt.empty()
        : OptionalInt.of((int) value);
  }

  private static long recordedLong(Map<String, String> made, String name, long otherwise) {
    try {
      return Long.parseLong(made.getOrDefault(name, ""));
    } catch (NumberFormatException e) {
      return otherwise;
    }
  }
}
