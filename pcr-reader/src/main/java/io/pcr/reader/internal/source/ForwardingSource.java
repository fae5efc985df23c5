package io.pcr.reader.internal.source;

import static java.util.Objects.requireNonNull;

import io.pcr.format.source.ByteSource;
import io.pcr.format.source.Healing;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/** Hands everything on to another source, but for what a subclass does otherwise. */
public abstract class ForwardingSource implements ByteSource {
  private final ByteSource source;

  protected ForwardingSource(ByteSource source) {
    this.source = requireNonNull(source, "source");
  }

  @Override
  public long length() throws IOException {
    return source.length();
  }

  @Override
  public void readFully(long position, ByteBuffer dst) throws IOException {
    source.readFully(position, dst);
  }

  @Override
  public ByteBuffer readFirst(int most) throws IOException {
    return source.readFirst(most);
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
