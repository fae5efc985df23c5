package io.pcr.tfrecord.internal.wire;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Puts the parts of messages into a buffer that has room for them. Not thread-safe. */
public final class MessageWriter {
  private static final int VARINT_BITS = 7;
  private static final int VARINT_MORE = 0x80;

  private final ByteBuffer out;

  /** Puts from the buffer's position on. */
  public MessageWriter(ByteBuffer dst) {
    out = dst.duplicate().order(ByteOrder.LITTLE_ENDIAN);
  }

  /** How many bytes a number takes; a negative one takes ten. */
  public static int varintLength(long value) {
    return (Long.SIZE - Long.numberOfLeadingZeros(value | 1) + VARINT_BITS - 1) / VARINT_BITS;
  }

  /** Puts a number. */
  public void putVarint(long value) {
    long rest = value;
    while (rest >>> VARINT_BITS != 0) {
      out.put((byte) (rest | VARINT_MORE));
      rest >>>= VARINT_BITS;
    }
    out.put((byte) rest);
  }

  /** Puts a number of 32 bits. */
  public void putFloat(float value) {
    out.putFloat(value);
  }

  /** Puts bytes as they are. */
  public void put(byte[] bytes) {
    out.put(bytes);
  }

  /** Puts the remaining bytes, whose position stays. */
  public void put(ByteBuffer bytes) {
    out.put(out.position(), bytes, bytes.position(), bytes.remaining());
    out.position(out.position() + bytes.remaining());
  }

  /** The position in the buffer. */
  public int position() {
    return out.position();
  }

  /** How many bytes more there is room for. */
  public int room() {
    return out.remaining();
  }
}
