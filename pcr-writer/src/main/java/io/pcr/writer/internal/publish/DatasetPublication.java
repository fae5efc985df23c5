package io.pcr.writer.internal.publish;

import io.pcr.format.Limits;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.internal.commit.DatasetLock;
import io.pcr.format.internal.index.IndexSource;
import io.pcr.format.internal.index.lmdb.BuiltIndex;
import io.pcr.format.internal.index.lmdb.IndexDirectory;
import io.pcr.format.internal.index.lmdb.IndexNotWritableException;
import io.pcr.format.internal.manifest.ManifestPublication;
import io.pcr.format.manifest.Manifest;
import io.pcr.reader.internal.find.ShardFinder;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The one order in which a dataset gets a new state, whoever made it: the index is built and not
 * yet named, the manifest replaces the one before, the index gets its name. Building the index
 * reads the metadata of every shard, and so it is also the last look at them before the commit. For
 * one thread.
 */
public final class DatasetPublication {
  private final DatasetLock lock;
  private final Limits limits;
  private final Consumer<String> notices;
  private final DurableSteps steps;

  /**
   * Publishes into one folder.
   *
   * @param lock of the folder, held since before what is published was read or made
   * @param limits bound what reading the shards takes
   * @param notices told of an index that is not written, and which shards have other names
   */
  public DatasetPublication(
      DatasetLock lock, Limits limits, Consumer<String> notices, DurableSteps steps) {
    this.lock = lock;
    this.limits = limits;
    this.notices = notices;
    this.steps = steps;
  }

  /**
   * Publishes a manifest and its index. A new dataset whose index cannot be built, because a shard
   * is damaged or two samples have one key, is not published. A dataset that has shards already
   * gets its manifest all the same, because old damage must not keep new samples out; then the
   * error is thrown. If the folder does not let an index be written, for example because another
   * user owns its lock file, this is a notice and no error: readers build an index for themselves.
   *
   * @param base the manifest that the work was based on; empty for a new dataset
   */
  public void publish(Optional<Manifest> base, Manifest next) throws IOException {
    BuiltIndex built = null;
    IOException unbuilt = null;
    try {
      built = IndexDirectory.build(lock.folder(), source(next), steps);
    } catch (IndexNotWritableException e) {
      tell(e);
    } catch (IOException e) {
      if (base.isEmpty()) {
        throw e;
      }
      unbuilt = e;
    }
    try (BuiltIndex index = built) {
      ManifestPublication.publish(lock, base, next, steps);
      if (index != null) {
        index.publish();
      }
    } catch (IndexNotWritableException e) {
      tell(e);
    }
    if (unbuilt != null) {
      throw unbuilt;
    }
  }

  /** Builds and publishes the index of a manifest that stands. */
  public void index(Manifest standing) throws IOException {
    try {
      IndexDirectory.rebuild(lock.folder(), source(standing), steps);
    } catch (IndexNotWritableException e) {
      tell(e);
    }
  }

  private IndexSource source(Manifest manifest) {
    return ShardFinder.local(lock.folder(), manifest, notices).indexSource(limits);
  }

  private void tell(IndexNotWritableException e) {
    notices.accept(
        e.getMessage() + "; the dataset is complete, and its index is built when it is read");
  }
}
