package io.pcr.benchmarks.reader;

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
import java.util.List;
import java.util.stream.Stream;

/**
 * A dataset of the images of a folder, each some times over under names of its own.
 *
 * @param images the images, copied
 * @param dataset the dataset
 */
record BenchDataset(Path images, Path dataset) {
  private static final long SHARD_BYTES = 128L << 20;

  /** Several shards, as a dataset has, although it is small. */
  private static final int SHARD_SAMPLES = 250;

  /** Makes it, or finds it made. */
  static BenchDataset of(Path originals, int copies, Path work) throws Exception {
    BenchDataset made = new BenchDataset(work.resolve("images"), work.resolve("dataset"));
    if (Files.exists(made.dataset.resolve("manifest.pcrm"))) {
      return made;
    }
    List<Path> files;
    try (Stream<Path> found = Files.walk(originals)) {
      files = found.filter(Files::isRegularFile).sorted().toList();
    }
    for (int copy = 0; copy < copies; copy++) {
      for (Path file : files) {
        Path to = made.images.resolve(originals.relativize(file).getParent());
        Files.createDirectories(to);
        Files.copy(file, to.resolve(copy + "-" + file.getFileName()));
      }
    }
    Conversion.convert(
        ConversionOptions.builder(FolderSourceOptions.of(made.images), made.dataset)
            .encode(EncodeSettings.builder().restore(RestorePolicy.NONE).build())
            .shards(new ShardLimits(SHARD_BYTES, SHARD_SAMPLES))
            .build(),
        ConversionListener.SILENT);
    return made;
  }

  /** Bytes of the images as they were. */
  long originalBytes() throws IOException {
    try (Stream<Path> found = Files.walk(images)) {
      return found.filter(Files::isRegularFile).mapToLong(path -> path.toFile().length()).sum();
    }
  }
}
