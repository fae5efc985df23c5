package io.pcr.advisor.internal.strategy;

import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import io.pcr.reader.internal.source.DirectByteSource;
import io.pcr.reader.internal.source.Link;
import io.pcr.reader.location.DatasetFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/**
 * Opens the files of a dataset past the page cache or through it, perhaps at the far end of a slow
 * link, and counts the bytes that are read. Thread-safe.
 */
public final class StoredFiles {
  private final boolean isDirect;
  private final Optional<Link> link;
  private final LongAdder bytes = new LongAdder();
  private final AtomicReference<String> notice = new AtomicReference<>();

  /**
   * @param isDirect whether the page cache is bypassed
   * @param link that all reads pass
   */
  public StoredFiles(boolean isDirect, Optional<Link> link) {
    this.isDirect = isDirect;
    this.link = link;
  }

  /** A folder whose files are opened in this way. */
  public DatasetFolder folder(Path folder) {
    return name -> open(folder.resolve(name));
  }

  private ByteSource open(Path path) throws IOException {
    ByteSource file =
        isDirect ? DirectByteSource.open(path, this::notice) : FileByteSource.open(path);
    ByteSource counted = new CountedSource(file, bytes);
    return link.isPresent() ? link.get().to(counted) : counted;
  }

  /** Notes that a file could not be read as it was asked for. */
  void notice(String text) {
    notice.compareAndSet(null, text);
  }

  /** Counts bytes that were read in another way. */
  void add(long read) {
    bytes.add(read);
  }

  boolean isDirect() {
    return isDirect;
  }

  /** Why the page cache was not bypassed although it had to be; empty when it was. */
  public Optional<String> notice() {
    return Optional.ofNullable(notice.get());
  }

  /** Bytes read so far, from wherever they came. */
  public long bytesRead() {
    return bytes.sum();
  }

  private record CountedSource(ByteSource source, LongAdder bytes) implements ByteSource {
    @Override
    public long length() throws IOException {
      return source.length();
    }

    @Override
    public void readFully(long position, ByteBuffer dst) throws IOException {
      int length = dst.remaining();
      source.readFully(position, dst);
      bytes.add(length);
    }

    @Override
    public boolean isLocal() {
      return source.isLocal();
    }

    @Override
    public void close() throws IOException {
      source.close();
    }

    @Override
    public String toString() {
      return source.toString();
    }
  }
}
