package io.pcr.codecs.internal;

import java.nio.ByteBuffer;

/** Where a direct buffer's next byte is. The buffer must be reachable as long as that is used. */
public final class BufferAddress {
  private BufferAddress() {}

  /** The address of the byte at the position. */
  public static long of(ByteBuffer direct) {
    return JpegNative.address(direct);
  }
}
