package io.pcr.reader.internal;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/**
 * A sample that was read by itself.
 *
 * @param file all its bytes, from 0 to the capacity
 */
record OwnBytes(ByteBuffer file) implements SampleBytes {
  OwnBytes {
    file = file.asReadOnlyBuffer();
  }

  @Override
  public List<ByteBuffer> slices() {
    return file.hasRemaining() ? List.of(file.duplicate()) : List.of();
  }

  @Override
  public Optional<ByteBuffer> alongside(long position, int length) {
    return Optional.empty();
  }
}
