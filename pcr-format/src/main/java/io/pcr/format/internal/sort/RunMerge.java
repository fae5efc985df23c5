package io.pcr.format.internal.sort;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/** The records of several runs as one. */
final class RunMerge implements SortedRecords {
  private final List<SortedRun> runs = new ArrayList<>();
  private final PriorityQueue<SortedRun> queue = new PriorityQueue<>(SortedRun::compare);

  RunMerge(List<Path> files) throws IOException {
    try {
      for (Path file : files) {
        SortedRun run = new SortedRun(file, runs.size());
        runs.add(run);
        if (run.head() != null) {
          queue.add(run);
        }
      }
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  @Override
  public SortedRecord next() throws IOException {
    SortedRun least = queue.poll();
    if (least == null) {
      return null;
    }
    SortedRecord next = least.head();
    least.advance();
    if (least.head() != null) {
      queue.add(least);
    }
    return next;
  }

  @Override
  public void close() throws IOException {
    for (SortedRun run : runs) {
      run.close();
    }
  }
}
