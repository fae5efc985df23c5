package io.pcr.testkit;

import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import io.pcr.reader.location.DatasetFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * A file on a disk that cannot be read in one place, whenever it is tried.
 *
 * @param from where the place begins
 * @param to where it ends
 */
public record BadSectors(ByteSource file, long from, long to) implements ByteSource {
  /** A dataset's folder on such a disk, one shard of which has the place. */
  public static DatasetFolder in(Path dataset, String shard, long from, long to) {
    return name -> {
      ByteSource file = FileByteSource.open(dataset.resolve(name));
      return name.equals(shard) ? new BadSectors(file, from, to) : file;
    };
  }

  @Override
  public long length() throws IOException {
    return file.length();
  }

  @Override
  public void readFully(long position, ByteBuffer dst) throws IOException {
    if (position < to && position + dst.remaining() > from) {
      throw new IOException(file + ": Input/output error");
    }
    file.readFully(position, dst);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  @Override
  public String toString() {
    return file.toString();
  }
}
