package io.pcr.reader.internal.source;

import com.sun.nio.file.ExtendedOpenOption;
import io.pcr.format.error.AlreadyClosedException;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.source.SourceReads;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A file read past the page cache ({@code O_DIRECT}): for datasets much larger than memory, where
 * caching would only drive out what others use. Reads of whole blocks into an aligned direct buffer
 * go straight there; all others pass through a bounded pool of aligned buffers shared by all
 * sources. Thread-safe.
 */
public final class DirectByteSource implements ByteSource {
  private static final int POOL_BUFFERS = 8;
  private static final int POOL_BUFFER_BYTES = 1024 * 1024;

  /** Covers the logical block of any disk; a file system that wants more is refused. */
  private static final int BLOCK_BYTES = 4096;

  private static final AlignedBuffers BUFFERS =
      new AlignedBuffers(POOL_BUFFERS, POOL_BUFFER_BYTES, BLOCK_BYTES);

  private final Path path;
  private final Optional<Object> identity;
  private final long length;
  private volatile FileChannel channel;
  private volatile boolean closed;

  private DirectByteSource(Path path, FileChannel channel, Optional<Object> identity, long length) {
    this.path = path;
    this.identity = identity;
    this.channel = channel;
    this.length = length;
  }

  /**
   * Opens a file for direct reading where its file system can, and as a {@link FileByteSource}
   * where it cannot.
   *
   * @param notice told in one sentence when it cannot
   */
  public static ByteSource open(Path path, Consumer<String> notice) throws IOException {
    Optional<Object> identity = SourceReads.identityOfFile(path);
    FileChannel channel = null;
    try {
      channel = openDirect(path);
      DirectByteSource source = new DirectByteSource(path, channel, identity, channel.size());
      source.probe();
      return source;
    } catch (UnsupportedOperationException | IOException e) {
      if (channel != null) {
        channel.close();
      }
      FileByteSource plain = FileByteSource.open(path); // Throws for what is wrong with the file.
      notice.accept(path + " is read without direct I/O: " + e.getMessage());
      return plain;
    }
  }

  private static FileChannel openDirect(Path path) throws IOException {
    if (Files.getFileStore(path).getBlockSize() > BLOCK_BYTES) {
      throw new UnsupportedOperationException("blocks of more than " + BLOCK_BYTES + " bytes");
    }
    return FileChannel.open(path, StandardOpenOption.READ, ExtendedOpenOption.DIRECT);
  }

  /** Some file systems open a file for direct reading and then refuse to read. */
  private void probe() throws IOException {
    readFully(0, ByteBuffer.allocate((int) Math.min(1, length)));
  }

  @Override
  public long length() {
    return length;
  }

  @Override
  public void readFully(long position, ByteBuffer dst) throws IOException {
    SourceReads.checkRead(this, position, dst.remaining(), length);
    long at = position;
    while (dst.hasRemaining()) {
      int direct = straightBytes(at, dst);
      at += direct > 0 ? readStraight(at, dst, direct) : readThroughPool(at, dst);
    }
  }

  /**
   * How many bytes can be read into {@code dst} itself: a multiple of the block, 0 when position or
   * address is not aligned.
   */
  private static int straightBytes(long position, ByteBuffer dst) {
    boolean aligned =
        dst.isDirect()
            && position % BLOCK_BYTES == 0
            && dst.alignmentOffset(dst.position(), BLOCK_BYTES) == 0;
    return aligned ? dst.remaining() - dst.remaining() % BLOCK_BYTES : 0;
  }

  private int readStraight(long position, ByteBuffer dst, int bytes) throws IOException {
    int limit = dst.limit();
    dst.limit(dst.position() + bytes);
    try {
      return read(position, dst, bytes);
    } finally {
      dst.limit(limit);
    }
  }

  private int readThroughPool(long position, ByteBuffer dst) throws IOException {
    ByteBuffer buffer = BUFFERS.take();
    try {
      int skip = (int) (position % BLOCK_BYTES);
      long needed = (long) skip + dst.remaining();
      if (needed < buffer.capacity()) {
        buffer.limit((int) ((needed + BLOCK_BYTES - 1) / BLOCK_BYTES * BLOCK_BYTES));
      }
      int read = read(position - skip, buffer, skip + 1);
      int bytes = Math.min(read - skip, dst.remaining());
      dst.put(buffer.slice(skip, bytes));
      return bytes;
    } finally {
      BUFFERS.giveBack(buffer);
    }
  }

  /**
   * Reads once; what is short of {@code atLeast} bytes, or ends inside a block, is the end of the
   * file, which was not there when it was opened.
   */
  private int read(long position, ByteBuffer dst, int atLeast) throws IOException {
    while (true) {
      FileChannel current = channel;
      int start = dst.position();
      try {
        int read = current.read(dst, position);
        if (read < atLeast && (read <= 0 || read % BLOCK_BYTES != 0)) {
          throw SourceReads.truncated(this, position, atLeast, position + Math.max(0, read));
        }
        return read;
      } catch (ClosedByInterruptException e) {
        throw e;
      } catch (ClosedChannelException e) {
        dst.position(start);
        reopen(current);
      } catch (PcrException e) {
        throw e;
      } catch (IOException e) {
        throw SourceReads.failed(this, position, e);
      }
    }
  }

  /** Another thread, interrupted in a read, has closed the channel under this one. */
  private synchronized void reopen(FileChannel broken) throws IOException {
    if (closed) {
      throw new AlreadyClosedException(path);
    }
    if (channel != broken) {
      return;
    }
    channel = SourceReads.requireSame(openDirect(path), path, length, identity);
  }

  /** Pool buffers in use by reads of any source. */
  static int buffersInUse() {
    return BUFFERS.inUse();
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
