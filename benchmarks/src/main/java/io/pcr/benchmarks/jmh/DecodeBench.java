package io.pcr.benchmarks.jmh;

import io.pcr.codecs.internal.jpeg.JpegDecoder;
import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.format.Fidelity;
import io.pcr.format.Limits;
import io.pcr.reader.Sample;
import io.pcr.reader.ShardReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Decoding at each group. The limit is the same decoder on the originals, which are baseline. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class DecodeBench {
  private static final int PIXEL_BYTES = 64 << 20;
  private static final int PRIME = 769;

  @Param({"1", "2", "3", "4", "5", "6", "7", "8"})
  public int group;

  private final List<Sample> samples = new ArrayList<>();
  private final ByteBuffer pixels = ByteBuffer.allocateDirect(PIXEL_BYTES);
  private final JpegDecoder decoder = new JpegDecoder(Limits.DEFAULT);
  private List<ByteBuffer> originals;
  private ShardReader reader;
  private int next;

  /** Reads the shard up to the group. */
  @Setup(Level.Trial)
  public void open(BenchShard shard) throws IOException {
    originals = BenchImages.jpegs();
    reader = shard.shard().read(Fidelity.group(group));
    for (Sample sample : reader) {
      samples.add(sample);
    }
  }

  @TearDown(Level.Trial)
  public void close() throws IOException {
    reader.close();
    decoder.close();
  }

  private int advance() {
    next = (next + PRIME) % samples.size();
    return next;
  }

  @Benchmark
  public Object decode() throws IOException {
    return samples.get(advance()).decodeRgb(pixels.clear());
  }

  @Benchmark
  public Object limitDecodeOriginal() throws IOException {
    ByteBuffer original = originals.get(advance() % originals.size());
    return decoder.decode(original, DecodeOptions.rgb(), pixels.clear(), "original");
  }
}
