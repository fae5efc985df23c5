package io.pcr.reader.internal.source;

import static java.util.Objects.requireNonNull;

import io.pcr.format.source.ByteSource;
import io.pcr.format.source.Healing;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/** A source whose reads are counted. As thread-safe as the one that it reads. */
public final class CountedByteSource implements ByteSource {
  private final ByteSource source;
  private final StorageReads counts;

  public CountedByteSource(ByteSource source, StorageReads counts) {
    this.source = requireNonNull(source, "source");
    this.counts = requireNonNull(counts, "counts");
  }

  @Override
  public long length() throws IOException {
    return source.length();
  }

  @Override
  public void readFully(long position, ByteBuffer dst) throws IOException {
    int bytes = dst.remaining();
    source.readFully(position, dst);
    counts.add(bytes);
  }

  @Override
  public ByteBuffer readFirst(int most) throws IOException {
    ByteBuffer first = source.readFirst(most);
    counts.add(first.remaining());
    return first;
  }

  @Override
  public boolean isLocal() {
    return source.isLocal();
  }

  @Override
  public Optional<Healing> healing() {
    return source.healing();
  }

  @Override
  public Optional<String> version() throws IOException {
    return source.version();
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
