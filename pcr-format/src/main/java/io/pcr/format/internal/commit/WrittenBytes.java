package io.pcr.format.internal.commit;

import io.pcr.format.internal.source.SourceReads;
import io.pcr.format.source.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * A file that is being written, read by the channel that writes it: a second channel of the file
 * would free its lock when it is closed. The channel is its owner's to close.
 *
 * @param target the name that the file will have
 * @param length of what is there
 */
record WrittenBytes(Path target, FileChannel channel, long length) implements ByteSource {
  @Override
  public void readFully(long position, ByteBuffer dst) throws IOException {
    SourceReads.checkRead(this, position, dst.remaining(), length);
    long at = position;
    while (dst.hasRemaining()) {
      int read = channel.read(dst, at);
      if (read < 0) {
        throw SourceReads.truncated(this, at, dst.remaining(), at);
      }
      at += read;
    }
  }

  @Override
  public void close() {
    // The channel is closed by whoever opened it.
  }

  @Override
  public String toString() {
    return target.toString();
  }
}
