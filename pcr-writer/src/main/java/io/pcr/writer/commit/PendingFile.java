package io.pcr.writer.commit;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * A file that is being written beside the place where it will stand: it appears there whole, once
 * it is on disk, or not at all. Closing without {@link #commit} takes it back.
 *
 * <p>Not thread-safe. Whoever creates it closes it.
 */
public final class PendingFile implements Closeable {
  /** Names that start and end so are leavings of a crash. */
  static final String PREFIX = ".";

  static final String SUFFIX = ".pending";

  private final Path target;
  private final Path pending;
  private final FileChannel channel;
  private final DurableSteps steps;
  private boolean committed;

  private PendingFile(Path target, Path pending, FileChannel channel, DurableSteps steps) {
    this.target = target;
    this.pending = pending;
    this.channel = channel;
    this.steps = steps;
  }

  /** Starts the file that will be {@code target}; leavings of an earlier try are overwritten. */
  public static PendingFile create(Path target, DurableSteps steps) throws IOException {
    Path pending = target.resolveSibling(PREFIX + target.getFileName() + SUFFIX);
    FileChannel channel =
        FileChannel.open(
            pending,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE);
    return new PendingFile(target, pending, channel, steps);
  }

  /** Whether a file name is one that a crash can leave behind. */
  public static boolean isLeaving(String fileName) {
    return fileName.startsWith(PREFIX) && fileName.endsWith(SUFFIX);
  }

  /** Where to write; only until {@link #commit}. */
  public FileChannel channel() {
    return channel;
  }

  /** Makes the file durable and visible under its name, replacing what stood there. */
  public void commit() throws IOException {
    String name = target.getFileName().toString();
    steps.at("written " + name);
    channel.force(true);
    channel.close();
    steps.at("forced " + name);
    Files.move(
        pending, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    committed = true;
    steps.at("moved " + name);
    forceFolder(target.toAbsolutePath().getParent());
    steps.at("committed " + name);
  }

  /** Makes durable which files a folder holds. */
  public static void forceFolder(Path folder) throws IOException {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
    if (!committed) {
      Files.deleteIfExists(pending);
    }
  }
}
