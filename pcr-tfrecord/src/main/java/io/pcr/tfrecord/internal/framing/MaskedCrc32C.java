package io.pcr.tfrecord.internal.framing;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * TFRecord's checksum: a CRC-32C, rotated and offset so that data which holds checksums is not
 * summed into something regular. Stateless.
 */
public final class MaskedCrc32C {
  private static final int MASK_DELTA = 0xa282ead8;
  private static final int MASK_ROTATION = 15;

  private MaskedCrc32C() {}

  /** The masked CRC of the remaining bytes; the position stays as it is. */
  public static int of(ByteBuffer bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes.duplicate());
    return mask((int) crc.getValue());
  }

  static int mask(int crc) {
    return Integer.rotateRight(crc, MASK_ROTATION) + MASK_DELTA;
  }
}
