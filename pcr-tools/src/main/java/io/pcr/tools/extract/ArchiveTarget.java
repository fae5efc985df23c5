package io.pcr.tools.extract;

import io.pcr.format.commit.AtomicFile;
import io.pcr.format.commit.DurableSteps;
import io.pcr.tools.UsageException;
import java.io.Closeable;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.WritableByteChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where an archive goes: a new file, which appears whole or not at all, or standard output. Not
 * thread-safe; whoever opens it closes it.
 */
final class ArchiveTarget implements Closeable {
  /** Stands for standard output. */
  static final String STANDARD_OUTPUT = "-";

  private final Optional<AtomicFile> file;
  private final WritableByteChannel channel;
  private final Thread cleaner = new Thread(this::discard, "pcr-discard");

  private ArchiveTarget(Optional<AtomicFile> file, WritableByteChannel channel) {
    this.file = file;
    this.channel = channel;
    Runtime.getRuntime().addShutdownHook(cleaner);
  }

  /** An interrupted command leaves nothing half done behind. */
  private void discard() {
    try {
      closeFile();
    } catch (IOException e) {
      // The process is ending, and what is left has a name that says so.
    }
  }

  static boolean isStandardOutput(Path path) {
    return path.toString().equals(STANDARD_OUTPUT);
  }

  /**
   * Opens the target.
   *
   * @throws UsageException when something stands there already
   */
  @SuppressWarnings("resource") // standard output stays open for whoever else writes to it
  static ArchiveTarget open(Path path, DurableSteps steps) throws IOException {
    if (isStandardOutput(path)) {
      return new ArchiveTarget(
          Optional.empty(),
          new NamedChannel(
              "standard output", new FileOutputStream(FileDescriptor.out).getChannel()));
    }
    if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      throw new UsageException(path + " is there already; nothing is written over");
    }
    AtomicFile.deleteAbandoned(path.toAbsolutePath());
    AtomicFile file = AtomicFile.create(path.toAbsolutePath(), steps);
    return new ArchiveTarget(Optional.of(file), new NamedChannel(path.toString(), file.channel()));
  }

  /** A failed write says why and not where. */
  private record NamedChannel(String name, WritableByteChannel channel)
      implements WritableByteChannel {
    @Override
    public int write(ByteBuffer bytes) throws IOException {
      try {
        return channel.write(bytes);
      } catch (ClosedChannelException e) {
        throw e;
      } catch (IOException e) {
        throw new IOException(name + ": " + e.getMessage(), e);
      }
    }

    @Override
    public boolean isOpen() {
      return channel.isOpen();
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  WritableByteChannel channel() {
    return channel;
  }

  /** Gives the file its name. */
  void commit() throws IOException {
    if (file.isPresent()) {
      try {
        file.get().commitNew();
      } catch (FileAlreadyExistsException e) {
        throw new FileAlreadyExistsException(
            e.getFile(), null, "it was not there when this began; nothing is written over");
      }
    }
  }

  @Override
  public void close() throws IOException {
    closeFile();
    try {
      Runtime.getRuntime().removeShutdownHook(cleaner);
    } catch (IllegalStateException e) {
      // The process is ending already.
    }
  }

  private void closeFile() throws IOException {
    if (file.isPresent()) {
      file.get().close();
    }
  }
}
