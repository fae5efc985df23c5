package io.pcr.writer.internal.publish;

import io.pcr.format.Limits;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.internal.index.IndexSource;
import io.pcr.format.internal.index.lmdb.BuiltIndex;
import io.pcr.format.internal.index.lmdb.IndexDirectory;
import io.pcr.format.internal.index.lmdb.IndexNotWritableException;
import io.pcr.format.internal.manifest.ManifestPublication;
import io.pcr.format.internal.manifest.ManifestPublication.Root;
import io.pcr.format.manifest.Manifest;
import io.pcr.reader.internal.find.ShardFinder;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * The one order in which a dataset gets a new state, whoever made it: the index of keys gets a
 * segment with what is new, the index of this machine is built and not yet named, the generation is
 * created, the index gets its name. Building the index reads the metadata of every new shard, and
 * so it is also the last look at them before the commit; it reads those of old shards only where
 * there is no whole index of them. For one thread.
 */
public final class DatasetPublication {
  private final Path folder;
  private final Limits limits;
  private final Consumer<String> notices;
  private final DurableSteps steps;
  private final KeyPublication keys;

  /** Is told which generation is about to be created, before it is (R-COMMIT-9). */
  @FunctionalInterface
  public interface Attempts {
    void about(long generation, UUID commitId) throws IOException;
  }

  /**
   * Publishes into one folder.
   *
   * @param limits bound what reading the shards takes
   * @param notices told of an index that is not written, and which shards have other names
   */
  public DatasetPublication(
      Path folder, Limits limits, Consumer<String> notices, DurableSteps steps) {
    this.folder = folder;
    this.limits = limits;
    this.notices = notices;
    this.steps = steps;
    this.keys = new KeyPublication(folder, limits, notices, steps);
  }

  /**
   * Publishes a generation and its index. A new dataset whose index cannot be built, because a
   * shard is damaged or two samples have one key, is not published. A dataset that has shards
   * already gets its generation all the same, because old damage must not keep new samples out;
   * then the error is thrown. If the folder does not let an index be written, for example because
   * another user owns its lock file, this is a notice and no error: readers build an index for
   * themselves.
   *
   * @param base the generation that the work was based on; empty for a new dataset
   * @return the generation that has the work
   * @throws io.pcr.format.internal.manifest.DatasetChangedException when another writer was first,
   *     and the work is worth nothing on what it published
   */
  public Manifest publish(Optional<Manifest> base, Root root) throws IOException {
    return publish(base, root, (generation, commitId) -> {});
  }

  /** As {@link #publish(Optional, Root)}, telling of each generation before it is created. */
  public Manifest publish(Optional<Manifest> base, Root root, Attempts attempts)
      throws IOException {
    try (IndexedRoot indexed = new IndexedRoot(root, attempts)) {
      Manifest published = ManifestPublication.publish(folder, base, indexed, steps);
      indexed.publishIndex(published);
      return published;
    }
  }

  /** Builds and publishes the index of a generation that is there. */
  public void index(Manifest published) throws IOException {
    try (BuiltIndex index = IndexDirectory.build(folder, source(published), steps)) {
      index.publish();
    } catch (IndexNotWritableException e) {
      tell(e);
    }
  }

  private IndexSource source(Manifest manifest) throws IOException {
    return ShardFinder.local(folder, manifest, notices).indexSource(limits);
  }

  private void tell(IndexNotWritableException e) {
    notices.accept(
        e.getMessage() + "; the dataset is complete, and its index is built when it is read");
  }

  /** A root whose index is built before it is committed. */
  private final class IndexedRoot implements Root, Closeable {
    private final Root root;
    private final Attempts attempts;
    private Manifest last;
    private BuiltIndex index;
    private IOException unbuilt;

    IndexedRoot(Root root, Attempts attempts) {
      this.root = root;
      this.attempts = attempts;
    }

    @Override
    public Manifest on(Optional<Manifest> base, long generation) throws IOException {
      close();
      last = keys.withKeys(base, root.on(base, generation));
      attempts.about(generation, last.commitId());
      unbuilt = null;
      try {
        index = IndexDirectory.build(folder, source(last), steps);
      } catch (IndexNotWritableException e) {
        tell(e);
      } catch (IOException e) {
        if (base.isEmpty()) {
          throw e;
        }
        unbuilt = e;
      }
      return last;
    }

    @Override
    public boolean isIn(Manifest generation) throws IOException {
      return root.isIn(generation);
    }

    void publishIndex(Manifest published) throws IOException {
      if (!published.equals(last)) {
        close();
        DatasetPublication.this.index(published);
        return;
      }
      if (unbuilt != null) {
        throw unbuilt;
      }
      if (index != null) {
        try {
          index.publish();
        } catch (IndexNotWritableException e) {
          tell(e);
        }
      }
    }

    @Override
    public void close() throws IOException {
      if (index != null) {
        index.close();
        index = null;
      }
    }
  }
}
