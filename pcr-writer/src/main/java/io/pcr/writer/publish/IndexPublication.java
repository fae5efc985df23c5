package io.pcr.writer.publish;

import io.pcr.format.Limits;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.internal.commit.DatasetLock;
import io.pcr.format.internal.index.lmdb.IndexDirectory;
import io.pcr.format.internal.manifest.ManifestPublication;
import io.pcr.format.internal.manifest.ManifestPublication.Root;
import io.pcr.format.manifest.Manifest;
import io.pcr.reader.internal.find.ShardFinder;
import io.pcr.writer.internal.publish.KeyPublication;
import io.pcr.writer.internal.publish.NewerIndex;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Builds the indexes of a dataset: that of this machine again, for the generation that the folder
 * has when it is published, and the index of keys where the dataset has none.
 */
public final class IndexPublication {
  private IndexPublication() {}

  /**
   * Builds the index from the shards, and replaces the one that is there. A dataset whose manifest
   * lists no index of keys gets one, as a new generation of the dataset.
   *
   * @param notices receives a sentence for each shard that is found under another name, and when a
   *     damaged shard keeps the dataset from having an index of keys
   * @return the manifest that the index belongs to
   * @throws io.pcr.format.commit.DatasetBusyException when another command is writing to the folder
   */
  public static Manifest rebuild(Path folder, Consumer<String> notices, DurableSteps steps)
      throws IOException {
    try (DatasetLock lock = DatasetLock.acquire(folder, "pcr index rebuild", steps)) {
      lock.notice().ifPresent(notices);
      Manifest manifest =
          ManifestPublication.base(lock.folder(), steps)
              .orElseThrow(
                  () -> new NoSuchFileException(folder.resolve(Manifest.FILE_NAME).toString()));
      NewerIndex.requireNone(folder, manifest);
      Manifest published = withKeys(folder, manifest, notices, steps);
      ShardFinder finder = ShardFinder.local(folder, published, notices);
      IndexDirectory.rebuild(folder, finder.indexSource(Limits.DEFAULT), steps);
      return published;
    }
  }

  private static Manifest withKeys(
      Path folder, Manifest manifest, Consumer<String> notices, DurableSteps steps)
      throws IOException {
    if (!needsKeys(manifest)) {
      return manifest;
    }
    KeysOf keys = new KeysOf(new KeyPublication(folder, Limits.DEFAULT, notices, steps));
    Manifest next = keys.on(Optional.of(manifest), manifest.generation() + 1);
    return next.keySegments().isEmpty()
        ? manifest
        : ManifestPublication.publish(folder, Optional.of(manifest), keys, steps);
  }

  private static boolean needsKeys(Manifest manifest) {
    return manifest.sampleCount() > 0 && manifest.keySegments().isEmpty();
  }

  /** A generation like the one before it, with an index of keys. */
  private static final class KeysOf implements Root {
    private final KeyPublication keys;
    private Manifest base;
    private Manifest made;

    KeysOf(KeyPublication keys) {
      this.keys = keys;
    }

    @Override
    public Manifest on(Optional<Manifest> standing, long generation) throws IOException {
      Manifest newest = standing.orElseThrow();
      if (made == null || !newest.equals(base) || made.generation() != generation) {
        base = newest;
        made =
            keys.anew(
                newest.next().generation(generation).parentGeneration(newest.generation()).build());
      }
      return made;
    }

    @Override
    public boolean isIn(Manifest generation) {
      return !needsKeys(generation);
    }
  }
}
