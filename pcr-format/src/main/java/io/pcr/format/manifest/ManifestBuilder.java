package io.pcr.format.manifest;

import static java.util.Objects.requireNonNull;

import io.pcr.format.checksum.Sha256;
import io.pcr.format.quality.GroupTargets;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Makes the manifest of a new dataset, or the next generation of one: what is not set stays as it
 * was. For one thread.
 */
public final class ManifestBuilder {
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

  ManifestBuilder(UUID datasetUuid) {
    this.datasetUuid = requireNonNull(datasetUuid, "datasetUuid");
  }

  ManifestBuilder(Manifest base) {
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
  public ManifestBuilder commitId(UUID value) {
    commitId = Optional.of(value);
    return this;
  }

  /** The number of the generation, which is made from the one before it. Default: 1. */
  public ManifestBuilder generation(long value) {
    generation = value;
    parentGeneration = value - 1;
    return this;
  }

  /** The generation that this one is made from, when it is not the one before it. */
  public ManifestBuilder parentGeneration(long value) {
    parentGeneration = value;
    return this;
  }

  /** The groups of the PCR shards, and what they were chosen to show. Default: 1, and nothing. */
  public ManifestBuilder groups(int count, Optional<GroupTargets> stated) {
    groupCount = count;
    targets = stated;
    return this;
  }

  public ManifestBuilder classNames(List<ClassName> value) {
    classNames = value;
    return this;
  }

  public ManifestBuilder quality(List<MeasuredCurve> value) {
    quality = value;
    return this;
  }

  public ManifestBuilder options(Map<String, String> value) {
    options = value;
    return this;
  }

  public ManifestBuilder columns(List<DatasetColumn> value) {
    columns = value;
    return this;
  }

  /** The parts, whose files are there, and the shards behind theirs, which have their numbers. */
  public ManifestBuilder shards(List<ShardPart> written, ShardTable own) {
    parts = written;
    shards = own;
    return this;
  }

  /** Adds shards, which get the next numbers. */
  public ManifestBuilder add(List<ShardEntry> added) {
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
   * Moves the first of the root's own shards into parts, as many as are too many for the root. The
   * last of the parts that are there are merged into the first new one as long as they are small
   * (spec requirement R-PART-5). To be called last before {@link #build}.
   */
  public ManifestBuilder inParts(PartWriter files) throws IOException {
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
  public ManifestBuilder nextShardNumber(int value) {
    nextShardNumber = value;
    return this;
  }

  public ManifestBuilder keySegments(List<KeySegment> value) {
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
