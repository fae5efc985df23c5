package io.pcr.benchmarks.jmh;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.synthetic.SyntheticPhoto;
import io.pcr.reader.internal.quality.MsSsim;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The quality of one image of 500 by 375 pixels; the target is 20 images a second. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class MsSsimBench {
  private static final int WIDTH = 500;
  private static final int HEIGHT = 375;

  private final ByteBuffer reference = SyntheticPhoto.render(1, WIDTH, HEIGHT, PixelFormat.RGB);
  private final ByteBuffer other = SyntheticPhoto.render(2, WIDTH, HEIGHT, PixelFormat.RGB);
  private final MsSsim metric = new MsSsim();

  @Benchmark
  public double compare() {
    return metric.compare(reference, other, WIDTH, HEIGHT, PixelFormat.RGB);
  }
}
