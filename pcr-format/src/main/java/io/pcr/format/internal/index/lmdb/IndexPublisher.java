package io.pcr.format.internal.index.lmdb;

import io.pcr.format.commit.DurableSteps;
import io.pcr.format.commit.DurableSteps.Step;
import io.pcr.format.internal.commit.AtomicFile;
import io.pcr.format.internal.commit.OwnFile;
import io.pcr.format.internal.commit.OwnFolder;
import io.pcr.format.internal.index.IndexBuilder;
import io.pcr.format.internal.index.IndexSource;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The right to publish the index of a directory, held by one thread of one process at a time.
 * Publishing builds in a scratch directory inside, forces, and moves into place: first the index,
 * then its sidecar. A process that dies leaves the old index, or one that its sidecar refutes; the
 * scratch directory is cleared by the next publisher.
 */
final class IndexPublisher implements Closeable {
  static final String LOCK_NAME = ".index.lock";
  static final String SCRATCH_NAME = ".index.tmp";

  private static final Map<Path, ReentrantLock> IN_THIS_PROCESS = new ConcurrentHashMap<>();

  private final Path directory;
  private final NetworkFolder.Types types;
  private final Path scratch;
  private final ReentrantLock threadLock;
  private final FileChannel processLock;
  private boolean isBuilt;

  private IndexPublisher(
      Path directory,
      NetworkFolder.Types types,
      ReentrantLock threadLock,
      FileChannel processLock) {
    this.directory = directory;
    this.types = types;
    this.scratch = directory.resolve(SCRATCH_NAME);
    this.threadLock = threadLock;
    this.processLock = processLock;
  }

  /** Waits for the right to publish. */
  static IndexPublisher lock(Path directory) throws IOException {
    return lock(directory, NetworkFolder.Types.SYSTEM);
  }

  /** As {@link #lock(Path)}. */
  static IndexPublisher lock(Path directory, NetworkFolder.Types types) throws IOException {
    ReentrantLock threadLock =
        IN_THIS_PROCESS.computeIfAbsent(realPath(directory), path -> new ReentrantLock());
    threadLock.lock();
    boolean locked = false;
    FileChannel channel = null;
    try {
      channel = openLock(directory.resolve(LOCK_NAME));
      channel.lock();
      requireReplaceable(directory.resolve(IndexFile.NAME));
      requireReplaceable(directory.resolve(IndexFile.SIDECAR_NAME));
      locked = true;
      return new IndexPublisher(directory, types, threadLock, channel);
    } catch (ClosedByInterruptException e) {
      throw e;
    } catch (IOException e) {
      throw new IndexNotWritableException(directory, e);
    } finally {
      if (!locked) {
        if (channel != null) {
          channel.close();
        }
        threadLock.unlock();
      }
    }
  }

  /**
   * Another user's lock file is replaced when nobody holds it. Two that publish at once spoil an
   * index at worst, which readers find out and build anew.
   */
  private static FileChannel openLock(Path file) throws IOException {
    try {
      return OwnFile.openLock(file);
    } catch (FileSystemException e) {
      if (!OwnFile.deleteForeignLock(file)) {
        throw e;
      }
    }
    return OwnFile.openLock(file);
  }

  private static Path realPath(Path directory) throws IndexNotWritableException {
    try {
      return directory.toRealPath();
    } catch (IOException e) {
      throw new IndexNotWritableException(directory, e);
    }
  }

  /** Where the index of the samples of older shards comes from. */
  enum Older {
    /** The published index, where it is whole and of the first shards. */
    PUBLISHED,
    /** The shards. */
    SHARDS
  }

  /** Builds the index and publishes it. Damage in the shards is thrown as it is found. */
  void publish(IndexSource source, Older older, DurableSteps steps) throws IOException {
    build(source, older, steps);
    publishBuilt(steps);
  }

