package io.pcr.writer.extract;

import io.pcr.format.commit.AtomicFile;
import io.pcr.format.commit.DurableSteps;
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
 * Where an archive goes: a new file, which appears whole or not at all, or a channel. Not
 * thread-safe, but for {@link #close}; whoever opens it closes it.
 */
public final class ArchiveTarget implements Closeable {
  private final Optional<AtomicFile> file;
  private final WritableByteChannel channel;

  private ArchiveTarget(Optional<AtomicFile> file, WritableByteChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /** As {@link #create(Path, DurableSteps)}, telling nobody. */
  public static ArchiveTarget create(Path path) throws IOException {
    return create(path, DurableSteps.NONE);
  }

  /**
   * A new file. Closed before it is committed, it leaves nothing.
   *
   * @throws FileAlreadyExistsException when something stands there already
   */
  public static ArchiveTarget create(Path path, DurableSteps steps) throws IOException {
    if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      throw new FileAlreadyExistsException(
          path.toString(), null, "is there already; nothing is written over");
    }
    AtomicFile.deleteAbandoned(path.toAbsolutePath());
    AtomicFile file = AtomicFile.create(path.toAbsolutePath(), steps);
    return new ArchiveTarget(Optional.of(file), new NamedChannel(path.toString(), file.channel()));
  }

  /**
   * A channel, such as that of a process's output, which stays open.
   *
   * @param name that errors give it
   */
  public static ArchiveTarget of(String name, WritableByteChannel channel) {
    return new ArchiveTarget(Optional.empty(), new NamedChannel(name, channel));
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
    if (file.isPresent()) {
      file.get().close();
    }
  }
}
