package io.pcr.benchmarks.jmh;

import io.pcr.format.Fidelity;
import io.pcr.reader.Sample;
import io.pcr.reader.ShardReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A prefix of a shard, read and checked; the limit is a plain read of the same bytes. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class PrefixReadBench {
  private static final int PAGE_BYTES = 4096;

  @Param({"1", "3", "5", "8"})
  private int group;

  private int length;
  private ByteBuffer buffer;
  private ByteBuffer aligned;

  /** Makes room for the plain reads. */
  @Setup
  public void allocate(BenchShard shard) throws IOException {
    length = Math.toIntExact(shard.shard().prefixLength(Fidelity.group(group)));
    buffer = ByteBuffer.allocateDirect(length);
    aligned =
        ByteBuffer.allocateDirect(length + 2 * PAGE_BYTES)
            .alignedSlice(PAGE_BYTES)
            .slice(0, length);
  }

  @Benchmark
  public int reader(BenchShard shard) throws IOException {
    int groups = 0;
    try (ShardReader reader = shard.shard().read(Fidelity.group(group))) {
      for (Sample sample : reader) {
        groups += sample.group();
      }
    }
    return groups;
  }

  @Benchmark
  public int limitPlainRead(BenchShard shard) throws IOException {
    return read(shard, buffer);
  }

  @Benchmark
  public int limitPageAlignedRead(BenchShard shard) throws IOException {
    return read(shard, aligned);
  }

  private static int read(BenchShard shard, ByteBuffer into) throws IOException {
    into.clear();
    try (FileChannel channel = FileChannel.open(shard.file(), StandardOpenOption.READ)) {
      int read = 0;
      while (read >= 0 && into.hasRemaining()) {
        read = channel.read(into, into.position());
      }
    }
    return into.position();
  }
}
