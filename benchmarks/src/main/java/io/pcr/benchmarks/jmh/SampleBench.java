package io.pcr.benchmarks.jmh;

import io.pcr.benchmarks.c.CProgram;
import io.pcr.benchmarks.c.PackedFile;
import io.pcr.format.Fidelity;
import io.pcr.reader.Sample;
import io.pcr.reader.ShardReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * One sample after another: found by key, assembled to a file, decoded. The limits are a hash map,
 * a copy of as many bytes, and a C loop over libjpeg.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SampleBench {
  private static final int PIXEL_BYTES = 64 << 20;
  private static final int PRIME = 769;

  private final List<Sample> samples = new ArrayList<>();
  private final List<String> keys = new ArrayList<>();
  private final Map<String, Integer> map = new HashMap<>();
  private final List<ByteBuffer> files = new ArrayList<>();
  private final ByteBuffer pixels = ByteBuffer.allocateDirect(PIXEL_BYTES);
  private ShardReader reader;
  private CProgram decodeLoop;
  private Path packed;
  private int next;

  /** Reads the shard whole. */
  @Setup(Level.Trial)
  public void open(BenchShard shard) throws IOException, InterruptedException {
    reader = shard.shard().read(Fidelity.FULL);
    for (Sample sample : reader) {
      samples.add(sample);
      keys.add(sample.key());
      map.put(sample.key(), sample.ordinal());
      files.add(sample.file());
    }
    packed = shard.work().resolve("packed");
    PackedFile.write(reader, packed);
    decodeLoop = CProgram.compile(CProgram.DECODE_LOOP, shard.work());
  }

  @TearDown(Level.Trial)
  public void close() throws IOException {
    reader.close();
  }

  private int advance() {
    next = (next + PRIME) % samples.size();
    return next;
  }

  @Benchmark
  public OptionalLong lookup(BenchShard shard) throws IOException {
    return shard.dataset().numberOf(keys.get(advance()));
  }

  @Benchmark
  public Integer limitLookupInMap() {
    return map.get(keys.get(advance()));
  }

  @Benchmark
  public Sample sampleByKey(BenchShard shard) throws IOException {
    return shard.dataset().sample(keys.get(advance()), Fidelity.FULL);
  }

  @Benchmark
  public ByteBuffer assemble() {
    return samples.get(advance()).file();
  }

  @Benchmark
  public ByteBuffer limitCopy() {
    ByteBuffer file = files.get(advance());
    return ByteBuffer.allocate(file.remaining()).put(file.duplicate()).flip();
  }

  @Benchmark
  public Object decode() throws IOException {
    return samples.get(advance()).decodeRgb(pixels.clear());
  }

  /** One process for all samples, whose start is little beside them. */
  @Benchmark
  @OperationsPerInvocation(BenchShard.SAMPLES)
  public String limitDecodeLoop() throws IOException, InterruptedException {
    return decodeLoop.run(packed.toString(), "1");
  }
}
