package io.pcr.writer.internal.convert;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.internal.manifest.DatasetChangedException;
import io.pcr.format.internal.manifest.ManifestPublication;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.manifest.ShardList;
import io.pcr.reader.internal.find.ShardFinder;
import io.pcr.writer.encode.ScanChoice;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Shards that are to become part of a dataset, of the generation that they were made for or of one
 * that another writer has published since. For one thread.
 */
public final class AddedShards implements ManifestPublication.Root {
  private final Path folder;
  private final Optional<BaseDataset> base;
  private final List<ShardEntry> shards;
  private final Made made;

  /**
   * How the shards were made.
   *
   * @param scans of the shards, if they have groups
   * @param columns of their samples
   * @param classes the names of the source's labels 0, 1, ...
   * @param labels from these to the dataset's
   */
  public record Made(
      Optional<ScanChoice> scans, List<ColumnSpec> columns, List<String> classes, LabelMap labels) {
    public Made {
      columns = List.copyOf(columns);
      classes = List.copyOf(classes);
    }
  }

  /** Makes the root of a generation. */
  @FunctionalInterface
  public interface RootMaker {
    /**
     * The root with which a dataset is published.
     *
     * @param base that the shards are added to
     * @param labels all classes of the dataset then
     */
    Manifest root(Optional<BaseDataset> base, LabelMap labels) throws IOException;
  }

  private final RootMaker maker;

  /**
   * Shards that are complete.
   *
   * @param base the dataset that the shards were made for; empty for a new one
   * @param shards in their order
   */
  public AddedShards(
      Path folder,
      Optional<BaseDataset> base,
      List<ShardEntry> shards,
      Made made,
      RootMaker maker) {
    this.folder = folder;
    this.base = base;
    this.shards = List.copyOf(shards);
    this.made = made;
    this.maker = maker;
  }

  @Override
  public Manifest on(Optional<Manifest> standing, long generation) throws IOException {
    Manifest root = root(standing);
    if (root.generation() != generation) {
      root = root.next().generation(generation).parentGeneration(root.parentGeneration()).build();
    }
    return root;
  }

  private Manifest root(Optional<Manifest> standing) throws IOException {
    if (standing.map(Manifest::commitId).equals(base.map(b -> b.manifest().commitId()))) {
      return maker.root(base, made.labels());
    }
    if (standing.isEmpty() || base.isEmpty()) {
      throw new DatasetChangedException(folder, base.map(BaseDataset::manifest), standing);
    }
    Rebased rebased = Rebased.of(base.get(), standing.get(), shards, made);
    return maker.root(Optional.of(rebased.base()), rebased.labels());
  }

  @Override
  public boolean isIn(Manifest generation) throws IOException {
    Map<String, UUID> added = new HashMap<>();
    shards.forEach(shard -> added.put(shard.name(), shard.shardUuid()));
    return isIn(folder, generation, added);
  }

  /**
   * Whether a generation has all of some shards, and there are some.
   *
   * @param shards UUIDs by names
   */
  public static boolean isIn(Path folder, Manifest generation, Map<String, UUID> shards)
      throws IOException {
    Map<String, UUID> listed = new HashMap<>();
    ShardList list = ShardFinder.local(folder, generation, notice -> {}).list();
    list.load();
    list.asList().forEach(shard -> listed.put(shard.name(), shard.shardUuid()));
    return !shards.isEmpty() && listed.entrySet().containsAll(shards.entrySet());
  }
}
