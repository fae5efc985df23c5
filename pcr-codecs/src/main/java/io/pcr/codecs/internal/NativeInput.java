package io.pcr.codecs.internal;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * Buffers as native code sees them: pairs of address and length. Direct buffers are used where they
 * are; the bytes of heap buffers are first copied to memory kept for that. The buffers must stay
 * reachable during the call. Not thread-safe.
 */
final class NativeInput {
  private final NativeOutput copies = new NativeOutput();
  private long[] pairs = new long[2];
  private int count;

  /** Takes the remaining bytes of each buffer, whose positions stay. Empty buffers are left out. */
  NativeInput set(List<ByteBuffer> buffers, boolean keepEmpty) {
    if (pairs.length < 2 * buffers.size()) {
      pairs = new long[2 * buffers.size()];
    }
    long onHeap = 0;
    for (ByteBuffer buffer : buffers) {
      onHeap += buffer.isDirect() ? 0 : buffer.remaining();
    }
    ByteBuffer staging = onHeap == 0 ? null : copies.reserve(onHeap).clear();
    count = 0;
    for (ByteBuffer buffer : buffers) {
      if (buffer.hasRemaining()) {
        add(buffer.isDirect() ? buffer : stage(buffer, staging));
      } else if (keepEmpty) {
        count++;
        pairs[2 * count - 2] = 0;
        pairs[2 * count - 1] = 0;
      }
    }
    return this;
  }

  NativeInput set(ByteBuffer buffer) {
    return set(List.of(buffer), true);
  }

  long[] pairs() {
    return pairs;
  }

  int count() {
    return count;
  }

  private void add(ByteBuffer direct) {
    pairs[2 * count] = JpegNative.address(direct);
    pairs[2 * count + 1] = direct.remaining();
    count++;
  }

  private static ByteBuffer stage(ByteBuffer buffer, ByteBuffer staging) {
    int start = staging.position();
    staging.put(buffer.duplicate());
    return staging.slice(start, buffer.remaining());
  }
}
