package io.pcr.writer.internal.publish;

import io.pcr.format.Limits;
import io.pcr.format.index.IndexFinding;
import io.pcr.format.internal.index.lmdb.IndexDirectory;
import io.pcr.format.manifest.Manifest;
import io.pcr.reader.internal.find.ShardFinder;
import io.pcr.writer.journal.RunRejectedException;
import java.io.IOException;
import java.nio.file.Path;

/**
 * An index of a later generation than the manifest: the manifest was replaced by an older one, and
 * the index is all that still says which shards were added since. It is not replaced.
 */
public final class NewerIndex {
  private NewerIndex() {}

  /**
   * Rejects work that would replace such an index.
   *
   * @throws RunRejectedException when the folder has one
   */
  public static void requireNone(Path folder, Manifest manifest) throws IOException {
    ShardFinder finder = ShardFinder.local(folder, manifest, notice -> {});
    boolean isNewer =
        IndexDirectory.check(folder, finder.indexSource(Limits.DEFAULT))
            .filter(finding -> finding.problem() == IndexFinding.Problem.NEWER_GENERATION)
            .isPresent();
    if (isNewer) {
      throw new RunRejectedException(
          folder
              + ": the manifest is older than the index, and only the index lists the shards"
              + " that were added since. Restore the newer manifest, or save all shards with"
              + " repair; to give up what was added, delete "
              + folder.resolve(IndexDirectory.FILE_NAME));
    }
  }
}
