package io.pcr.format.commit;

import static java.util.Objects.requireNonNull;

import io.pcr.format.commit.DurableSteps.Step;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.GatheringByteChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ThreadLocalRandom;

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
  private final Path temporary;
  private final DurableSteps steps;
  private final FileChannel file;
  private boolean committed;

  private AtomicFile(Path target, Path temporary, DurableSteps steps, FileChannel file) {
    this.target = target;
    this.temporary = temporary;
    this.steps = steps;
    this.file = file;
  }

  /** Creates the temporary file. */
  public static AtomicFile create(Path target) throws IOException {
    return create(target, DurableSteps.NONE);
  }

  /** Creates the temporary file, telling of every step. */
  public static AtomicFile create(Path target, DurableSteps steps) throws IOException {
    requireNonNull(steps, "steps");
    String random = Long.toString(ThreadLocalRandom.current().nextLong() & Long.MAX_VALUE, 36);
    String name = TEMPORARY_PREFIX + target.getFileName() + "." + random + TEMPORARY_SUFFIX;
    Path temporary = target.resolveSibling(name);
    steps.before(Step.CREATE, target);
    FileChannel file =
        FileChannel.open(
            temporary,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
    tryLock(file);
    return new AtomicFile(target, temporary, steps, file);
  }

  /**
   * Removes what processes left that were killed while they wrote this file: nobody holds the locks
   * of those temporary files any more. Where the file system keeps no locks they stay.
   */
  public static void deleteAbandoned(Path target) throws IOException {
    String prefix = TEMPORARY_PREFIX + target.getFileName() + ".";
    DirectoryStream.Filter<Path> own =
        path -> isTemporary(path) && path.getFileName().toString().startsWith(prefix);
    Path folder = target.toAbsolutePath().getParent();
    try (DirectoryStream<Path> temporaries = Files.newDirectoryStream(folder, own)) {
      for (Path temporary : temporaries) {
        boolean abandoned;
        try (FileChannel file = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
          abandoned = tryLock(file);
        }
        if (abandoned) {
          Files.deleteIfExists(temporary);
        }
      }
    } catch (NoSuchFileException | AccessDeniedException e) {
      // Somebody else's, or gone meanwhile.
    }
  }

  private static boolean tryLock(FileChannel file) {
    try {
      return file.tryLock() != null;
    } catch (IOException | OverlappingFileLockException e) {
      return false;
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
      file.write(buffer);
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
    return temporary;
  }

  /** Takes the content, from the start of the file on; closing it does nothing. */
  public GatheringByteChannel channel() {
    return new StepChannel();
  }

  /** Makes the content durable and gives the file its name. */
  public void commit() throws IOException {
    steps.before(Step.FORCE, target);
    file.force(true);
    file.close();
    steps.before(Step.RENAME, target);
    Files.move(
        temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    committed = true;
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
    steps.before(Step.DELETE, path);
    Files.deleteIfExists(path);
    forceDirectory(path.toAbsolutePath().getParent(), steps);
  }

  @Override
  public void close() throws IOException {
    file.close();
    if (!committed) {
      Files.deleteIfExists(temporary);
    }
  }

  private final class StepChannel implements GatheringByteChannel {
    @Override
    public int write(ByteBuffer buffer) throws IOException {
      steps.before(Step.WRITE, target);
      return file.write(buffer);
    }

    @Override
    public long write(ByteBuffer[] buffers) throws IOException {
      return write(buffers, 0, buffers.length);
    }

    @Override
    public long write(ByteBuffer[] buffers, int offset, int length) throws IOException {
      steps.before(Step.WRITE, target);
      return file.write(buffers, offset, length);
    }

    @Override
    public boolean isOpen() {
      return file.isOpen();
    }

    @Override
    public void close() {
      // The file is closed with its owner.
    }
  }
}
