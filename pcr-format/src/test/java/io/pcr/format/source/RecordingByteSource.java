package io.pcr.format.source;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Remembers which ranges of another source were asked for. Thread-safe; closing it closes the other
 * source.
 */
public final class RecordingByteSource implements ByteSource {

  /**
   * One read, as asked for.
   *
   * @param position first byte
   * @param length number of bytes
   */
  public record Read(long position, int length) {}

  private final ByteSource recorded;
  private final List<Read> reads = new CopyOnWriteArrayList<>();

  /** Records the reads of {@code recorded}, which it owns from now on. */
  public RecordingByteSource(ByteSource recorded) {
    this.recorded = requireNonNull(recorded, "recorded");
  }

  /** The reads so far, in the order in which they began; a copy. */
  public List<Read> reads() {
    return List.copyOf(reads);
  }

  /** The bytes asked for so far. */
  public long bytes() {
    return reads.stream().mapToLong(Read::length).sum();
  }

  /** Forgets the reads so far. */
  public void clear() {
    reads.clear();
  }

  @Override
  public long length() throws IOException {
    return recorded.length();
  }

  @Override
  public void readFully(long position, ByteBuffer dst) throws IOException {
    reads.add(new Read(position, dst.remaining()));
    recorded.readFully(position, dst);
  }

  @Override
  public void close() throws IOException {
    recorded.close();
  }

  @Override
  public String toString() {
    return recorded.toString();
  }
}
