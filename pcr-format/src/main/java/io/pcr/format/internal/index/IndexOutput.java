package io.pcr.format.internal.index;

import io.pcr.format.index.SampleLocation;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/**
 * Where {@link IndexBuilder} writes to. Calls come in the order of the methods here, each kind of
 * entry in ascending order of its key; {@link #finish} makes the index whole, and closing without
 * it discards what was written.
 */
public interface IndexOutput extends Closeable {
  /** Begins; the totals bound what will follow. */
  void begin(IndexIdentity identity, ShardTable shards, IndexTotals totals) throws IOException;

  /**
   * A key in its stored form.
   *
   * @return a sample that has the key already, from before; mostly empty
   */
  Optional<SampleLocation> key(byte[] storedKey, SampleLocation location) throws IOException;

  /**
   * Some samples with a label, in order; more for the same label may follow.
   *
   * @param numbers not kept
   * @param count how many of the numbers count; {@link IndexBuilder#LABEL_CHUNK} except in a
   *     label's last call
   */
  void labelled(long label, long[] numbers, int count) throws IOException;

  /** The place of a record; only for shards without a directory. */
  void position(SampleLocation location, RecordPosition position) throws IOException;

  void finish() throws IOException;
}
