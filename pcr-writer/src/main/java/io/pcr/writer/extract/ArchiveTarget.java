package io.pcr.writer.extract;

import io.pcr.format.commit.DurableSteps;
import io.pcr.format.internal.commit.AtomicFile;
import java.io.Closeable;
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
 * The target of an archive: a new file, which appears complete or not at all, or a channel. Not
 * thread-safe, except for {@link #close}. Whoever opens it closes it; a {@link TarSink} or {@link
 * TfRecordSink} closes the target that it was given.
 */
public final class ArchiveTarget implements Closeable {
  private final Optional<AtomicFile> file;
  private final WritableByteChannel channel;

  private ArchiveTarget(Optional<AtomicFile> file, WritableByteChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /** Does the same as {@link #create(Path, DurableSteps)}, without reporting the steps. */
  public static ArchiveTarget create(Path path) throws IOException {
    return create(path, DurableSteps.NONE);
  }

  /**
   * A target that is a new file. If it is closed before the archive is complete, it leaves no file.
   *
   * @throws FileAlreadyExistsException when something with this name exists already
   */
  public static ArchiveTarget create(Path path, DurableSteps steps) throws IOException {
    if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      throw new FileAlreadyExistsException(
          path.toString(), null, "already exists and is not overwritten");
    }
    AtomicFile.deleteAbandoned(path.toAbsolutePath());
    AtomicFile file = AtomicFile.create(path.toAbsolutePath(), steps);
    return new ArchiveTarget(Optional.of(file), new NamedChannel(path.toString(), file.channel()));
  }

  /**
   * A target that is a channel, for example the standard output. Closing the target leaves the
   * channel open.
   *
   * @param name the name of the channel in errors
   */
  public static ArchiveTarget of(String name, WritableByteChannel channel) {
    return new ArchiveTarget(Optional.empty(), new NamedChannel(name, channel));
  }

  /** A failed write does not name its file. */
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
            e.getFile(), null, "it appeared while the command was running, and is not overwritten");
      }
    }
  }

  @Override
  public void close() throws IOException {
    if (file.isPresent()) {
      file.get().close();
    }
  }
}
