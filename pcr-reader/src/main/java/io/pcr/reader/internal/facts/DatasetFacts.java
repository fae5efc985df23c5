package io.pcr.reader.internal.facts;

import io.pcr.format.ColorClass;
import io.pcr.format.column.ColumnSpec;
import io.pcr.format.internal.text.Units;
import io.pcr.format.manifest.MeasuredCurve;
import io.pcr.format.manifest.QualityPoint;
import io.pcr.format.manifest.ShardPart;
import io.pcr.format.media.MediaType;
import io.pcr.format.metadata.Encoding;
import io.pcr.format.quality.GroupTargets;
import io.pcr.format.quality.QualityMeasure;
import io.pcr.reader.find.DatasetFiles;
import io.pcr.reader.internal.find.ShardFinder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * What a dataset or a single shard holds, added up over its shards. Immutable.
 *
 * @param name the last name of the path
 * @param identity what only a manifest says; empty for a shard by itself
 * @param shards in the order of the dataset
 * @param groups from group 1 on
 * @param targets what the groups were chosen to show, if that is stated
 * @param metadataBytes heads, region tables and metadata
 * @param columnBytes values of columns that have a region of their own
 * @param restoreBytes what originals are rebuilt from
 * @param restorable samples whose original can be given back byte for byte
 * @param sourceBytes of all originals
 * @param formats what samples are stored as, the most frequent first
 * @param classes by label
 * @param columns of the first shard
 * @param sizes bytes per stored sample
 * @param sides longer side in pixels, of samples that say
 * @param faults what is wrong as far as it shows without reading samples, in the order of the
 *     shards; a shard that cannot be opened is here and in nothing else
 */
public record DatasetFacts(
    String name,
    Optional<Identity> identity,
    List<ShardFacts> shards,
    List<GroupFacts> groups,
    Optional<GroupTargets> targets,
    long metadataBytes,
    long columnBytes,
    long restoreBytes,
    long restorable,
    long sourceBytes,
    List<FormatFacts> formats,
    ClassFacts classes,
    List<ColumnSpec> columns,
    Range sizes,
    Range sides,
    List<Fault> faults) {
  /** For {@link #variant}: shards are of several variants. */
  public static final String MIXED = "mixed";

  /** For {@link #variant}: there are no shards. */
  public static final String EMPTY = "empty";

  /** For {@link #variant}: no shard can be read. */
  public static final String UNKNOWN = "unknown";

  private static final String PROGRESSIVE = "pcr";

  public DatasetFacts {
    shards = List.copyOf(shards);
    groups = List.copyOf(groups);
    formats = List.copyOf(formats);
    columns = List.copyOf(columns);
    faults = List.copyOf(faults);
  }

  /** Samples in all shards. */
  public long samples() {
    return shards.stream().mapToLong(ShardFacts::samples).sum();
  }

  /** Samples of Liquid and TFRecord shards: every fidelity reads them whole. */
  public long wholeSamples() {
    return shards.stream()
        .filter(shard -> !shard.variant().equals(PROGRESSIVE))
        .mapToLong(ShardFacts::samples)
        .sum();
  }

  /** Bytes of all shards. */
  public long bytes() {
    return shards.stream().mapToLong(ShardFacts::bytes).sum();
  }

  /**
   * {@code pcr}, {@code liquid}, {@code tfrecord}, {@link #MIXED}, {@link #EMPTY}; {@link #UNKNOWN}
   * when no shard can be read.
   */
  public String variant() {
    List<String> variants = shards.stream().map(ShardFacts::variant).distinct().toList();
    if (variants.isEmpty()) {
      return faults.isEmpty() ? EMPTY : UNKNOWN;
    }
    return variants.size() == 1 ? variants.get(0) : MIXED;
  }

  /**
   * What only a manifest says.
   *
   * @param quality what fidelities show; empty when it was not measured
   */
  public record Identity(
      UUID uuid, long generation, Map<String, String> options, List<MeasuredCurve> quality) {
    public Identity {
      options = Map.copyOf(options);
      quality = List.copyOf(quality);
    }

    /** What fidelities show at full size in any decoder, by group; empty when not measured. */
    public List<QualityPoint> plainQuality() {
      return quality.stream()
          .filter(curve -> curve.measure().equals(QualityMeasure.MS_SSIM))
          .findFirst()
          .map(MeasuredCurve::points)
          .orElse(List.of());
    }
  }

  /** Something that is wrong with a shard or a part of the manifest, and what it costs. */
  public record Fault(String shard, String problem) {
    /** The parts of the manifest whose shards are left out. */
    public static List<Fault> ofLostParts(DatasetFiles files) {
      return files.lostParts().entrySet().stream()
          .map(lost -> ofLostPart(lost.getKey(), lost.getValue()))
          .toList();
    }

    private static Fault ofLostPart(ShardPart part, IOException e) {
      String why = ShardFinder.isMissing(e) ? "the file is missing" : e.getMessage();
      String lost =
          Units.count(part.sampleCount(), "sample")
              + " in "
              + Units.count(part.shardCount(), "shard");
      return new Fault(part.name(), why + "; not counted: " + lost);
    }
  }

  /** A file of the dataset. */
  public record ShardFacts(String name, String variant, long samples, long bytes) {}

  /**
   * A scan group of all shards together.
   *
   * @param bytes of the group's regions
   * @param prefixLength of all shards: what reading them at this fidelity reads
   */
  public record GroupFacts(int group, long bytes, long prefixLength) {}

  /** An encoding and colour class that samples have. */
  public record FormatFacts(Encoding encoding, ColorClass colorClass, long samples, long bytes) {
    /** The encoding that a file stored whole would have in a Liquid shard; else opaque. */
    public static Encoding encodingOf(ByteBuffer file) {
      return MediaType.sniff(file).flatMap(Encoding::ofFile).orElse(Encoding.OPAQUE);
    }

    /** {@code progressive jpeg, ycbcr}. */
    public String label() {
      String label = encoding.name().toLowerCase(Locale.ROOT).replace('_', ' ');
      return colorClass == ColorClass.OPAQUE ? label : label + ", " + colorClass.label();
    }
  }

  /**
   * The labels of the samples.
   *
   * @param count of different labels
   * @param unlabelled samples without a label
   * @param largest labels, the most frequent first, not all of them when there are many
   * @param fewest samples of a label
   * @param most samples of a label
   */
  public record ClassFacts(
      long count, long unlabelled, List<LabelFacts> largest, long fewest, long most) {
    public ClassFacts {
      largest = List.copyOf(largest);
    }
  }

  /** A label, its name where the manifest gives one, and its samples. */
  public record LabelFacts(long label, Optional<String> name, long samples, long bytes) {}

  /** How a number is spread over the samples. */
  public record Range(OptionalLong smallest, OptionalLong largest, long sum, Histogram histogram) {}
}
