package io.pcr.writer.publish;

import io.pcr.format.Limits;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.internal.commit.DatasetLock;
import io.pcr.format.internal.index.lmdb.IndexDirectory;
import io.pcr.format.internal.manifest.ManifestPublication;
import io.pcr.format.manifest.Manifest;
import io.pcr.reader.internal.find.ShardFinder;
import io.pcr.writer.internal.publish.NewerIndex;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Builds the index of a dataset again, for the generation that the folder has when the index is
 * published.
 */
public final class IndexPublication {
  private IndexPublication() {}

  /**
   * Builds the index from the shards, and replaces the one that is there.
   *
   * @param notices receives a sentence for each shard that is found under another name
   * @return the manifest that the index belongs to
   * @throws io.pcr.format.commit.DatasetBusyException when another command is writing to the folder
   */
  public static Manifest rebuild(Path folder, Consumer<String> notices, DurableSteps steps)
      throws IOException {
    try (DatasetLock lock = DatasetLock.acquire(folder, "pcr index rebuild", steps)) {
      Manifest manifest =
          ManifestPublication.base(lock.folder(), steps)
              .orElseThrow(
                  () -> new NoSuchFileException(folder.resolve(Manifest.FILE_NAME).toString()));
      NewerIndex.requireNone(folder, manifest);
      ShardFinder finder = ShardFinder.local(folder, manifest, notices);
      IndexDirectory.rebuild(folder, finder.indexSource(Limits.DEFAULT), steps);
      return manifest;
    }
  }
}
