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
import io.pcr.format.internal.checksum.Sha256;
import io.pcr.format.internal.frame.ZstdFrame;
import io.pcr.format.internal.frame.ZstdLibrary;
import io.pcr.format.internal.manifest.ManifestHeadLayout;
import io.pcr.format.internal.tables.ManifestTable;
import io.pcr.format.quality.GroupTargets;
import io.pcr.format.quality.QualityMeasure;
import io.pcr.format.source.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
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
  public static Builder builder(UUID datasetUuid) {
    return new Builder(datasetUuid);
  }

  /** The generation behind this one, with all that this one says, to be changed. */
  public Builder next() {
    return new Builder(this);
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

  /**
   * Makes the manifest of a new dataset, or the next generation of one: what is not set stays as it
   * was. For one thread.
   */
  public static final class Builder {
    private static final UUID NO_ID = new UUID(0, 0);

    private final UUID datasetUuid;
    private Optional<UUID> commitId = Optional.empty();
    private long generation = 1;
    private long parentGeneration;
    private int groupCount = 1;
    private Optional<GroupTargets> targets = Optional.empty();
    private List<ClassName> classNames = List.of();
    private List<MeasuredCurve> quality = List.of();
    private Map<String, String> options = Map.of();
    private List<DatasetColumn> columns = List.of();
    private int nextShardNumber;
    private List<ShardPart> parts = List.of();
    private ShardTable shards = ShardTable.EMPTY;
    private List<KeySegment> keySegments = List.of();

    Builder(UUID datasetUuid) {
      this.datasetUuid = requireNonNull(datasetUuid, "datasetUuid");
    }

    Builder(Manifest base) {
      this(base.datasetUuid());
      generation = base.generation() + 1;
      parentGeneration = base.generation();
      groupCount = base.groupCount();
      targets = base.targets();
      classNames = base.classNames();
      quality = base.quality();
      options = base.options();
      columns = base.columns();
      nextShardNumber = base.nextShardNumber();
      parts = base.parts();
      shards = base.shards();
      keySegments = base.keySegments();
    }

    /**
     * An id that no other commit has. Default: the first half of the SHA-256 of the manifest, with
     * zeros in its place, so that equal input gives equal bytes.
     */
    public Builder commitId(UUID value) {
      commitId = Optional.of(value);
      return this;
    }

    /** The number of the generation, which is made from the one before it. Default: 1. */
    public Builder generation(long value) {
      generation = value;
      parentGeneration = value - 1;
      return this;
    }

    /** The generation that this one is made from, when it is not the one before it. */
    public Builder parentGeneration(long value) {
      parentGeneration = value;
      return this;
    }

    /** The groups of the PCR shards, and what they were chosen to show. Default: 1, and nothing. */
    public Builder groups(int count, Optional<GroupTargets> stated) {
      groupCount = count;
      targets = stated;
      return this;
    }

    public Builder classNames(List<ClassName> value) {
      classNames = value;
      return this;
    }

    public Builder quality(List<MeasuredCurve> value) {
      quality = value;
      return this;
    }

    public Builder options(Map<String, String> value) {
      options = value;
      return this;
    }

    public Builder columns(List<DatasetColumn> value) {
      columns = value;
      return this;
    }

    /** The parts, whose files are there, and the shards behind theirs, which have their numbers. */
    public Builder shards(List<ShardPart> written, ShardTable own) {
      parts = written;
      shards = own;
      return this;
    }

    /** Adds shards, which get the next numbers. */
    public Builder add(List<ShardEntry> added) {
      List<ShardEntry> all = new ArrayList<>(shards);
      for (ShardEntry shard : added) {
        all.add(shard.numbered(nextShardNumber++));
      }
      shards = ShardTable.of(all);
      return this;
    }

    /** The files of parts. */
    @FunctionalInterface
    public interface PartWriter {
      /**
       * Writes a part under a name that no file has.
       *
       * @param generation that it is written for
       */
      ShardPart write(ShardTable shards, long generation) throws IOException;

      /**
       * Reads a part that is to be merged into a new one. Empty when it is damaged or missing, or
       * when this cannot read: then it is not merged.
       *
       * @param groupCount of the dataset
       */
      default Optional<ShardTable> read(ShardPart part, int groupCount) throws IOException {
        return Optional.empty();
      }
    }

    /**
     * Moves the first of the root's own shards into parts, as many as are too many for the root.
     * The last of the parts that are there are merged into the first new one as long as they are
     * small (spec requirement R-PART-5). To be called last before {@link #build}.
     */
    public Builder inParts(PartWriter files) throws IOException {
      if (shards.size() <= Manifest.MAX_SHARDS) {
        return this;
      }
      List<ShardPart> all = new ArrayList<>(parts);
      int from = 0;
      while (shards.size() - from > Manifest.MAX_SHARDS) {
        int to = from + Manifest.MAX_SHARDS;
        List<ShardEntry> taken = withSmallParts(all, shards.subList(from, to), files);
        all.add(files.write(ShardTable.of(taken), generation));
        from = to;
      }
      parts = all;
      shards = ShardTable.of(shards.subList(from, shards.size()));
      return this;
    }

    /** The shards of a new part, behind those of the last parts if these are merged into it. */
    private List<ShardEntry> withSmallParts(
        List<ShardPart> listed, List<ShardEntry> taken, PartWriter files) throws IOException {
      Deque<ShardTable> small = new ArrayDeque<>();
      int count = taken.size();
      for (int i = listed.size() - 1; i >= 0 && isMerged(listed.get(i), count); i--) {
        Optional<ShardTable> shardsOfPart = files.read(listed.get(i), groupCount);
        if (shardsOfPart.isEmpty()) {
          break;
        }
        listed.remove(i);
        small.push(shardsOfPart.get());
        count += shardsOfPart.get().size();
      }
      List<ShardEntry> all = new ArrayList<>(count);
      small.forEach(all::addAll);
      all.addAll(taken);
      return all;
    }

    private static boolean isMerged(ShardPart part, int count) {
      return part.shardCount() < Manifest.MAX_SHARDS
          && part.shardCount() + count <= ShardPart.MAX_SHARDS;
    }

    /** The number that the next shard gets. Default: 0. */
    public Builder nextShardNumber(int value) {
      nextShardNumber = value;
      return this;
    }

    public Builder keySegments(List<KeySegment> value) {
      keySegments = value;
      return this;
    }

    /**
     * The manifest so far.
     *
     * @throws io.pcr.format.error.InvalidFieldException when it breaks a rule of the format
     */
    public Manifest build() {
      return with(commitId.orElseGet(() -> idOf(with(NO_ID).flatBuffer())));
    }

    private static UUID idOf(ByteBuffer flatBuffer) {
      ByteBuffer digest = Sha256.of(flatBuffer).bytes();
      return new UUID(digest.getLong(), digest.getLong());
    }

    private Manifest with(UUID id) {
      return new Manifest(
          datasetUuid,
          id,
          generation,
          parentGeneration,
          groupCount,
          targets,
          classNames,
          quality,
          options,
          columns,
          nextShardNumber,
          parts,
          shards,
          keySegments);
    }
  }
}
