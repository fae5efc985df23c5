package io.pcr.benchmarks.jmh;

import io.pcr.benchmarks.c.CProgram;
import io.pcr.benchmarks.c.ReferenceScripts;
import io.pcr.benchmarks.c.ScriptLines;
import io.pcr.codecs.internal.jpeg.JpegTranscoder;
import io.pcr.codecs.internal.jpeg.TranscodeOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
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
 * Images to progressive by the reference scripts, in memory: what converting cannot be faster than.
 * Its own limit is a C loop over libjpeg alone.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class TranscodeBench {
  private static final int IMAGES = 100;

  private final JpegTranscoder transcoder =
      new JpegTranscoder(ReferenceScripts.read(), TranscodeOptions.DEFAULT);
  private List<ByteBuffer> images;
  private Path folder;
  private CProgram loop;
  private final List<String> call = new ArrayList<>();

  /** Compiles the loop. */
  @Setup(Level.Trial)
  public void open() throws IOException, InterruptedException {
    images = BenchImages.jpegs();
    folder = Files.createTempDirectory("pcr-jmh");
    loop = CProgram.compile(CProgram.JPEG_LOOP, folder);
    Path scripts = ScriptLines.write(folder.resolve("scripts"));
    call.addAll(List.of("transcode", "1", scripts.toString()));
    try (Stream<Path> files = Files.list(BenchImages.write(folder, IMAGES).resolve("class"))) {
      files.map(Path::toString).forEach(call::add);
    }
  }

  /** Removes what it made. */
  @TearDown(Level.Trial)
  public void close() throws IOException {
    transcoder.close();
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  @Benchmark
  @OperationsPerInvocation(IMAGES)
  public long transcode() throws IOException {
    long bytes = 0;
    for (int i = 0; i < IMAGES; i++) {
      ByteBuffer image = images.get(i % images.size());
      bytes += transcoder.transcode(image.duplicate(), "image").jpeg().remaining();
    }
    return bytes;
  }

  /** One process for all images, whose start is little beside them. */
  @Benchmark
  @OperationsPerInvocation(IMAGES)
  public String limitTranscodeLoop() throws IOException, InterruptedException {
    return loop.run(call.toArray(String[]::new));
  }
}
