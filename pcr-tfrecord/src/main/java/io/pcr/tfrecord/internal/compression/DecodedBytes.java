package io.pcr.tfrecord.internal.compression;

import java.io.IOException;
import java.nio.ByteBuffer;

/** The bytes of a TFRecord file in order, out of their compression. Not thread-safe. */
public interface DecodedBytes extends AutoCloseable {
  /** What {@link #remaining} says when only the end will tell. */
  long UNKNOWN = Long.MAX_VALUE;

  /**
   * Puts one byte or more.
   *
   * @param dst direct, with room
   * @return false when nothing was put because the file has ended, as a whole one does
   */
  boolean read(ByteBuffer dst) throws IOException;

  /** How many bytes are still to come, or {@link #UNKNOWN}. */
  long remaining() throws IOException;

  /**
   * The last place in the file, at or before the decoded byte at {@code offset}, where decoding can
   * begin. Offsets asked for never go back, and are of bytes that were read.
   */
  DecodeStart startFor(long offset);

  /** The file's name, and that offsets are decoded ones where that makes a difference. */
  @Override
  String toString();

  @Override
  void close();
}
