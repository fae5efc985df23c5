package io.pcr.benchmarks.reader;

import io.pcr.benchmarks.c.CProgram;
import io.pcr.benchmarks.c.PackedFile;
import io.pcr.format.Fidelity;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Sample;
import io.pcr.reader.Shard;
import io.pcr.reader.ShardReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Prints how fast one and two threads read prefixes, beside plain reads, and how fast samples are
 * decoded, beside a C loop over the same files; the rest {@code pcr bench} measures.
 *
 * <pre>
 * ReaderFigures ORIGINALS WORK [COPIES]
 * </pre>
 */
public final class ReaderFigures {
  private static final int WARM_UPS = 4;
  private static final int ROUNDS = 15;
  private static final int PAGE_BYTES = 4096;

  /** Read by each thread in a round, so that what starting threads takes is little. */
  private static final long TWO_THREADS_BYTES = 300_000_000;

  private static final int TWO_THREADS_ROUNDS = 7;

  private final BenchDataset files;
  private final PcrDataset dataset;

  private ReaderFigures(BenchDataset files, PcrDataset dataset) {
    this.files = files;
    this.dataset = dataset;
  }

  /**
   * Runs all of them.
   *
   * @param args as above
   */
  public static void main(String[] args) throws Exception {
    int copies = args.length > 2 ? Integer.parseInt(args[2]) : 10;
    BenchDataset files = BenchDataset.of(Path.of(args[0]), copies, Path.of(args[1]));
    try (PcrDataset dataset = PcrDataset.open(files.dataset())) {
      ReaderFigures figures = new ReaderFigures(files, dataset);
      System.out.printf(
          "%d samples, %d shards, originals %d bytes%n",
          dataset.sampleCount(), dataset.shards().size(), files.originalBytes());
      figures.prefixReads();
      figures.decode(Path.of(args[1]));
    }
  }

  private void prefixReads() throws IOException {
    int room = (int) longestPrefix();
    ByteBuffer plain = ByteBuffer.allocateDirect(room);
    ByteBuffer other = ByteBuffer.allocateDirect(room);
    ByteBuffer aligned = ByteBuffer.allocateDirect(room + 2 * PAGE_BYTES).alignedSlice(PAGE_BYTES);
    for (int group = 1; group <= dataset.groupCount(); group++) {
      Fidelity fidelity = Fidelity.group(group);
      Rounds one =
          new Rounds(true)
              .add("plain", () -> readPlainly(fidelity, plain))
              .add("aligned", () -> readPlainly(fidelity, aligned))
              .add("reader", () -> readShards(dataset.shards(), fidelity))
              .run(WARM_UPS, ROUNDS);
      int times = (int) (1 + TWO_THREADS_BYTES / prefixBytes(fidelity));
      Rounds two =
          new Rounds(false)
              .add("plain", () -> repeat(times, () -> readPlainly(fidelity, plain)))
              .add(
                  "plain two",
                  () ->
                      inTwoThreads(
                          () -> repeat(times, () -> readPlainly(fidelity, plain)),
                          () -> repeat(times, () -> readPlainly(fidelity, other))))
              .add("one", () -> repeat(times, () -> readShards(dataset.shards(), fidelity)))
              .add("two", () -> readOnTwoThreads(times, fidelity))
              .run(1, TWO_THREADS_ROUNDS);
      System.out.printf(
          "prefix read, group %d, %9d bytes: plain %.2f GB/s, reader %.2f (%.2f x, best %.2f x;"
              + " %.2f x one into an aligned buffer),"
              + " two threads %.2f x one (best %.2f x), plain ones %.2f x%n",
          group,
          prefixBytes(fidelity),
          one.median("plain") / 1e9,
          one.median("reader") / 1e9,
          one.median("reader") / one.median("plain"),
          one.best("reader") / one.best("plain"),
          one.median("reader") / one.median("aligned"),
          two.median("two") / two.median("one"),
          two.best("two") / two.best("one"),
          two.median("plain two") / two.median("plain"));
    }
  }

