package io.pcr.format.manifest;

import static io.pcr.format.error.InvalidFieldException.require;
import static io.pcr.format.error.InvalidFieldException.requireRange;
import static java.util.Objects.requireNonNull;

import io.pcr.format.Fidelity;
import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.error.Limit;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.frame.ZstdFrame;
import io.pcr.format.internal.frame.ZstdLibrary;
import io.pcr.format.internal.manifest.ManifestHeadLayout;
import io.pcr.format.internal.shard.Features;
import io.pcr.format.internal.tables.ManifestTable;
import io.pcr.format.quality.GroupTargets;
import io.pcr.format.quality.QualityMeasure;
import io.pcr.format.shard.ShardVariant;
import io.pcr.format.source.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * The portable index of a dataset (spec section "Manifest"): a head, and a FlatBuffer in a zstd
 * frame.
 *
 * <pre>
 * | head 40 | zstd frame ( FlatBuffer "PCRI" ) |
 * </pre>
 *
 * Immutable.
 *
 * @param datasetUuid the same in all generations
 * @param generation from 1, one more whenever shards were added
 * @param groupCount of the PCR shards; 1 when there is none
 * @param targets what the groups of the PCR shards were chosen to show, if that is stated
 * @param classNames ascending by label
 * @param quality what fidelities show and cost, as it was measured; at most {@link #MAX_CURVES}, of
 *     ascending measures, each with a point for each group
 * @param options what the dataset was made with
 * @param shards in the order of the dataset
 */
public record Manifest(
    UUID datasetUuid,
    long generation,
    int groupCount,
    Optional<GroupTargets> targets,
    List<ClassName> classNames,
    List<MeasuredCurve> quality,
    Map<String, String> options,
    List<ShardEntry> shards) {
  /** The manifest's name in a dataset's folder. */
  public static final String FILE_NAME = "manifest.pcrm";

  /** The most curves that a manifest holds. */
  public static final int MAX_CURVES = ManifestTable.MAX_CURVES;

  public Manifest {
    requireNonNull(datasetUuid, "datasetUuid");
    classNames = List.copyOf(classNames);
    quality = List.copyOf(quality);
    // A copy that keeps the order, so that equal input gives equal bytes.
    options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
    shards = List.copyOf(shards);
    requireRange("Manifest.generation", generation, 1, Long.MAX_VALUE);
    requireRange("Manifest.group_count", groupCount, 1, Fidelity.MAX_GROUPS);
    targets.ifPresent(stated -> stated.requireFits("Manifest.targets", groupCount));
    requireAscending(classNames);
    requireCurves(quality, groupCount);
    requireShards(shards, groupCount);
  }

  private static void requireAscending(List<ClassName> classNames) {
    for (int i = 1; i < classNames.size(); i++) {
      require(
          classNames.get(i - 1).label() < classNames.get(i).label(),
          ErrorCode.DUPLICATE,
          "Manifest.class_names[" + i + "].label",
          classNames.get(i).label(),
          "more than " + classNames.get(i - 1).label());
    }
  }

  private static void requireCurves(List<MeasuredCurve> quality, int groupCount) {
    requireRange("Manifest.quality", quality.size(), 0, MAX_CURVES);
    for (int i = 0; i < quality.size(); i++) {
      MeasuredCurve curve = quality.get(i);
      require(
          curve.points().size() == groupCount,
          ErrorCode.LENGTH_MISMATCH,
          "Manifest.quality[" + i + "].points",
          curve.points().size(),
          groupCount);
      require(
          i == 0 || quality.get(i - 1).measure().compareTo(curve.measure()) < 0,
          ErrorCode.DUPLICATE,
          "Manifest.quality[" + i + "]",
          curve.measure(),
          "a measure after the one before it");
    }
  }

  private static void requireShards(List<ShardEntry> shards, int groupCount) {
    Set<String> names = new HashSet<>();
    for (int i = 0; i < shards.size(); i++) {
      ShardEntry shard = shards.get(i);
      String path = "Manifest.shards[" + i + "]";
      require(
          names.add(shard.name()), ErrorCode.DUPLICATE, path + ".name", shard.name(), "a new one");
      if (shard.variant().isContainer()) {
        int groups = shard.variant() == ShardVariant.PCR ? groupCount : 1;
        require(
            shard.groupCount() == groups,
            ErrorCode.LENGTH_MISMATCH,
            path + ".prefix_lengths",
            shard.prefixLengths().size(),
            groups + 1);
      }
    }
  }

  /** What was measured in one way, if it was. */
  public Optional<MeasuredCurve> curve(QualityMeasure measure) {
    return quality.stream().filter(curve -> curve.measure().equals(measure)).findFirst();
  }

  /** How many samples all shards have together. */
  public long sampleCount() {
    return shards.stream().mapToLong(ShardEntry::sampleCount).sum();
  }

  /** Reads a complete manifest with one read. */
  public static Manifest read(ByteSource source, Limits limits) throws IOException {
    ZstdLibrary.require();
    long most = ManifestHeadLayout.LENGTH + (long) ManifestHead.MAX_PAYLOAD_LENGTH;
    if (source.length() > most) {
      throw new PcrException.Corrupt(
          ErrorCode.LENGTH_MISMATCH,
          new Origin(source.toString(), 0).field("Manifest"),
          source.length(),
          "at most " + most);
    }
    ByteBuffer file = ByteBuffer.allocate((int) source.length());
    source.readFully(0, file);
    return decode(file.flip(), source.toString(), limits);
  }

  /**
   * Decodes a manifest.
   *
   * @param file the complete file; its position does not change
   * @param source the manifest's name, for errors
   */
  public static Manifest decode(ByteBuffer file, String source, Limits limits) throws PcrException {
    ManifestHead head = ManifestHead.decode(file, new Origin(source, 0));
    Origin origin = new Origin(source, ManifestHeadLayout.LENGTH);
    ByteBuffer frame = file.slice();
    frame.position(ManifestHeadLayout.LENGTH);
    byte[] content =
        ZstdFrame.decompress(
            frame, Limit.METADATA_BYTES, limits.metadataBytes(), "Manifest", origin);
    ManifestTable table = ManifestTable.decode(ByteBuffer.wrap(content), origin);
    try {
      return ManifestTables.read(table, head.generation());
    } catch (InvalidFieldException e) {
      throw e.in(origin);
    }
  }

  /** The complete file. The same manifest gives the same bytes. */
  public ByteBuffer encode() {
    byte[] payload = ZstdFrame.compressTables(ManifestTables.write(this).encode());
    return new ManifestHead(ManifestHead.MINOR, Features.NONE, generation, payload.length)
        .encode(payload);
  }
}
