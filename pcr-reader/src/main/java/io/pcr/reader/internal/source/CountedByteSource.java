package io.pcr.reader.internal.source;

import static java.util.Objects.requireNonNull;

import io.pcr.format.source.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A source whose reads are counted. As thread-safe as the one that it reads. */
public final class CountedByteSource extends ForwardingSource {
  private final StorageReads counts;

  public CountedByteSource(ByteSource source, StorageReads counts) {
    super(source);
    this.counts = requireNonNull(counts, "counts");
  }

  @Override
  public void readFully(long position, ByteBuffer dst) throws IOException {
    int bytes = dst.remaining();
    super.readFully(position, dst);
    counts.add(bytes);
  }

  @Override
  public ByteBuffer readFirst(int most) throws IOException {
    ByteBuffer first = super.readFirst(most);
    counts.add(first.remaining());
    return first;
  }
}
