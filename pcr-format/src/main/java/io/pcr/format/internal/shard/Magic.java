package io.pcr.format.internal.shard;

import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;

/**
 * Eight bytes that tell a kind of file: the first is beyond ASCII, then three letters, and line
 * ends that a transfer as text would change. Ids are frozen.
 */
public enum Magic {
  SHARD(0x8F50_4352_0D0A_1A0AL),
  TRAILER(0x8F70_6372_0D0A_1A0AL),
  MANIFEST(0x8F50_434D_0D0A_1A0AL),
  KEY_SEGMENT(0x8F50_434B_0D0A_1A0AL);

  public static final int LENGTH = Long.BYTES;

  /** The bytes in the order of the file, the first the most significant. */
  private final long value;

  Magic(long value) {
    this.value = value;
  }

  /** The bytes; a buffer of the caller's own. */
  public ByteBuffer bytes() {
    return ByteBuffer.allocate(LENGTH).putLong(0, value);
  }

  /** Whether the magic stands at an index of the buffer. */
  public boolean isAt(ByteBuffer in, int index) {
    return in.slice(index, LENGTH).order(ByteOrder.BIG_ENDIAN).getLong() == value;
  }

  /**
   * Proves that the magic stands at the buffer's position, or as much of it as the buffer has.
   *
   * @throws PcrException.NotPcr when it is another kind of file
   */
  public void require(ByteBuffer in, FieldLocation location) throws PcrException.NotPcr {
    int length = Math.min(LENGTH, in.remaining());
    ByteBuffer found = in.slice(in.position(), length);
    if (!found.equals(bytes().limit(length))) {
      throw new PcrException.NotPcr(location, hex(found), hex(bytes()));
    }
  }

  private static String hex(ByteBuffer bytes) {
    byte[] copy = new byte[bytes.remaining()];
    bytes.duplicate().get(copy);
    return HexFormat.ofDelimiter(" ").formatHex(copy);
  }
}
