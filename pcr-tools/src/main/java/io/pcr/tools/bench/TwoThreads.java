package io.pcr.tools.bench;

import io.pcr.reader.internal.work.Parallel;
import java.io.IOException;
import java.util.List;

/** The same work by two threads at once. */
final class TwoThreads {
  /** What both do. */
  interface Work {
    void run() throws IOException;
  }

  private TwoThreads() {}

  static void run(Work work) throws IOException {
    Parallel.forEach(List.of(work, work), 2, (position, each) -> each.run());
  }
}
