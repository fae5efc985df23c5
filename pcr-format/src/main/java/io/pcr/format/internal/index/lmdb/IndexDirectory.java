package io.pcr.format.internal.index.lmdb;

import io.pcr.format.commit.DurableSteps;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;
import io.pcr.format.index.IndexFinding;
import io.pcr.format.index.IndexPolicy;
import io.pcr.format.internal.index.IndexListener;
import io.pcr.format.internal.index.IndexSource;
import io.pcr.format.internal.index.SampleIndex;
import io.pcr.format.internal.index.ShardTable;
import io.pcr.format.internal.index.lmdb.IndexPublisher.Older;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The index of a dataset on a local disk: opens it when it is whole and fits, builds it from the
 * manifest and the shards when not. Thread-safe; also several processes may open and rebuild the
 * same index at once, and those that have it open keep what they have.
 *
 * <p>Beside the index and its sidecar there are {@code .index.lock}, which stays, and while an
 * index is built {@code .index.tmp}.
 */
public final class IndexDirectory {
  /** The index file's name in a dataset's directory. */
  public static final String FILE_NAME = IndexFile.NAME;

  /** The name of the file that proves it. */
  public static final String SIDECAR_NAME = IndexFile.SIDECAR_NAME;

  private final IndexFile existing;
  private final Path directory;
  private final NetworkFolder.Types types;
  private final boolean mayBeRemote;
  private final IndexSource source;
  private final ShardTable shards;

  /**
   * @param mayBeRemote whether the user asks for the index also where it is on a network file
   *     system
   */
  private IndexDirectory(
      Path directory, IndexSource source, NetworkFolder.Types types, boolean mayBeRemote) {
    this.directory = directory;
    this.types = types;
    this.mayBeRemote = mayBeRemote;
    this.existing = new IndexFile(directory, network(directory, types, mayBeRemote));
    this.source = source;
    this.shards = ShardTable.of(source);
  }

  private static Optional<String> network(
      Path directory, NetworkFolder.Types types, boolean mayBeRemote) {
    return mayBeRemote ? Optional.empty() : NetworkFolder.type(directory, types);
  }

  private static IndexDirectory of(Path directory, IndexSource source) {
    return new IndexDirectory(directory, source, NetworkFolder.Types.SYSTEM, false);
  }

  /**
   * Opens the index of a dataset; the caller closes it. The file is read once for its SHA-256
   * before it is used, unless this process has it open already. An index on a network file system
   * is not used: a temporary one is built.
   *
   * @param source the state of the dataset that the index must be for
   * @throws PcrException.Corrupt when there is no usable index and the policy does not let one be
   *     built, or the directory cannot be written, or the shards themselves are damaged
   */
  public static SampleIndex open(
      Path directory, IndexSource source, IndexPolicy policy, IndexListener listener)
      throws IOException {
    return of(directory, source).open(policy, listener);
  }

  /** As {@link #open}, also from a network file system: for a folder that the user names for it. */
  public static SampleIndex openAsked(
      Path directory, IndexSource source, IndexPolicy policy, IndexListener listener)
      throws IOException {
    return new IndexDirectory(directory, source, NetworkFolder.Types.SYSTEM, true)
        .open(policy, listener);
  }

  /** As {@link #open} or, with {@code mayBeRemote}, {@link #openAsked}. */
  static SampleIndex open(
      Path directory,
      IndexSource source,
      IndexPolicy policy,
      IndexListener listener,
      NetworkFolder.Types types,
      boolean mayBeRemote)
      throws IOException {
    return new IndexDirectory(directory, source, types, mayBeRemote).open(policy, listener);
  }

  /**
   * Builds the index for this state of the dataset from the shards, and publishes it, whatever is
   * there now.
   */
  public static void rebuild(Path directory, IndexSource source) throws IOException {
    rebuild(directory, source, DurableSteps.NONE);
  }

  /** As {@link #rebuild(Path, IndexSource)}, telling of every durable step. */
  public static void rebuild(Path directory, IndexSource source, DurableSteps steps)
      throws IOException {
    try (IndexPublisher publisher = IndexPublisher.lock(directory)) {
      publisher.publish(source, Older.SHARDS, steps);
    }
  }

  /**
   * Builds the index for a state of the dataset that is about to be published: from the published
   * index and the shards that it does not have, if it is whole and of the first shards; else from
   * all shards. The caller publishes and closes it; until then, other processes that want to build
   * an index here wait.
   *
   * @throws PcrException when the shards are damaged, or two samples have one key
   * @throws IndexNotWritableException when no index can be written into the directory
   */
  public static BuiltIndex build(Path directory, IndexSource source, DurableSteps steps)
      throws IOException {
    IndexPublisher publisher = IndexPublisher.lock(directory);
    boolean isBuilt = false;
    try {
      publisher.build(source, Older.PUBLISHED, steps);
      isBuilt = true;
      return new BuiltIndex(publisher, steps);
    } finally {
      if (!isBuilt) {
        publisher.close();
      }
    }
  }

