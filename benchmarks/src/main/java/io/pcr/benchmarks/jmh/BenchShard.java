package io.pcr.benchmarks.jmh;

import io.pcr.reader.PcrDataset;
import io.pcr.reader.Shard;
import io.pcr.writer.convert.Conversion;
import io.pcr.writer.convert.ConversionListener;
import io.pcr.writer.convert.ConversionOptions;
import io.pcr.writer.encode.EncodeSettings;
import io.pcr.writer.encode.RestorePolicy;
import io.pcr.writer.shard.ShardLimits;
import io.pcr.writer.source.FolderSourceOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A dataset of one whole shard of 1,024 samples, made for the trial. */
@State(Scope.Benchmark)
public class BenchShard {
  static final int SAMPLES = 1024;
  private static final long SHARD_BYTES = 1L << 30;

  private Path folder;
  private PcrDataset dataset;

  /** Makes and opens it. */
  @Setup(Level.Trial)
  public void open() throws IOException, InterruptedException {
    folder = Files.createTempDirectory("pcr-jmh");
    Path images = BenchImages.write(folder.resolve("images"), SAMPLES);
    Conversion.convert(
        ConversionOptions.builder(FolderSourceOptions.of(images), data())
            .encode(EncodeSettings.builder().restore(RestorePolicy.NONE).build())
            .shards(new ShardLimits(SHARD_BYTES, SAMPLES))
            .build(),
        ConversionListener.SILENT);
    dataset = PcrDataset.open(data());
  }

  /** Where a bench may put files of its own. */
  Path work() {
    return folder;
  }

  Path data() {
    return folder.resolve("dataset");
  }

  PcrDataset dataset() {
    return dataset;
  }

  Shard shard() {
    return dataset.shards().get(0);
  }

  Path file() {
    return data().resolve(shard().name());
  }

  /** Closes and removes it. */
  @TearDown(Level.Trial)
  public void close() throws IOException {
    dataset.close();
    try (Stream<Path> paths = Files.walk(folder)) {
      List<Path> leavesFirst = paths.sorted(Comparator.reverseOrder()).toList();
      for (Path path : leavesFirst) {
        Files.delete(path);
      }
    }
  }
}
