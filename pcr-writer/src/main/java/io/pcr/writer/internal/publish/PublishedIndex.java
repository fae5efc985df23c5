package io.pcr.writer.internal.publish;

import io.pcr.format.Limits;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.internal.commit.DatasetLock;
import io.pcr.format.internal.index.lmdb.IndexDirectory;
import io.pcr.format.internal.index.lmdb.IndexNotWritableException;
import io.pcr.format.manifest.Manifest;
import io.pcr.reader.internal.find.ShardFinder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/** The index that goes with a manifest. */
public final class PublishedIndex {
  private PublishedIndex() {}

  /**
   * Builds the index that goes with a manifest that has just been published. If the index cannot be
   * written, for example because another user owns its lock file, this is a notice and no error:
   * the dataset is complete, and readers build an index for themselves.
   *
   * @param notices told that, and which shards are found under other names
   */
  public static void build(
      DatasetLock lock, Manifest manifest, Consumer<String> notices, DurableSteps steps)
      throws IOException {
    Path folder = lock.folder();
    ShardFinder finder = ShardFinder.local(folder, manifest, notices);
    try {
      IndexDirectory.rebuild(folder, finder.indexSource(Limits.DEFAULT), steps);
    } catch (IndexNotWritableException e) {
      notices.accept(
          e.getMessage() + "; the dataset is complete, and its index is made when it is read");
    }
  }
}