  /** Builds the index in the scratch directory, where nobody reads it. */
  void build(IndexSource source, Older older, DurableSteps steps) throws IOException {
    steps.before(Step.CREATE, scratch);
    try {
      OwnFolder.requireFolderOrNothing(scratch);
      moveWhatADeadPublisherLeft();
      OwnFolder.delete(scratch);
      OwnFolder.make(scratch);
    } catch (IOException e) {
      throw new IndexNotWritableException(directory, e);
    }
    isBuilt = true;
    Path file = scratch.resolve(IndexFile.NAME);
    if (NetworkFolder.type(directory, types).isPresent()) {
      buildOnALocalDisk(source, older, file);
    } else {
      build(source, older, scratch, file);
    }
    IndexSidecar stated =
        new IndexSidecar(source.identity(), Files.size(file), IndexFile.sha256(file));
    Files.write(
        scratch.resolve(IndexFile.SIDECAR_NAME),
        stated.encode(),
        StandardOpenOption.CREATE_NEW,
        StandardOpenOption.WRITE);
  }

  /** What is built is mapped; only its copy goes to the file, which is not. */
  private void buildOnALocalDisk(IndexSource source, Older older, Path file) throws IOException {
    Path local = Files.createTempDirectory("pcr-index-");
    try {
      Path built = local.resolve(IndexFile.NAME);
      build(source, older, local, built);
      Files.copy(built, file);
    } finally {
      OwnFolder.delete(local);
    }
  }

  private void build(IndexSource source, Older older, Path folder, Path file) throws IOException {
    if (older == Older.PUBLISHED
        && LmdbIndexGrowth.build(new IndexFile(directory), source, folder, file)) {
      return;
    }
    try (LmdbIndexOutput output = new LmdbIndexOutput(folder, file)) {
      IndexBuilder.build(source, folder, output);
    }
  }

  /** Moves the index that was built into place, then its sidecar. */
  void publishBuilt(DurableSteps steps) throws IOException {
    for (String name : List.of(IndexFile.NAME, IndexFile.SIDECAR_NAME)) {
      moveIntoPlace(scratch.resolve(name), directory.resolve(name), steps);
    }
    AtomicFile.forceDirectory(directory, steps);
  }

  /**
   * A publisher that died between its two moves left the index's sidecar in the scratch folder,
   * where readers find it until that folder is emptied.
   */
  private void moveWhatADeadPublisherLeft() throws IOException {
    Path sidecar = scratch.resolve(IndexFile.SIDECAR_NAME);
    if (OwnFile.exists(sidecar) && !OwnFile.exists(scratch.resolve(IndexFile.NAME))) {
      Files.move(
          sidecar, directory.resolve(IndexFile.SIDECAR_NAME), StandardCopyOption.ATOMIC_MOVE);
    }
  }

  /**
   * Proves that nothing stands in the way of an index, without waiting for the right to publish.
   */
  static void requireFree(Path directory) throws IOException {
    OwnFile.requireReplaceable(directory.resolve(LOCK_NAME));
    OwnFolder.requireFolderOrNothing(directory.resolve(SCRATCH_NAME));
    for (String name : List.of(IndexFile.NAME, IndexFile.SIDECAR_NAME)) {
      Path target = directory.resolve(name);
      if (!isEmptyFolder(target)) {
        OwnFile.requireReplaceable(target);
      }
    }
  }

  /**
   * A directory in the index's place goes when it is empty; what somebody put there is not ours.
   */
  private static void requireReplaceable(Path target) throws IOException {
    if (isEmptyFolder(target)) {
      Files.delete(target);
    }
    OwnFile.requireReplaceable(target);
  }

  private static boolean isEmptyFolder(Path target) throws IOException {
    if (!Files.isDirectory(target, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(target)) {
      return !entries.iterator().hasNext();
    }
  }

  private void moveIntoPlace(Path file, Path target, DurableSteps steps) throws IOException {
    steps.before(Step.FORCE, target);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      channel.force(true);
    }
    steps.before(Step.RENAME, target);
    try {
      OwnFile.requireReplaceable(target);
      Files.move(file, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new IndexNotWritableException(directory, e);
    }
  }

  /**
   * Deletes the scratch directory. Then the file lock goes first: while this process still had it,
   * its next thread could not take it.
   */
  @Override
  public void close() throws IOException {
    try (processLock) {
      if (isBuilt) {
        OwnFolder.delete(scratch);
      }
    } finally {
      threadLock.unlock();
    }
  }
}
