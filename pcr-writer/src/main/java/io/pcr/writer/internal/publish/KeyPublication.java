package io.pcr.writer.internal.publish;

import io.pcr.format.Limits;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.keys.KeyEntries;
import io.pcr.format.internal.keys.KeySegmentFile;
import io.pcr.format.internal.keys.KeySegmentMerge;
import io.pcr.format.internal.keys.ListedShards;
import io.pcr.format.manifest.KeySegment;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import io.pcr.reader.internal.find.ShardFinder;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/**
 * Gives the root of a generation its index of keys: one segment with the samples that the
 * generation adds, and with those of older segments that it takes up (spec requirement R-KEYS-5).
 * Only the new shards are read, and of older ones the segments. A segment that was written for a
 * generation that another writer created stays, as nobody can tell who else names it.
 *
 * <p>For one thread.
 */
public final class KeyPublication {
  private final Path folder;
  private final Limits limits;
  private final Consumer<String> notices;
  private final DurableSteps steps;

  /**
   * @param folder of the dataset
   * @param limits bound what reading the shards takes
   * @param notices told of older segments that are damaged
   */
  public KeyPublication(
      Path folder, Limits limits, Consumer<String> notices, DurableSteps steps) {
    this.folder = folder;
    this.limits = limits;
    this.notices = notices;
    this.steps = steps;
  }

  /**
   * The root with its index of keys, whose new segment is written. A root that adds no samples, or
   * is made from a generation that has samples and no index of keys, stays as it is.
   *
   * @param base what the root was made from
   * @throws PcrException.Corrupt when a new sample has a key that another sample has
   */
  public Manifest withKeys(Optional<Manifest> base, Manifest root) throws IOException {
    List<ShardEntry> added = added(base, root);
    boolean isIndexed = base.isEmpty() || base.get().sampleCount() == 0;
    boolean hasIndex = isIndexed || !base.get().keySegments().isEmpty();
    if (!hasIndex || added.stream().allMatch(shard -> shard.sampleCount() == 0)) {
      return root;
    }
    try (Scratch scratch = new Scratch(folder)) {
      addAll(root, added, scratch.entries());
      return finished(root, scratch.entries(), root.keySegments());
    } catch (DamagedSegmentException e) {
      notices.accept(e.getMessage() + "; the index of keys is made anew from all shards");
    }
    return anew(root);
  }

  private static List<ShardEntry> added(Optional<Manifest> base, Manifest root) {
    int first = base.map(Manifest::nextShardNumber).orElse(0);
    List<ShardEntry> added = new ArrayList<>();
    for (ShardEntry shard : root.shards()) {
      if (shard.shardNumber() >= first) {
        added.add(shard);
      }
    }
    return added;
  }

  /**
   * The root with an index of keys that is made from all shards; with none when one of them is
   * damaged.
   */
  public Manifest anew(Manifest root) throws IOException {
    try (Scratch scratch = new Scratch(folder)) {
      try {
        addAll(root, root.shards(), scratch.entries());
      } catch (PcrException e) {
        notices.accept(
            e.getMessage() + "; without this shard the dataset has no index of keys");
        return with(root, List.of());
      }
      return finished(root, scratch.entries(), List.of());
    }
  }

  private void addAll(Manifest root, List<ShardEntry> shards, KeyEntries entries)
      throws IOException {
    ShardFinder finder = ShardFinder.local(folder, root, notices);
    for (ShardEntry shard : shards) {
      ShardKeyEntries.addAll(shard, finder, limits, entries);
    }
  }

  private Manifest finished(Manifest root, KeyEntries entries, List<KeySegment> listed)
      throws IOException {
    requireUnique(root, entries, listed);
    List<KeySegment> segments = new ArrayList<>(merged(root, entries, listed));
    segments.add(new SegmentFileWriter(folder, steps).write(entries, root));
    return with(root, segments);
  }

  private List<KeySegment> merged(Manifest root, KeyEntries entries, List<KeySegment> listed)
      throws IOException {
    return DamagedSegmentException.reading(
        () ->
            KeySegmentMerge.merge(
                listed,
                root.datasetUuid(),
                this::open,
                ListedShards.of(root.shards()),
                entries));
  }

  private static Manifest with(Manifest root, List<KeySegment> segments) {
    return root.next()
        .generation(root.generation())
        .parentGeneration(root.parentGeneration())
        .keySegments(segments)
        .build();
  }

  private void requireUnique(Manifest root, KeyEntries entries, List<KeySegment> listed)
      throws IOException {
    UniqueKeys keys =
        new UniqueKeys(
            ShardFinder.local(folder, root, notices),
            limits,
            number -> {
              int position =
                  number > Integer.MAX_VALUE ? -1 : root.shards().indexOfNumber((int) number);
              return position < 0
                  ? Optional.empty()
                  : Optional.of(root.shards().get(position));
            });
    keys.requireAmong(entries);
    for (KeySegment segment : listed) {
      try (ByteSource source = DamagedSegmentException.reading(() -> open(segment))) {
        keys.requireNotIn(new KeySegmentFile(source, segment), entries);
      }
    }
  }

  private ByteSource open(KeySegment segment) throws IOException {
    return FileByteSource.open(folder.resolve(segment.name()));
  }

  /** Entries, with a folder beside the dataset that is made when they do not fit into memory. */
  private static final class Scratch implements Closeable {
    private final Path folder;
    private final KeyEntries entries;

    Scratch(Path dataset) {
      String random = Long.toString(ThreadLocalRandom.current().nextLong() & Long.MAX_VALUE, 36);
      folder = dataset.resolve(".keys." + random + ".pcr-tmp");
      entries = new KeyEntries(folder);
    }

    KeyEntries entries() {
      return entries;
    }

    @Override
    public void close() throws IOException {
      entries.close();
      Files.deleteIfExists(folder);
    }
  }
}
