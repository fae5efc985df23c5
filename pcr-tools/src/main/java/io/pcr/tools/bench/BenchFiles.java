package io.pcr.tools.bench;

import io.pcr.format.internal.commit.OwnFolder;
import io.pcr.tfrecord.example.FeatureNames;
import io.pcr.tfrecord.internal.TfRecordWriteOptions;
import io.pcr.tfrecord.internal.TfRecordWriter;
import io.pcr.tfrecord.internal.example.ImageExample;
import io.pcr.tools.UsageException;
import io.pcr.writer.convert.Conversion;
import io.pcr.writer.convert.ConversionListener;
import io.pcr.writer.convert.ConversionOptions;
import io.pcr.writer.encode.EncodeSettings;
import io.pcr.writer.encode.RestorePolicy;
import io.pcr.writer.shard.ShardLimits;
import io.pcr.writer.source.FolderSourceOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The same images in the forms that are compared, in a folder of their own.
 *
 * @param work the folder; the benches may write more into it
 * @param images the images as files, repeated under names of their own
 * @param dataset the progressive dataset, without restore data
 * @param records one TFRecord file, not compressed
 */
record BenchFiles(Path work, List<Path> images, Path dataset, Path records) {
  private static final long SHARD_BYTES = 128L << 20;

  /** Several shards, as a dataset has, although it is small. */
  private static final int SHARD_SAMPLES = 256;

  BenchFiles {
    images = List.copyOf(images);
  }

  /**
   * Makes them.
   *
   * @param originals a folder of images
   * @param copies how often each image is taken
   * @param work an empty folder
   */
  static BenchFiles make(Path originals, int copies, Path work)
      throws IOException, InterruptedException {
    List<Path> found = files(originals);
    if (found.isEmpty()) {
      throw new UsageException(originals + ": no files");
    }
    Path source = work.resolve("images");
    for (int copy = 0; copy < copies; copy++) {
      for (Path file : found) {
        Path folder = source.resolve(originals.relativize(file)).getParent();
        Files.createDirectories(folder);
        Files.copy(file, folder.resolve(copy + "-" + file.getFileName()));
      }
    }
    Path dataset = work.resolve("dataset");
    Conversion.convert(conversion(source, dataset, RestorePolicy.NONE), ConversionListener.SILENT);
    List<Path> images = files(source);
    return new BenchFiles(
        work, images, dataset, writeRecords(images, source, work.resolve("images.tfrecord")));
  }

  private static ConversionOptions conversion(Path source, Path out, RestorePolicy restore) {
    return ConversionOptions.builder(FolderSourceOptions.of(source), out)
        .encode(EncodeSettings.builder().restore(restore).build())
        .shards(new ShardLimits(SHARD_BYTES, SHARD_SAMPLES))
        .build();
  }

  /** The conversion of these images into a new folder. */
  ConversionOptions conversion(String name, RestorePolicy restore) {
    return conversion(work.resolve("images"), work.resolve(name), restore);
  }

  private static Path writeRecords(List<Path> images, Path source, Path file) throws IOException {
    try (FileChannel channel =
            FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        TfRecordWriter writer = new TfRecordWriter(channel, TfRecordWriteOptions.DEFAULT)) {
      for (Path image : images) {
        ImageExample example =
            new ImageExample(
                ByteBuffer.wrap(Files.readAllBytes(image)),
                Optional.empty(),
                OptionalLong.empty(),
                Optional.empty(),
                Optional.of(source.relativize(image).toString()),
                OptionalLong.empty(),
                OptionalLong.empty(),
                Optional.empty(),
                Map.of());
        writer.write(example.toExample(FeatureNames.DEFAULT));
      }
      writer.finish();
    }
    return file;
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths.filter(Files::isRegularFile).sorted().toList();
    }
  }

  long imageBytes() throws IOException {
    long bytes = 0;
    for (Path image : images) {
      bytes += Files.size(image);
    }
    return bytes;
  }

  /** Removes a folder that a bench made. */
  static void remove(Path folder) throws IOException {
    OwnFolder.deleteTree(folder);
  }
}
