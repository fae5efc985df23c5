package io.pcr.format.manifest;

import static io.pcr.format.error.InvalidFieldException.require;
import static io.pcr.format.error.InvalidFieldException.requireRange;
import static java.util.Objects.requireNonNull;

import io.pcr.format.Fidelity;
import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.frame.ZstdFrame;
import io.pcr.format.internal.frame.ZstdLibrary;
import io.pcr.format.internal.manifest.ManifestHeadLayout;
import io.pcr.format.internal.tables.ManifestTable;
import io.pcr.format.quality.GroupTargets;
import io.pcr.format.quality.QualityMeasure;
import io.pcr.format.source.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The root of a dataset's manifest (spec section "Manifest"): a head, and a FlatBuffer in a zstd
 * frame. Of a large dataset it lists parts, which are files of their own and hold most shards;
 * {@link ShardList} has the shards of all of them and of the root.
 *
 * <pre>
 * | head 40 | zstd frame ( FlatBuffer "PCRI" ) |
 * </pre>
 *
 * Immutable.
 *
 * @param datasetUuid the same in all generations
 * @param commitId 16 bytes that no other commit has
 * @param generation from 1
 * @param parentGeneration the one that this one was made from; 0 for none
 * @param groupCount of the PCR shards; 1 when there is none
 * @param targets what the groups of the PCR shards were chosen to show, if that is stated
 * @param classNames ascending by label
 * @param quality what fidelities show and cost, as it was measured; at most {@link #MAX_CURVES}, of
 *     ascending measures, each with a point for each group
 * @param options what the dataset was made with
 * @param columns of the samples
 * @param nextShardNumber the number that the next shard gets
 * @param parts the files that list the shards before those of the root
 * @param shards the root's own, behind those of the parts
 * @param keySegments the index of keys, if there is one
 */
public record Manifest(
    UUID datasetUuid,
    UUID commitId,
    long generation,
    long parentGeneration,
    int groupCount,
    Optional<GroupTargets> targets,
    List<ClassName> classNames,
    List<MeasuredCurve> quality,
    Map<String, String> options,
    List<DatasetColumn> columns,
    int nextShardNumber,
    List<ShardPart> parts,
    ShardTable shards,
    List<KeySegment> keySegments) {
  /** The name of the copy of the newest generation in a dataset's folder. */
  public static final String FILE_NAME = "manifest.pcrm";

  /** The most curves that a manifest holds. */
  public static final int MAX_CURVES = ManifestTable.MAX_CURVES;

  /** The most shards that a root lists itself. */
  public static final int MAX_SHARDS = 4_096;

  /** The most parts that a root lists. */
  public static final int MAX_PARTS = ManifestTable.MAX_PARTS;

  /** The first read of a root; nearly all are shorter. */
  private static final int FIRST_READ_LENGTH = 1 << 20;

  public Manifest {
    requireNonNull(datasetUuid, "datasetUuid");
    requireNonNull(commitId, "commitId");
    classNames = List.copyOf(classNames);
    quality = List.copyOf(quality);
    // A copy that keeps the order, so that equal input gives equal bytes.
    options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
    columns = List.copyOf(columns);
    parts = List.copyOf(parts);
    keySegments = List.copyOf(keySegments);
    requireRange("Manifest.generation", generation, 1, Long.MAX_VALUE);
    requireRange("Manifest.parent_generation", parentGeneration, 0, generation - 1);
    requireRange("Manifest.group_count", groupCount, 1, Fidelity.MAX_GROUPS);
    targets.ifPresent(stated -> stated.requireFits("Manifest.targets", groupCount));
    requireAscending(classNames);
    requireCurves(quality, groupCount);
    ShardListRules.requireColumns(columns);
    ShardListRules.requireNumbers(parts, shards, nextShardNumber);
    ShardListRules.requireFiles(parts, keySegments);
    ShardListRules.requireGroups(parts, shards, groupCount, targets);
  }

  private static void requireAscending(List<ClassName> classNames) {
    for (int i = 1; i < classNames.size(); i++) {
      require(
          classNames.get(i - 1).label() < classNames.get(i).label(),
          ErrorCode.MALFORMED,
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
          ErrorCode.MALFORMED,
          "Manifest.quality[" + i + "].points",
          curve.points().size(),
          groupCount);
      require(
          i == 0 || quality.get(i - 1).measure().compareTo(curve.measure()) < 0,
          ErrorCode.MALFORMED,
          "Manifest.quality[" + i + "]",
          curve.measure(),
          "a measure after the one before it");
    }
  }

  /** What was measured in one way, if it was. */
  public Optional<MeasuredCurve> curve(QualityMeasure measure) {
    return quality.stream().filter(curve -> curve.measure().equals(measure)).findFirst();
  }

  /** The name of the file that is a generation. */
  public static String fileName(long generation) {
    return "manifest-" + generation + ".pcrm";
  }

  /** How many shards the parts and the root have together. */
  public int shardCount() {
    return parts.stream().mapToInt(ShardPart::shardCount).sum() + shards.size();
  }

  /** How many samples all shards have together. */
  public long sampleCount() {
    return parts.stream().mapToLong(ShardPart::sampleCount).sum() + shards.sampleCount();
  }

  /** The manifest of a new dataset, to be filled in. */
  public static ManifestBuilder builder(UUID datasetUuid) {
    return new ManifestBuilder(datasetUuid);
  }

  /** The generation behind this one, with all that this one says, to be changed. */
  public ManifestBuilder next() {
    return new ManifestBuilder(this);
  }

  /** Reads a complete root with one read, or two where it is longer than 1 MiB. */
  public static Manifest read(ByteSource source, Limits limits) throws IOException {
    ZstdLibrary.require();
    Origin origin = new Origin(source.toString(), 0);
    ByteBuffer file = source.readFirst(FIRST_READ_LENGTH);
    int firstLength = file.remaining();
    long length = ManifestHead.fileLength(file, origin);
    if (length != source.length()) {
      throw wrongLength(length, source.length(), origin);
    }
    if (length > firstLength) {
      ByteBuffer all = ByteBuffer.allocate((int) length).put(file);
      source.readFully(firstLength, all);
      file = all.flip();
    }
    return decode(file, source.toString(), limits);
  }

  private static PcrException wrongLength(long stated, long found, Origin origin) {
    FieldLocation field =
        origin.field("ManifestHead.payload_length", ManifestHeadLayout.PAYLOAD_LENGTH_OFFSET);
    return found < stated
        ? new PcrException.Truncated(origin.field("Manifest"), stated, found)
        : new PcrException.Corrupt(ErrorCode.MALFORMED, field, stated, found);
  }

  /**
   * Decodes a root.
   *
   * @param file the complete file; its position does not change
   * @param source the manifest's name, for errors
   */
  public static Manifest decode(ByteBuffer file, String source, Limits limits) throws PcrException {
    ManifestHead head = ManifestHead.decode(file, ManifestHead.Kind.ROOT, new Origin(source, 0));
    Origin origin = new Origin(source, ManifestHeadLayout.LENGTH);
    ManifestTable table = ManifestTable.decode(ManifestHead.content(file, limits, origin), origin);
    try {
      return ManifestTables.read(table, head.generation());
    } catch (InvalidFieldException e) {
      throw e.in(origin);
    }
  }

  /** The complete file. The same manifest gives the same bytes. */
  public ByteBuffer encode() {
    byte[] payload = ZstdFrame.compressTables(flatBuffer());
    return ManifestHead.encode(ManifestHead.Kind.ROOT, generation, payload);
  }

  /** What the zstd frame holds. */
  ByteBuffer flatBuffer() {
    return ManifestTables.write(this).encode();
  }
}