  /**
   * Proves that an index can be written into a directory as far as names go: for those who write it
   * at the end of long work.
   *
   * @throws io.pcr.format.internal.commit.ForeignEntryException when something that is not of this
   *     library has one of the names
   */
  public static void requireFree(Path directory) throws IOException {
    IndexPublisher.requireFree(directory);
  }

  /**
   * Why the index on disk is not intact or not for this state of the dataset; empty when it is. On
   * a network file system its sidecar and checksum are all that is looked at.
   */
  public static Optional<IndexFinding> check(Path directory, IndexSource source) {
    return check(directory, source, NetworkFolder.Types.SYSTEM);
  }

  /** As {@link #check(Path, IndexSource)}. */
  static Optional<IndexFinding> check(
      Path directory, IndexSource source, NetworkFolder.Types types) {
    IndexFile.Opening opening = new IndexDirectory(directory, source, types, false).openExisting();
    if (opening.index() != null) {
      opening.index().close();
    }
    return Optional.ofNullable(opening.finding())
        .filter(finding -> finding.problem() != IndexFinding.Problem.ON_NETWORK);
  }

  /**
   * Opens the index on disk when it is intact and for this state of the dataset; the caller closes
   * it. Otherwise nothing is built.
   *
   * @param mayBeRemote whether it may be mapped from a network file system
   */
  public static Optional<SampleIndex> openFitting(
      Path directory, IndexSource source, boolean mayBeRemote) {
    NetworkFolder.Types types = NetworkFolder.Types.SYSTEM;
    return network(directory, types, mayBeRemote).isPresent()
        ? Optional.empty()
        : Optional.ofNullable(
            new IndexDirectory(directory, source, types, mayBeRemote).openExisting().index());
  }

  /**
   * Opens the index on disk when its sidecar shows that it is intact, whatever state of whatever
   * dataset it is for; the caller closes it. It says what there should be in a dataset that has
   * lost its manifest.
   */
  public static Optional<SampleIndex> openIntact(Path directory) {
    Optional<String> network = NetworkFolder.type(directory, NetworkFolder.Types.SYSTEM);
    return network.isPresent()
        ? Optional.empty()
        : Optional.ofNullable(new IndexFile(directory).openAny().index());
  }

  private SampleIndex open(IndexPolicy policy, IndexListener listener) throws IOException {
    if (policy == IndexPolicy.TEMPORARY) {
      return TemporaryIndex.build(source);
    }
    if (network(directory, types, mayBeRemote).isPresent()) {
      return openNotMapped(policy, listener);
    }
    IndexFile.Opening first = openExisting();
    if (first.index() != null) {
      return first.index();
    }
    if (policy == IndexPolicy.FAIL) {
      throw unusable(first.finding(), "an index for generation " + source.identity().generation());
    }
    if (first.finding().problem() == IndexFinding.Problem.NEWER_GENERATION) {
      // The published index serves those who have the newer manifest.
      return temporary(first.finding(), listener);
    }
    IndexFinding newer;
    try (IndexPublisher publisher = IndexPublisher.lock(directory)) {
      IndexFile.Opening second =
          openExisting(); // Another process may have built it while this one waited.
      if (second.index() != null) {
        return second.index();
      }
      if (second.finding().problem() != IndexFinding.Problem.NEWER_GENERATION) {
        listener.rebuilding(existing.file(), second.finding(), true);
        publisher.publish(source, Older.PUBLISHED, DurableSteps.NONE);
        return justBuilt();
      }
      newer = second.finding();
    } catch (IndexNotWritableException e) {
      if (policy == IndexPolicy.REBUILD) {
        PcrException unusable = unusable(first.finding(), "an index; " + e.getMessage());
        unusable.addSuppressed(e);
        throw unusable;
      }
      return temporary(first.finding(), listener);
    }
    // While this one waited, somebody published the index of those who have a newer manifest.
    return temporary(newer, listener);
  }

  private SampleIndex openNotMapped(IndexPolicy policy, IndexListener listener) throws IOException {
    IndexFinding finding = new IndexFinding(IndexFinding.Problem.ON_NETWORK, existing.onNetwork());
    if (policy != IndexPolicy.REBUILD_OR_TEMPORARY) {
      throw unusable(finding, "an index on a local disk");
    }
    return temporary(finding, listener);
  }

  /** Opens it before anybody else can publish another. */
  private SampleIndex justBuilt() throws IOException {
    IndexFile.Opening built = openExisting();
    if (built.index() == null) {
      throw unusable(built.finding(), "the index that was just built");
    }
    return built.index();
  }

  private IndexFile.Opening openExisting() {
    return existing.open(source.identity(), shards);
  }

  private SampleIndex temporary(IndexFinding finding, IndexListener listener) throws IOException {
    listener.rebuilding(existing.file(), finding, false);
    return TemporaryIndex.build(source);
  }

  private PcrException unusable(IndexFinding finding, String wanted) {
    FieldLocation location = new FieldLocation("Index", 0, existing.file().toString());
    ErrorCode code = finding.problem().code();
    return code == ErrorCode.UNSUPPORTED
        ? new PcrException.Unsupported(code, location, "index", finding, wanted)
        : new PcrException.Corrupt(code, location, finding, wanted);
  }
}