  private long prefixBytes(Fidelity fidelity) throws IOException {
    long bytes = 0;
    for (Shard shard : dataset.shards()) {
      bytes += shard.prefixLength(fidelity);
    }
    return bytes;
  }

  private long longestPrefix() throws IOException {
    long bytes = 0;
    for (Shard shard : dataset.shards()) {
      bytes = Math.max(bytes, shard.prefixLength(Fidelity.FULL));
    }
    return bytes;
  }

  private static double repeat(int times, Rounds.Work work) throws IOException {
    double amount = 0;
    for (int i = 0; i < times; i++) {
      amount += work.run();
    }
    return amount;
  }

  private double readPlainly(Fidelity fidelity, ByteBuffer buffer) throws IOException {
    double bytes = 0;
    for (Shard shard : dataset.shards()) {
      int length = (int) shard.prefixLength(fidelity);
      buffer.clear().limit(length);
      try (FileChannel channel =
          FileChannel.open(files.dataset().resolve(shard.name()), StandardOpenOption.READ)) {
        while (buffer.hasRemaining()) {
          channel.read(buffer, buffer.position());
        }
      }
      bytes += length;
    }
    return bytes;
  }

  /** Reads, and proves every sample by its checksums. */
  private static double readShards(List<Shard> shards, Fidelity fidelity) throws IOException {
    double bytes = 0;
    long samples = 0;
    for (Shard shard : shards) {
      try (ShardReader reader = shard.read(fidelity)) {
        for (Sample sample : reader) {
          samples += sample.group();
        }
      }
      bytes += shard.prefixLength(fidelity);
    }
    if (samples == 0) {
      throw new IOException("no samples");
    }
    return bytes;
  }

  private double readOnTwoThreads(int times, Fidelity fidelity) throws IOException {
    Callable<Double> work = () -> repeat(times, () -> readShards(dataset.shards(), fidelity));
    return inTwoThreads(work, work);
  }

  private static double inTwoThreads(Callable<Double> one, Callable<Double> another)
      throws IOException {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      Future<Double> first = threads.submit(one);
      Future<Double> second = threads.submit(another);
      return first.get() + second.get();
    } catch (InterruptedException | ExecutionException e) {
      throw new IOException(e);
    } finally {
      threads.shutdown();
    }
  }

  /** Against a C program over the same files. */
  private void decode(Path work) throws Exception {
    CProgram loop = CProgram.compile(CProgram.DECODE_LOOP, work);
    ByteBuffer pixels = ByteBuffer.allocateDirect(256 << 20);
    for (int group : new int[] {3, 5, dataset.groupCount()}) {
      Fidelity fidelity = Fidelity.group(group);
      Path packed = work.resolve("packed-" + group);
      try (ShardReader reader = dataset.shards().get(0).read(fidelity)) {
        PackedFile.write(reader, packed);
        List<Double> ours = new ArrayList<>();
        List<Double> theirs = new ArrayList<>();
        for (int round = 0; round < 9; round++) {
          long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
          int images = 0;
          for (Sample sample : reader) {
            sample.decodeRgb(pixels.clear());
            images++;
          }
          long end = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
          ours.add(images / ((end - start) * 1e-9));
          theirs.add(Double.parseDouble(loop.run(packed.toString(), "1")));
        }
        double mine = ours.stream().sorted().toList().get(ours.size() / 2);
        double c = theirs.stream().sorted().toList().get(theirs.size() / 2);
        System.out.printf(
            "decode, group %d: reader %.1f images/s, C loop %.1f images/s (%.3f x, best %.3f x)%n",
            group,
            mine,
            c,
            mine / c,
            ours.stream().max(Double::compare).orElseThrow()
                / theirs.stream().max(Double::compare).orElseThrow());
      }
    }
  }
}
