package io.pcr.tfrecord.internal.compression;

/**
 * A place in a file where decoding can begin. Immutable.
 *
 * @param filePosition where it is in the file
 * @param decodedOffset where it is in the decoded bytes
 */
public record DecodeStart(long filePosition, long decodedOffset) {
  /** The first byte of any file. */
  public static final DecodeStart BEGINNING = new DecodeStart(0, 0);
}
