package io.pcr.format.internal.sort;

import java.io.Closeable;
import java.io.IOException;

/** Sorted records, one at a time. Not thread-safe. */
public interface SortedRecords extends Closeable {
  /** The next record, or null after the last. */
  SortedRecord next() throws IOException;
}
