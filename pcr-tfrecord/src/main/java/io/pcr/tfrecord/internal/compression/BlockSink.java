package io.pcr.tfrecord.internal.compression;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Takes whole records, block by block, and puts them into the file. Not thread-safe. */
public interface BlockSink extends AutoCloseable {
  /** Writes a direct block that is not empty; its position advances to its limit. */
  void write(ByteBuffer block) throws IOException;

  /**
   * Where decoding will be able to begin, for a byte of the block that is written next.
   *
   * @param offset of the byte in all that is written
   */
  DecodeStart startFor(long offset);

  /** Writes what ends the file. */
  void finish() throws IOException;

  /** Bytes in the file so far. */
  long fileLength();

  /** Frees what is native; writes nothing. */
  @Override
  void close();
}
