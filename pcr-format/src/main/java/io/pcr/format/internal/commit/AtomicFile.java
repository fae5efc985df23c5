package io.pcr.format.internal.commit;

import static java.util.Objects.requireNonNull;

import io.pcr.format.commit.DurableSteps;
import io.pcr.format.commit.DurableSteps.Step;
import io.pcr.format.source.ByteSource;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.GatheringByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file that appears whole or not at all. It is written under a temporary name in the target's
 * folder; {@link #commit} forces it to the medium, gives it its name, replacing what had it, and
 * forces the folder. Closed without a commit it leaves nothing behind.
 *
 * <p>For one thread. Whoever opened it closes it; {@link #close} may be called more than once. What
 * a killed process leaves is known by {@link #isTemporary}.
 */
public final class AtomicFile implements Closeable {
  private static final String TEMPORARY_PREFIX = ".";
  private static final String TEMPORARY_SUFFIX = ".pcr-tmp";

  private final Path target;
  private final TemporaryFile temporary;
  private final DurableSteps steps;

  private AtomicFile(Path target, TemporaryFile temporary, DurableSteps steps) {
    this.target = target;
    this.temporary = temporary;
    this.steps = steps;
  }

  /** Is asked just before a file gets its name; it throws when that must not be. */
  @FunctionalInterface
  public interface LastLook {
    void look() throws IOException;
  }

  /** Creates the temporary file. */
  public static AtomicFile create(Path target) throws IOException {
    return create(target, DurableSteps.NONE);
  }

  /** Creates the temporary file, telling of every step. */
  public static AtomicFile create(Path target, DurableSteps steps) throws IOException {
    requireNonNull(steps, "steps");
    OwnFile.requireReplaceable(target);
    steps.before(Step.CREATE, target);
    Path folder = target.toAbsolutePath().getParent();
    String prefix = TEMPORARY_PREFIX + target.getFileName() + ".";
    return new AtomicFile(target, TemporaryFile.create(folder, prefix, TEMPORARY_SUFFIX), steps);
  }

  /**
   * Removes what processes left that were killed while they wrote this file: nobody holds the locks
   * of those temporary files any more. Where the file system keeps no locks they stay.
   */
  public static void deleteAbandoned(Path target) throws IOException {
    String prefix = TEMPORARY_PREFIX + target.getFileName() + ".";
    deleteAbandoned(
        target.toAbsolutePath().getParent(),
        path -> isTemporary(path) && path.getFileName().toString().startsWith(prefix));
  }

  /** Removes what processes left in a folder that were killed while they wrote any file there. */
  public static void deleteAllAbandoned(Path folder) throws IOException {
    deleteAbandoned(folder, AtomicFile::isTemporary);
  }

  private static void deleteAbandoned(Path folder, DirectoryStream.Filter<Path> filter)
      throws IOException {
    try (DirectoryStream<Path> temporaries = Files.newDirectoryStream(folder, filter)) {
      for (Path temporary : temporaries) {
        TemporaryFile.deleteAbandoned(temporary);
      }
    } catch (NoSuchFileException | AccessDeniedException e) {
      // Somebody else's, or gone meanwhile.
    }
  }

  /** Writes a whole file. */
  public static void write(Path target, DurableSteps steps, ByteBuffer... content)
      throws IOException {
    try (AtomicFile out = create(target, steps)) {
      for (ByteBuffer buffer : content) {
        ByteBuffer rest = buffer.duplicate();
        while (rest.hasRemaining()) {
          steps.before(Step.WRITE, target);
          out.put(rest);
        }
      }
      out.commit();
    }
  }

  private void put(ByteBuffer buffer) throws IOException {
    try {
      temporary.channel().write(buffer);
    } catch (ClosedChannelException e) {
      throw e;
    } catch (IOException e) {
      // A failed write says why and not where.
      throw new IOException(target + ": " + e.getMessage(), e);
    }
  }

  /** Whether a path has the name of a temporary file of this class. */
  public static boolean isTemporary(Path path) {
    String name = path.getFileName().toString();
    return name.startsWith(TEMPORARY_PREFIX) && name.endsWith(TEMPORARY_SUFFIX);
  }

  /** The file while it is written, under a name that does not last. */
  public Path temporary() {
    return temporary.path();
  }

  /** Takes the content, from the start of the file on; closing it does nothing. */
  public GatheringByteChannel channel() {
    return new StepChannel();
  }

  /**
   * What was written so far, for reading it back; it lives as long as this, and needs no closing.
   */
  public ByteSource written() throws IOException {
    return new WrittenBytes(target, temporary.channel(), temporary.channel().size());
  }

  /** Makes the content durable and gives the file its name. */
  public void commit() throws IOException {
    commit(() -> {});
  }

  /** As {@link #commit()}, with a last look between the two. */
  public void commit(LastLook look) throws IOException {
    steps.before(Step.FORCE, target);
    temporary.channel().force(true);
    OwnFile.requireReplaceable(target);
    steps.before(Step.RENAME, target);
    look.look();
    temporary.moveTo(target);
    forceDirectory(target.toAbsolutePath().getParent(), steps);
  }

  /**
   * As {@link #commit()}, where nothing may have the name: what has it is kept.
   *
   * @throws java.nio.file.FileAlreadyExistsException when something has it
   */
  public void commitNew() throws IOException {
    commitNew(() -> {});
  }

  /** As {@link #commitNew()}, with a last look when the content is durable. */
  public void commitNew(LastLook look) throws IOException {
    steps.before(Step.FORCE, target);
    temporary.channel().force(true);
    look.look();
    steps.before(Step.LINK, target);
    temporary.moveToFree(target);
    forceDirectory(target.toAbsolutePath().getParent(), steps);
  }

  /**
   * As {@link #commitNew()}, by a hard link or not at all: nobody ever sees the name with less than
   * the whole file. May be called again when it has failed; the temporary file stays until this is
   * closed.
   *
   * @throws java.nio.file.FileAlreadyExistsException when something has the name; after any other
   *     exception the file may have it
   */
  public void commitByLink() throws IOException {
    steps.before(Step.FORCE, target);
    temporary.channel().force(true);
    steps.before(Step.LINK, target);
    temporary.link(target);
    forceDirectory(target.toAbsolutePath().getParent(), steps);
  }

  /**
   * Takes a name with a file of no bytes, and makes that durable.
   *
   * @throws java.nio.file.FileAlreadyExistsException when something has the name
   */
  public static void reserve(Path target, DurableSteps steps) throws IOException {
    steps.before(Step.LINK, target);
    TemporaryFile.reserve(target);
    forceDirectory(target.toAbsolutePath().getParent(), steps);
  }

  /** Makes the names in a folder durable. */
  public static void forceDirectory(Path folder, DurableSteps steps) throws IOException {
    steps.before(Step.FORCE_DIRECTORY, folder);
    // Only POSIX lets a directory be opened; elsewhere names are durable with the move.
    if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      try (FileChannel directory = FileChannel.open(folder, StandardOpenOption.READ)) {
        directory.force(true);
      }
    }
  }

  /** Removes a file and makes that durable. */
  public static void delete(Path path, DurableSteps steps) throws IOException {
    OwnFile.requireReplaceable(path);
    steps.before(Step.DELETE, path);
    OwnFile.delete(path);
    forceDirectory(path.toAbsolutePath().getParent(), steps);
  }

  @Override
  public void close() throws IOException {
    temporary.close();
  }

  private final class StepChannel implements GatheringByteChannel {
    @Override
    public int write(ByteBuffer buffer) throws IOException {
      steps.before(Step.WRITE, target);
      return temporary.channel().write(buffer);
    }

    @Override
    public long write(ByteBuffer[] buffers) throws IOException {
      return write(buffers, 0, buffers.length);
    }

    @Override
    public long write(ByteBuffer[] buffers, int offset, int length) throws IOException {
      steps.before(Step.WRITE, target);
      return temporary.channel().write(buffers, offset, length);
    }

    @Override
    public boolean isOpen() {
      return temporary.channel().isOpen();
    }

    @Override
    public void close() {
      // The file is closed with its owner.
    }
  }
}
