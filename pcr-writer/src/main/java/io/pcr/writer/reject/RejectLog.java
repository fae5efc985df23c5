package io.pcr.writer.reject;

import io.pcr.format.commit.OwnFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The growing {@code rejects.jsonl} of a running conversion. It is cut back to a known length when
 * a conversion resumes, so that no input stands in it twice.
 *
 * <p>For one thread, but for {@link #force}. Whoever opens it closes it.
 */
public final class RejectLog implements Closeable {
  private static final int BUFFER_BYTES = 64 << 10;

  /** Hears of each reject before it is added. */
  public interface Observer {
    void adding(Reject reject) throws IOException;
  }

  private final FileChannel file;
  private final Observer observer;
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
  private long length;

  private RejectLog(FileChannel file, long length, Observer observer) {
    this.file = file;
    this.observer = observer;
    this.length = length;
  }

  /** Opens the log at {@code path}, keeping its first {@code keep} bytes. */
  public static RejectLog open(Path path, long keep) throws IOException {
    return open(path, keep, reject -> {});
  }

  /** As {@link #open(Path, long)}, with somebody who hears of what is added. */
  public static RejectLog open(Path path, long keep, Observer observer) throws IOException {
    FileChannel file = OwnFile.open(path);
    try {
      if (file.size() < keep) {
        throw new IOException(
            path + " is " + file.size() + " bytes long, " + keep + " were written to it");
      }
      file.truncate(keep);
      file.position(keep);
      return new RejectLog(file, keep, observer);
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  /** Adds one line. */
  public void add(Reject reject) throws IOException {
    observer.adding(reject);
    byte[] line = (reject.toJson() + "\n").getBytes(StandardCharsets.US_ASCII);
    length += line.length;
    if (line.length > buffer.remaining()) {
      drain();
    }
    if (line.length > buffer.capacity()) {
      write(ByteBuffer.wrap(line));
    } else {
      buffer.put(line);
    }
  }

  /** The length of the log with all that was added. */
  public long length() {
    return length;
  }

  /** Hands all that was added to the operating system. */
  public void flush() throws IOException {
    drain();
  }

  /** Makes durable what was flushed; may be called by another thread than the one that adds. */
  public void force() throws IOException {
    file.force(true);
  }

  private void drain() throws IOException {
    write(buffer.flip());
    buffer.clear();
  }

  private void write(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      file.write(bytes);
    }
  }

  @Override
  public void close() throws IOException {
    try (file) {
      drain();
    }
  }
}
