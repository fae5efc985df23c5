package io.pcr.codecs.internal.memory;

import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;

/** What buffers must be before their addresses go to native code. */
public final class NativeBuffers {
  private NativeBuffers() {}

  /**
   * The bytes between a buffer's position and limit, as native code can take them: a slice of a
   * direct buffer, a copy of another. A copy of just these bytes, because the glue copies the whole
   * array behind a heap buffer, which may be a thousand times as long.
   */
  public static ByteBuffer input(ByteBuffer buffer) {
    if (buffer.isDirect()) {
      return buffer.slice();
    }
    byte[] copy = new byte[buffer.remaining()];
    buffer.get(buffer.position(), copy);
    return ByteBuffer.wrap(copy);
  }

  /**
   * The room of a buffer that native code is to fill.
   *
   * @throws IllegalArgumentException when it is not direct: a copy would hide what that costs
   */
  public static ByteBuffer output(ByteBuffer buffer) {
    if (!buffer.isDirect()) {
      throw new IllegalArgumentException("the output buffer must be direct");
    }
    if (buffer.isReadOnly()) {
      throw new ReadOnlyBufferException();
    }
    return buffer.slice();
  }
}
