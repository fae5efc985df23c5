package io.pcr.advisor.internal.strategy;

import com.sun.nio.file.ExtendedOpenOption;
import io.pcr.advisor.strategy.Picture;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** Image files, one a part, each read whole. Closing it does nothing. */
final class FileFeed implements Feed {
  private static final int BLOCK_BYTES = 4096;

  private final List<Path> paths;
  private final StoredFiles files;

  FileFeed(List<Path> paths, StoredFiles files) {
    this.paths = List.copyOf(paths);
    this.files = files;
  }

  @Override
  public int parts() {
    return paths.size();
  }

  @Override
  public Reader reader() {
    return new FileReader();
  }

  @Override
  public void close() {}

  private final class FileReader implements Reader {
    private final Picture picture = new Picture();
    private ByteBuffer blocks = ByteBuffer.allocateDirect(0);

    @Override
    public void read(int part, Receiver receiver) throws IOException {
      Path path = paths.get(part);
      if (!files.isDirect() || !readDirect(path)) {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
          int length = length(channel, path);
          fill(channel, picture.becomeFile(length), length, path);
        }
      }
      files.add(picture.length());
      receiver.take(picture);
    }

    /** Reads whole blocks; returns false when the file system does not. */
    private boolean readDirect(Path path) throws IOException {
      try (FileChannel channel =
          FileChannel.open(path, StandardOpenOption.READ, ExtendedOpenOption.DIRECT)) {
        int length = length(channel, path);
        int rounded = Math.addExact(length, BLOCK_BYTES - 1) / BLOCK_BYTES * BLOCK_BYTES;
        if (blocks.capacity() < rounded) {
          blocks = ByteBuffer.allocateDirect(rounded + BLOCK_BYTES).alignedSlice(BLOCK_BYTES);
        }
        fill(channel, blocks.clear().limit(rounded), length, path);
        picture.becomeFile(length).put(blocks.flip().limit(length));
        return true;
      } catch (UnsupportedOperationException e) {
        files.notice(path + " is read without direct I/O: " + e.getMessage());
        return false;
      }
    }

    private static int length(FileChannel channel, Path path) throws IOException {
      long length = channel.size();
      if (length > Integer.MAX_VALUE - 2 * BLOCK_BYTES) {
        throw new IOException(path + ": " + length + " bytes are too many for an image");
      }
      return (int) length;
    }

    private static void fill(FileChannel channel, ByteBuffer into, int length, Path path)
        throws IOException {
      while (into.position() < length) {
        if (channel.read(into) < 0) {
          throw new EOFException(path + " became shorter while it was read");
        }
      }
    }

    @Override
    public void close() {}
  }
}
