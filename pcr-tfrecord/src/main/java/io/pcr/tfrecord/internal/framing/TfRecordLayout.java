package io.pcr.tfrecord.internal.framing;

/**
 * Where the fields of a record stand (spec section "TFRecord shards"), little-endian.
 *
 * <pre>
 * +-----------------+---------------+----------------+---------------+
 * | data_length u64 | length_crc u32| data           | data_crc u32  |
 * +-----------------+---------------+----------------+---------------+
 * </pre>
 */
public final class TfRecordLayout {
  public static final int DATA_LENGTH_OFFSET = 0;
  public static final int LENGTH_CRC_OFFSET = DATA_LENGTH_OFFSET + Long.BYTES;
  public static final int DATA_OFFSET = LENGTH_CRC_OFFSET + Integer.BYTES;

  /** Bytes before the data. */
  public static final int HEADER_LENGTH = DATA_OFFSET;

  /** Bytes after the data. */
  public static final int FOOTER_LENGTH = Integer.BYTES;

  /** Bytes of a record that are not its data. */
  public static final int OVERHEAD = HEADER_LENGTH + FOOTER_LENGTH;

  private TfRecordLayout() {}
}
