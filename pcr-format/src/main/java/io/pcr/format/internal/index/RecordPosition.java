package io.pcr.format.internal.index;

/**
 * Where a sample's record is in a shard that has no directory of its own (TFRecord). Immutable.
 *
 * @param fileOffset where to begin to read the file: the record itself, or the compressed frame or
 *     stream it is in
 * @param innerOffset where the record begins in what that decompresses to; 0 without compression
 * @param length the record's length with its framing, decompressed
 */
public record RecordPosition(long fileOffset, long innerOffset, long length) {
  public RecordPosition {
    if (fileOffset < 0 || innerOffset < 0 || length < 0) {
      throw new IllegalArgumentException(
          "record of " + length + " bytes at " + fileOffset + " + " + innerOffset);
    }
  }
}
