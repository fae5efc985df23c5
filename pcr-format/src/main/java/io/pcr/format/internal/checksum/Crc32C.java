package io.pcr.format.internal.checksum;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * CRC-32C (Castagnoli polynomial, reflected, initial value and final xor 0xFFFFFFFF), the one
 * checksum of the format. Stateless.
 */
public final class Crc32C {
  /** Bytes that a stored CRC-32C takes. */
  public static final int LENGTH = Integer.BYTES;

  private Crc32C() {}

  /** The CRC of the buffers' remaining bytes, one after the other; positions stay as they are. */
  public static int of(ByteBuffer... buffers) {
    CRC32C crc = new CRC32C();
    for (ByteBuffer buffer : buffers) {
      crc.update(buffer.duplicate());
    }
    return (int) crc.getValue();
  }

  /** The CRC of a whole array. */
  public static int of(byte[] bytes) {
    return of(ByteBuffer.wrap(bytes));
  }
}
