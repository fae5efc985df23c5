package io.pcr.reader.internal.source;

import java.util.concurrent.atomic.LongAdder;

/** How often something was read from where it is stored, and how much. Thread-safe. */
public final class StorageReads {
  private final LongAdder reads = new LongAdder();
  private final LongAdder bytes = new LongAdder();

  void add(long read) {
    reads.increment();
    bytes.add(read);
  }

  public long reads() {
    return reads.sum();
  }

  public long bytes() {
    return bytes.sum();
  }
}
