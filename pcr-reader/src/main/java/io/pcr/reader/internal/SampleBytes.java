package io.pcr.reader.internal;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/** Where a sample's bytes are. Buffers are read-only and the caller's own views. */
interface SampleBytes {
  /** The file in pieces, none of them empty. */
  List<ByteBuffer> slices();

  /**
   * Bytes of the shard that were read along, such as a value of an EARLY column; empty when they
   * were not.
   */
  Optional<ByteBuffer> alongside(long position, int length);
}
