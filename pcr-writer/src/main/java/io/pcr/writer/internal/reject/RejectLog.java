package io.pcr.writer.internal.reject;

import io.pcr.format.internal.commit.OwnFile;
import io.pcr.writer.internal.journal.FileProof;
import io.pcr.writer.reject.Reject;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.zip.CRC32C;

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
  private final CRC32C crc = new CRC32C();
  private long length;

  private RejectLog(FileChannel file, Observer observer) {
    this.file = file;
    this.observer = observer;
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
      RejectLog log = new RejectLog(file, observer);
      log.takeInWhatIsThere();
      return log;
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  private void takeInWhatIsThere() throws IOException {
    file.position(0);
    while (file.read(buffer) >= 0) {
      buffer.flip();
      length += buffer.remaining();
      crc.update(buffer);
      buffer.clear();
    }
  }

  /** Adds one line. */
  public void add(Reject reject) throws IOException {
    observer.adding(reject);
    byte[] line = (reject.toJson() + "\n").getBytes(StandardCharsets.US_ASCII);
    length += line.length;
    crc.update(line);
    if (line.length > buffer.remaining()) {
      drain();
    }
    if (line.length > buffer.capacity()) {
      write(ByteBuffer.wrap(line));
    } else {
      buffer.put(line);
    }
  }

  /** The log with all that was added. */
  public FileProof proof() {
    return new FileProof(length, (int) crc.getValue());
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
