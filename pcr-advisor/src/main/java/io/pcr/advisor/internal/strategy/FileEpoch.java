package io.pcr.advisor.internal.strategy;

import io.pcr.format.Fidelity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Epochs over a dataset of image files, each of which is decoded. */
public final class FileEpoch {
  private FileEpoch() {}

  /** Images that are read and decoded in a second. */
  public static double rate(
      Path folder, Fidelity fidelity, StoredFiles files, int threads, StopSignal stop)
      throws IOException {
    try (Feed feed = DatasetFeed.ofFiles(folder, fidelity, files)) {
      Epoch epoch = new Epoch(List.of(new DecodeStep()), 0, 0, threads, 0);
      long begun = System.nanoTime();
      long count = epoch.run(feed, stop);
      return count * 1e9 / (System.nanoTime() - begun);
    }
  }
}
