package io.pcr.format.source;

import static io.pcr.format.internal.source.SourceReads.checkRead;
import static io.pcr.format.internal.source.SourceReads.truncated;
import static java.util.Objects.requireNonNull;

import io.pcr.format.error.AlreadyClosedException;
import io.pcr.format.internal.source.SourceReads;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * A file, read with positional reads. Thread-safe.
 *
 * <p>The JDK closes a channel under all its users when one of its threads is interrupted in a read.
 * Here only the interrupted thread fails, with {@link ClosedByInterruptException}; for the others
 * the file is opened again, after a check that it is the same file.
 */
public final class FileByteSource implements ByteSource {
  private final Path path;
  private final Optional<Object> identity;
  private final long length;
  private volatile FileChannel channel;
  private volatile boolean closed;

  FileByteSource(Path path, FileChannel channel, Optional<Object> identity, long length) {
    this.path = path;
    this.channel = channel;
    this.identity = identity;
    this.length = length;
  }

  /** Opens a file for reading; its length is taken now. */
  public static FileByteSource open(Path path) throws IOException {
    requireNonNull(path, "path");
    Optional<Object> identity = SourceReads.identityOfFile(path);
    FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
    try {
      return new FileByteSource(path, channel, identity, channel.size());
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  @Override
  public long length() {
    return length;
  }

  @Override
  public void readFully(long position, ByteBuffer dst) throws IOException {
    checkRead(this, position, dst.remaining(), length);
    int start = dst.position();
    while (true) {
      FileChannel current = channel;
      try {
        fill(current, position, dst);
        return;
      } catch (ClosedByInterruptException e) {
        throw e;
      } catch (ClosedChannelException e) {
        reopen(current);
        dst.position(start);
      }
    }
  }

  private void fill(FileChannel from, long start, ByteBuffer dst) throws IOException {
    long position = start;
    while (dst.hasRemaining()) {
      int wanted = dst.remaining();
      int read;
      try {
        read = from.read(dst, position);
      } catch (ClosedChannelException e) {
        throw e;
      } catch (IOException e) {
        throw SourceReads.failed(this, position, e);
      }
      if (read < 0) {
        throw truncated(this, position, wanted, position);
      }
      position += read;
    }
  }

  private synchronized void reopen(FileChannel broken) throws IOException {
    if (closed) {
      throw new AlreadyClosedException(path);
    }
    if (channel != broken) {
      return;
    }
    channel =
        SourceReads.requireSame(
            FileChannel.open(path, StandardOpenOption.READ), path, length, identity);
  }

  @Override
  public boolean isLocal() {
    return true;
  }

  @Override
  public synchronized void close() throws IOException {
    closed = true;
    channel.close();
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
