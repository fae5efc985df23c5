package io.pcr.tools.inspect;

import io.pcr.format.ColorClass;
import io.pcr.format.column.ColumnSpec;
import io.pcr.format.metadata.Encoding;
import io.pcr.format.script.ScanScripts;
import io.pcr.tools.report.Histogram;
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
 * @param scripts of the progressive samples
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
record DatasetFacts(
    String name,
    Optional<Identity> identity,
    List<ShardFacts> shards,
    List<GroupFacts> groups,
    Optional<ScanScripts> scripts,
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
  static final String MIXED = "mixed";
  private static final String PROGRESSIVE = "pcr";
  static final String EMPTY = "empty";
  static final String UNKNOWN = "unknown";

  DatasetFacts {
    shards = List.copyOf(shards);
    groups = List.copyOf(groups);
    formats = List.copyOf(formats);
    columns = List.copyOf(columns);
    faults = List.copyOf(faults);
  }

  /** Samples in all shards. */
  long samples() {
    return shards.stream().mapToLong(ShardFacts::samples).sum();
  }

  /** Samples of Liquid and TFRecord shards: every fidelity reads them whole. */
  long wholeSamples() {
    return shards.stream()
        .filter(shard -> !shard.variant().equals(PROGRESSIVE))
        .mapToLong(ShardFacts::samples)
        .sum();
  }

  /** Bytes of all shards. */
  long bytes() {
    return shards.stream().mapToLong(ShardFacts::bytes).sum();
  }

  /**
   * {@code pcr}, {@code liquid}, {@code tfrecord}, {@link #MIXED}, {@link #EMPTY}; {@link #UNKNOWN}
   * when no shard can be read.
   */
  String variant() {
    List<String> variants = shards.stream().map(ShardFacts::variant).distinct().toList();
    if (variants.isEmpty()) {
      return faults.isEmpty() ? EMPTY : UNKNOWN;
    }
    return variants.size() == 1 ? variants.get(0) : MIXED;
  }

  /**
   * What only a manifest says.
   *
   * @param quality by group, from group 1 on; empty when it was not measured
   */
  record Identity(
      UUID uuid, long generation, Map<String, String> options, List<QualityFacts> quality) {
    Identity {
      options = Map.copyOf(options);
      quality = List.copyOf(quality);
    }
  }

  /** Something that is wrong with a shard, and what it costs. */
  record Fault(String shard, String problem) {}

  /** A file of the dataset. */
  record ShardFacts(String name, String variant, long samples, long bytes) {}

  /**
   * A scan group of all shards together.
   *
   * @param bytes of the group's regions
   * @param prefixLength of all shards: what reading them at this fidelity reads
   * @param adds what the group adds to a picture, in words
   */
  record GroupFacts(int group, long bytes, long prefixLength, String adds) {}

  /** What a fidelity shows, as it was measured. */
  record QualityFacts(
      double meanBytes,
      double msSsimMean,
      double msSsimP10,
      double msSsimP1,
      double psnrMean,
      double decodeRelative) {}

  /** An encoding and colour class that samples have. */
  record FormatFacts(Encoding encoding, ColorClass colorClass, long samples, long bytes) {
    /** {@code progressive jpeg, ycbcr}. */
    String label() {
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
  record ClassFacts(long count, long unlabelled, List<LabelFacts> largest, long fewest, long most) {
    ClassFacts {
      largest = List.copyOf(largest);
    }
  }

  /** A label, its name where the manifest gives one, and its samples. */
  record LabelFacts(long label, Optional<String> name, long samples, long bytes) {}

  /** How a number is spread over the samples. */
  record Range(OptionalLong smallest, OptionalLong largest, long sum, Histogram histogram) {}
}
