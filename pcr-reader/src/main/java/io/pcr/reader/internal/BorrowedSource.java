package io.pcr.reader.internal;

import io.pcr.format.source.ByteSource;
import io.pcr.format.source.Healing;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/** A source that others close. */
public record BorrowedSource(ByteSource source) implements ByteSource {
  @Override
  public long length() throws IOException {
    return source.length();
  }

  @Override
  public void readFully(long position, ByteBuffer dst) throws IOException {
    source.readFully(position, dst);
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
  public void close() {
    // It belongs to whoever opened it.
  }

  @Override
  public String toString() {
    return source.toString();
  }
}
