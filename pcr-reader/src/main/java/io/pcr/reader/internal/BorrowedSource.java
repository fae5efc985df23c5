package io.pcr.reader.internal;

import io.pcr.format.source.ByteSource;
import io.pcr.reader.internal.source.ForwardingSource;

/** A source that others close. */
public final class BorrowedSource extends ForwardingSource {
  public BorrowedSource(ByteSource source) {
    super(source);
  }

  @Override
  public void close() {
    // It belongs to whoever opened it.
  }
}
