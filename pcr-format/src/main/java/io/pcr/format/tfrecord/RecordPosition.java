package io.pcr.format.tfrecord;

/**
 * Where a record can be read from. Immutable.
 *
 * @param base where in the file decoding starts: of a ZSTD file the frame that holds the record's
 *     first byte, else 0
 * @param offset from there to the record's length field, in decoded bytes
 * @param dataLength bytes of data, without framing
 */
public record RecordPosition(long base, long offset, long dataLength) {
  public RecordPosition {
    if (base < 0 || offset < 0 || dataLength < 0) {
      throw new IllegalArgumentException(
          "base " + base + ", offset " + offset + ", dataLength " + dataLength);
    }
  }

  /** Bytes of the whole record, framing included. */
  public long recordLength() {
    return Math.addExact(dataLength, TfRecordLayout.OVERHEAD);
  }
}
