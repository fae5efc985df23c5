package io.pcr.benchmarks.jmh;

import io.pcr.format.internal.checksum.Crc32C;
import io.pcr.format.internal.jpeg.MarkerScanner;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What looks at every byte of a JPEG; the limit is copying them. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class BytesBench {
  private static final int IMAGES = 100;

  private List<ByteBuffer> images;
  private ByteBuffer room;

  /** Loads the images. */
  @Setup
  public void load() throws IOException {
    images = BenchImages.jpegs();
    if (images.size() != IMAGES) {
      throw new IllegalStateException(images.size() + " images, not " + IMAGES);
    }
    room =
        ByteBuffer.allocateDirect(images.stream().mapToInt(ByteBuffer::remaining).max().orElse(0));
  }

  @Benchmark
  @OperationsPerInvocation(IMAGES)
  public int scanMarkers() throws IOException {
    int segments = 0;
    for (ByteBuffer image : images) {
      segments += MarkerScanner.scan(image.duplicate(), "bench").segments().size();
    }
    return segments;
  }

  @Benchmark
  @OperationsPerInvocation(IMAGES)
  public int crc32c() {
    int sum = 0;
    for (ByteBuffer image : images) {
      sum += Crc32C.of(image);
    }
    return sum;
  }

  @Benchmark
  @OperationsPerInvocation(IMAGES)
  public ByteBuffer limitCopy() {
    for (ByteBuffer image : images) {
      room.clear().put(image.duplicate());
    }
    return room;
  }
}
