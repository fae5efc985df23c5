package io.pcr.benchmarks.tfrecord;

import io.pcr.codecs.internal.zlib.ZlibStrategy;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import io.pcr.tfrecord.internal.TfRecordFile;
import io.pcr.tfrecord.internal.TfRecordReadOptions;
import io.pcr.tfrecord.internal.TfRecordReader;
import io.pcr.tfrecord.internal.TfRecordWriteOptions;
import io.pcr.tfrecord.internal.TfRecordWriter;
import io.pcr.tfrecord.internal.compression.TfRecordCompressions;
import io.pcr.tfrecord.internal.example.Example;
import io.pcr.tfrecord.internal.example.Feature;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Prints what every compression of TFRecord files makes of a folder's first JPEGs, and of the same
 * pixels as PNG and as BMP. A cell is the size, relative to the file without compression, and the
 * MB of that file which are written and read a second: as examples, every checksum proved, files
 * hot, by the time that the one thread had a processor.
 *
 * <pre>
 * TfRecordFigures IMAGES WORK COUNT
 * </pre>
 */
public final class TfRecordFigures {
  private static final int MOST_ROUNDS = 15;
  private static final double ENOUGH_SECONDS = 0.2;
  private static final int ZLIB_LEVELS = 9;
  private static final int ZSTD_LEVELS = 22;

  private final Path file;
  private final List<Example> examples = new ArrayList<>();
  private final long plainLength;

  private TfRecordFigures(Path file, String format, List<ByteBuffer> images) throws IOException {
    this.file = file;
    for (ByteBuffer image : images) {
      examples.add(
          Example.of(
              Map.of(
                  "image/encoded", Feature.ofBytes(image),
                  "image/format", Feature.ofText(format),
                  "image/filename", Feature.ofText("class/%06d".formatted(examples.size())),
                  "image/class/label", Feature.ofInt64s(examples.size()))));
    }
    write(TfRecordWriteOptions.DEFAULT);
    plainLength = Files.size(file);
  }

  /**
   * Runs all of them.
   *
   * @param args as above; WORK is a folder
   */
  public static void main(String[] args) throws Exception {
    RecordImages images = new RecordImages(Path.of(args[0]), Integer.parseInt(args[2]));
    Path file = Path.of(args[1]).resolve("file.tfrecord");
    TfRecordFigures warmUp = new TfRecordFigures(file, "PNG", images.pngs);
    for (String options : List.of("none", "zlib:1", "zstd:1")) {
      warmUp.measure(TfRecordWriteOptions.parse(options));
    }
    new TfRecordFigures(file, "JPEG", images.jpegs).print("JPEG");
    new TfRecordFigures(file, "PNG", images.pngs).print("PNG");
    new TfRecordFigures(file, "BMP", images.bmps).print("BMP");
  }

  private void print(String format) throws IOException {
    System.out.printf(
        Locale.ROOT, "%n%s, %d images, %.1f MB%n%n", format, examples.size(), plainLength / 1e6);
    System.out.println("| | size | write | read |\n|---|---:|---:|---:|");
    printRow(TfRecordWriteOptions.DEFAULT);
    printRow(TfRecordWriteOptions.of(TfRecordCompressions.GZIP));
    for (int level = 1; level <= ZSTD_LEVELS; level++) {
      printRow(TfRecordWriteOptions.of(TfRecordCompressions.ZSTD).withLevel(level));
    }
    System.out.println("\n| zlib | default | filtered | huffman-only | rle | fixed |");
    System.out.println("|---|---:|---:|---:|---:|---:|");
    for (int level = 0; level <= ZLIB_LEVELS; level++) {
      System.out.print("| " + level + " | ");
      for (ZlibStrategy strategy : ZlibStrategy.values()) {
        System.out.print(
            measure(new TfRecordWriteOptions(TfRecordCompressions.ZLIB, level, strategy)) + " | ");
      }
      System.out.println();
    }
  }

  private void printRow(TfRecordWriteOptions options) throws IOException {
    String cells = measure(options).replace(" ", " | ");
    System.out.println("| " + options.toText() + " | " + cells + " |");
  }

  private String measure(TfRecordWriteOptions options) throws IOException {
    double write = megabytesASecond(() -> Files.deleteIfExists(file), () -> write(options));
    double read = megabytesASecond(() -> {}, this::read);
    double size = (double) Files.size(file) / plainLength;
    return String.format(Locale.ROOT, "%.3f %.0f %.0f", size, write, read);
  }

  private interface Work {
    void run() throws IOException;
  }

  /** By the best of several rounds; what goes before the work does not count. */
  private double megabytesASecond(Work before, Work work) throws IOException {
    double best = Double.MAX_VALUE;
    double sum = 0;
    for (int round = 0; round < MOST_ROUNDS && sum < ENOUGH_SECONDS; round++) {
      before.run();
      long begun = cpuTime();
      work.run();
      double seconds = (cpuTime() - begun) * 1e-9;
      best = Math.min(best, seconds);
      sum += seconds;
    }
    return plainLength / 1e6 / best;
  }

  private static long cpuTime() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private void write(TfRecordWriteOptions options) throws IOException {
    try (FileChannel channel =
            FileChannel.open(
                file,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE);
        TfRecordWriter writer = new TfRecordWriter(channel, options)) {
      for (Example example : examples) {
        writer.write(example);
      }
      writer.finish();
    }
  }

  private void read() throws IOException {
    int records = 0;
    try (ByteSource source = FileByteSource.open(file);
        TfRecordReader reader = TfRecordFile.open(source, TfRecordReadOptions.DEFAULT).records()) {
      while (reader.next().isPresent()) {
        records++;
      }
    }
    if (records != examples.size()) {
      throw new IllegalStateException(records + " records of " + examples.size() + " in " + file);
    }
  }
}
