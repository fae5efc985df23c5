package io.pcr.writer.internal.publish;

import io.pcr.format.Limits;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.keys.KeyEntries;
import io.pcr.format.internal.keys.KeySegmentFile;
import io.pcr.format.internal.keys.KeySegmentMerge;
import io.pcr.format.manifest.KeySegment;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
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
   * Publishes into one folder.
   *
   * @param folder of the dataset
   * @param limits bound what reading the shards takes
   * @param notices told of older segments that are damaged
   */
  public KeyPublication(Path folder, Limits limits, Consumer<String> notices, DurableSteps steps) {
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
    RootShards shards = new RootShards(folder, root, limits, notices);
    int first = shards.firstFrom(base.map(Manifest::nextShardNumber).orElse(0));
    boolean hasIndex =
        base.isEmpty() || base.get().sampleCount() == 0 || !base.get().keySegments().isEmpty();
    if (!hasIndex || !hasSamples(shards, first)) {
      return root;
    }
    try (Scratch scratch = new Scratch(folder)) {
      addAll(shards, first, scratch.entries());
      return finished(root, shards, scratch.entries(), root.keySegments());
    } catch (DamagedSegmentException e) {
      notices.accept(e.getMessage() + "; the index of keys is made anew from all shards");
    }
    return anew(root);
  }

  private static boolean hasSamples(RootShards shards, int first) throws IOException {
    for (int position = first; position < shards.size(); position++) {
      if (shards.entry(position).sampleCount() > 0) {
        return true;
      }
    }
    return false;
  }

  /**
   * The root with an index of keys that is made from all shards; with none when one of them is
   * damaged.
   */
  public Manifest anew(Manifest root) throws IOException {
    RootShards shards = new RootShards(folder, root, limits, notices);
    try (Scratch scratch = new Scratch(folder)) {
      try {
        addAll(shards, 0, scratch.entries());
      } catch (PcrException e) {
        notices.accept(e.getMessage() + "; without this shard the dataset has no index of keys");
        return with(root, List.of());
      }
      return finished(root, shards, scratch.entries(), List.of());
    }
  }

  private static void addAll(RootShards shards, int first, KeyEntries entries) throws IOException {
    for (int position = first; position < shards.size(); position++) {
      ShardKeyEntries.addAll(shards, position, entries);
    }
  }

  private Manifest finished(
      Manifest root, RootShards shards, KeyEntries entries, List<KeySegment> listed)
      throws IOException {
    UniqueKeys keys = new UniqueKeys(shards);
    keys.requireAmong(entries);
    for (KeySegment segment : listed) {
      try (ByteSource source = DamagedSegmentException.reading(() -> open(segment))) {
        keys.requireNotIn(new KeySegmentFile(source, segment), entries);
      }
    }
    List<KeySegment> segments =
        new ArrayList<>(
            DamagedSegmentException.reading(
                () ->
                    KeySegmentMerge.merge(
                        listed, root.datasetUuid(), this::open, shards.numbered(), entries)));
    segments.add(new SegmentFileWriter(folder, steps).write(entries, root));
    return with(root, segments);
  }

  private static Manifest with(Manifest root, List<KeySegment> segments) {
    return root.next()
        .generation(root.generation())
        .parentGeneration(root.parentGeneration())
        .keySegments(segments)
        .build();
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
