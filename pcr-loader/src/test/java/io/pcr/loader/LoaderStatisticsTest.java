package io.pcr.loader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.source.FileByteSource;
import io.pcr.format.source.RecordingByteSource;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.ReaderOptions;
import io.pcr.reader.location.DatasetFolder;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class LoaderStatisticsTest extends LoaderFixture {
  @Test
  void requestsAndBytesAreThoseThatTheStorageSaw() throws IOException {
    List<RecordingByteSource> opened = new CopyOnWriteArrayList<>();
    DatasetFolder folder =
        file -> {
          RecordingByteSource source =
              new RecordingByteSource(FileByteSource.open(shared.resolve("data").resolve(file)));
          opened.add(source);
          return source;
        };
    try (PcrDataset watched = PcrDataset.open(folder, ReaderOptions.DEFAULT)) {
      opened.clear(); // The manifest.
      LoaderStatistics done;
      try (Loader loader = Loader.open(watched, options().build())) {
        LoaderStatistics before = loader.statistics();
        assertEquals(0, loader.statistics().since(before).batches());
        for (int i = 0; i < 4 * loader.batches(); i++) {
          loader.next();
        }
        done = loader.statistics();
      }
      long bytes = opened.stream().mapToLong(RecordingByteSource::bytes).sum();
      long requests = opened.stream().mapToLong(source -> source.reads().size()).sum();
      assertEquals(bytes, watched.storageBytes());
      assertEquals(requests, watched.storageReads());
      assertTrue(done.requests() > SHARDS.length && done.requests() <= requests, done.toString());
      assertTrue(done.bytesRead() > 0 && done.bytesRead() <= bytes, done.toString());
      try (Loader second = Loader.open(watched, options().build())) {
        second.next();
        assertTrue(second.statistics().bytesRead() < bytes, "what the first one read was counted");
      }
    }
  }

  @Test
  void timeWithoutABatchIsPartOfTheTimeSinceTheOpening() throws IOException {
    long begun = System.nanoTime();
    try (Loader loader = Loader.open(dataset, options().build())) {
      for (int i = 0; i < 9; i++) {
        loader.next();
      }
      LoaderStatistics all = loader.statistics();
      long time = System.nanoTime() - begun;
      assertTrue(all.emptyNanos() > 0, "the first batch was not ready at once");
      assertTrue(all.emptyNanos() <= time && all.waitNanos() <= time, all.toString());
      assertTrue(all.readiness(time) >= 0 && all.readiness(time) < 1, all.toString());
      assertEquals(1, all.since(all).readiness(time));
    }
  }
}
