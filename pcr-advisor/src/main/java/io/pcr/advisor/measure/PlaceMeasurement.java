package io.pcr.advisor.measure;

import io.pcr.advisor.model.Place;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.find.DatasetFiles;
import io.pcr.reader.internal.source.DirectByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/**
 * Measures how fast the place of a dataset answers, with ranges of two sizes: small ones, one after
 * the other, for the time until the first byte; large ones, as many at a time as the loader reads,
 * for the bandwidth. Local files are read past the page cache.
 */
public final class PlaceMeasurement {
  private static final int SMALL_BYTES = 4 << 10;
  private static final int LARGE_BYTES = 512 << 10;
  private static final int PAGE_BYTES = 4096;
  private static final int MOST_FILES = 64;
  private static final double NANOS = 1e9;

  /** Of the small ranges, which are few and short. */
  private static final int SMALL_RANGES = 100;

  private final List<ByteSource> files;
  private final long seed;
  private final boolean isCold;

  private PlaceMeasurement(List<ByteSource> files, long seed, boolean isCold) {
    this.files = files;
    this.seed = seed;
    this.isCold = isCold;
  }

  /** What some reads did. */
  private record Reads(long bytes, long ranges) {}

  /**
   * Measures.
   *
   * @param readers reads at a time
   * @param time for all of it
   * @param notices told where a cache cannot be passed by
   */
  public static Place measure(
      DatasetFiles dataset, int readers, long seed, TimeLimit time, Consumer<String> notices)
      throws IOException, InterruptedException {
    boolean[] direct = {true};
    List<ByteSource> files = new ArrayList<>();
    try {
      int step = Math.max(1, (dataset.shards().size() + MOST_FILES - 1) / MOST_FILES);
      for (int i = 0; i < dataset.shards().size(); i += step) {
        files.add(open(dataset, dataset.shards().get(i), direct));
      }
      if (!direct[0]) {
        notices.accept(
            dataset
                + ": its file system has no direct reads, so the storage could not be measured"
                + " without the page cache");
      }
      return new PlaceMeasurement(files, seed, direct[0]).measure(readers, time);
    } catch (MeasurementException e) {
      throw e.asIo();
    } finally {
      for (ByteSource file : files) {
        file.close();
      }
    }
  }

  private static ByteSource open(DatasetFiles dataset, String shard, boolean[] direct)
      throws IOException {
    if (dataset.folder().isEmpty()) {
      return dataset.open(shard);
    }
    Path file = dataset.folder().get().resolve(dataset.fileOf(shard));
    return DirectByteSource.open(file, notice -> direct[0] = false);
  }

  private Place measure(int readers, TimeLimit time) throws InterruptedException {
    TimeLimit third = time.share(1 / 3.0, time.secondsLeft());
    read(1, SMALL_BYTES, 1, third); // Connections, names, the first look at a file.
    double latency = secondsOfOne(SMALL_BYTES, SMALL_RANGES, third);
    double large = secondsOfOne(LARGE_BYTES, SMALL_RANGES, time.share(.3, time.secondsLeft()));
    double stream = LARGE_BYTES / Math.max(large - latency, 1e-9);
    long begun = System.nanoTime();
    long bytes = read(readers, LARGE_BYTES, Long.MAX_VALUE, time).bytes;
    double bandwidth = bytes * NANOS / (System.nanoTime() - begun);
    return new Place(latency, Math.max(stream, bandwidth / readers), bandwidth, isCold);
  }

  private double secondsOfOne(int bytes, int most, TimeLimit time) throws InterruptedException {
    long begun = System.nanoTime();
    Reads reads = read(1, bytes, most, time);
    return (System.nanoTime() - begun) / NANOS / reads.ranges;
  }

  private Reads read(int readers, int bytes, long most, TimeLimit time)
      throws InterruptedException {
    List<Callable<Reads>> tasks = new ArrayList<>();
    for (int i = 0; i < readers; i++) {
      SplittableRandom random = new SplittableRandom(seed + 31L * i + bytes);
      tasks.add(() -> readSome(random, bytes, most, time));
    }
    return Threads.run(tasks).stream()
        .reduce(new Reads(0, 0), (a, b) -> new Reads(a.bytes + b.bytes, a.ranges + b.ranges));
  }

  /** At least one range, so that there is something to divide by. */
  private Reads readSome(SplittableRandom random, int bytes, long most, TimeLimit time)
      throws IOException {
    ByteBuffer buffer = ByteBuffer.allocateDirect(bytes + PAGE_BYTES).alignedSlice(PAGE_BYTES);
    long read = 0;
    long ranges = 0;
    do {
      ByteSource file = files.get(random.nextInt(files.size()));
      int length = (int) Math.min(bytes, file.length());
      long from = random.nextLong(file.length() - length + 1) / PAGE_BYTES * PAGE_BYTES;
      file.readFully(from, buffer.clear().limit(length));
      read += length;
      ranges++;
    } while (ranges < most && !time.isOver());
    return new Reads(read, ranges);
  }
}
