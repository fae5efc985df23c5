package io.pcr.conformance.tfrecord;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.zlib.ZlibStrategy;
import io.pcr.format.tfrecord.Example;
import io.pcr.format.tfrecord.TfRecordCompression;
import io.pcr.writer.tfrecord.TfRecordWriteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sizes and speeds of all compressions, ours and TensorFlow's on one thread each, of the same
 * records in the same run; the table goes to {@code target/tfrecord-speed.md}.
 */
@Tag("long")
class TfRecordSpeedTest {
  private static final int ROUNDS = 9;
  private static final long BYTES = 60_000_000;
  private static final double NANOS = 1e9;
  private static final double MEGABYTE = 1e6;

  @TempDir Path folder;

  private record Row(
      String options, long size, double write, double theirWrite, double read, double theirRead) {
    String toMarkdown(long plainSize) {
      return "| %s | %.3f | %.0f | %s | %.0f | %s |"
          .formatted(
              options,
              (double) size / plainSize,
              plainSize / MEGABYTE / write,
              speed(plainSize, theirWrite),
              plainSize / MEGABYTE / read,
              speed(plainSize, theirRead));
    }

    private static String speed(long bytes, double seconds) {
      return Double.isNaN(seconds) ? "" : "%.0f".formatted(bytes / MEGABYTE / seconds);
    }
  }

  @Test
  void readingAndWritingPlainFilesIsNoSlowerThanTensorFlow() throws Exception {
    Map<String, byte[]> jpegs = Images.jpegs();
    List<String> table = new ArrayList<>();
    List<Row> plain = new ArrayList<>();
    plain.add(measure("JPEG", jpegs, table));
    plain.add(measure("PNG", Images.pngs(jpegs), table));
    plain.add(measure("BMP", Images.bmps(jpegs), table));
    Files.write(Path.of("target/tfrecord-speed.md"), table);
    for (Row row : plain) {
      assertTrue(row.read() <= row.theirRead(), row::toString);
      assertTrue(row.write() <= row.theirWrite(), row::toString);
    }
  }

  /** Adds a table; returns the row of files without compression. */
  private Row measure(String format, Map<String, byte[]> images, List<String> table)
      throws Exception {
    List<Example> once = TfRecordFiles.examples(images, format);
    long bytes = images.values().stream().mapToLong(image -> image.length).sum();
    List<Example> examples = new ArrayList<>();
    for (long have = 0; have < BYTES; have += bytes) {
      examples.addAll(once);
    }
    Path plain = folder.resolve("plain");
    TfRecordFiles.write(plain, TfRecordWriteOptions.DEFAULT, examples);
    long plainSize = Files.size(plain);

    Row withoutCompression = null;
    table.add(
        "| %s, MB/s of %.0f MB | size | write | TF | read | TF |"
            .formatted(format, plainSize / MEGABYTE));
    table.add("|---|---|---|---|---|---|");
    for (TfRecordWriteOptions options : options()) {
      Row row = measure(options, examples, plain);
      table.add(row.toMarkdown(plainSize));
      if (options.compression() == TfRecordCompression.NONE) {
        withoutCompression = row;
      }
    }
    table.add("");
    return withoutCompression;
  }

  private Row measure(TfRecordWriteOptions options, List<Example> examples, Path plain)
      throws Exception {
    Path file = folder.resolve("file");
    boolean isPlain = options.compression() == TfRecordCompression.NONE;
    int rounds = isPlain ? ROUNDS : 1;
    double write = best(rounds, () -> TfRecordFiles.write(file, options, examples));
    double read = best(rounds, () -> TfRecordFiles.read(file, record -> {}));
    double theirWrite = Double.NaN;
    double theirRead = Double.NaN;
    if (options.compression() != TfRecordCompression.ZSTD) {
      theirRead =
          seconds(TensorFlow.run(folder, "read-speed", file, options.compression(), rounds));
      theirWrite =
          seconds(
              TensorFlow.run(
                  folder,
                  "write-speed",
                  plain,
                  folder.resolve("theirs"),
                  options.compression(),
                  isPlain ? -1 : options.level(),
                  List.of(ZlibStrategy.values()).indexOf(options.strategy()),
                  rounds));
    }
    return new Row(options.toText(), Files.size(file), write, theirWrite, read, theirRead);
  }

  private static List<TfRecordWriteOptions> options() {
    List<TfRecordWriteOptions> all = new ArrayList<>(List.of(TfRecordWriteOptions.DEFAULT));
    all.add(TfRecordWriteOptions.of(TfRecordCompression.GZIP));
    for (int level : new int[] {1, 9}) {
      all.add(TfRecordWriteOptions.of(TfRecordCompression.ZLIB).withLevel(level));
    }
    for (ZlibStrategy strategy : ZlibStrategy.values()) {
      all.add(TfRecordWriteOptions.of(TfRecordCompression.ZLIB).withStrategy(strategy));
    }
    for (int level : new int[] {1, 3, 9, 19}) {
      all.add(TfRecordWriteOptions.of(TfRecordCompression.ZSTD).withLevel(level));
    }
    return all;
  }

  private interface Action {
    void run() throws IOException;
  }

  private static double best(int rounds, Action action) throws IOException {
    double best = Double.MAX_VALUE;
    for (int round = 0; round < rounds; round++) {
      long begun = System.nanoTime();
      action.run();
      best = Math.min(best, (System.nanoTime() - begun) / NANOS);
    }
    return best;
  }

  private static double seconds(List<String> lines) {
    return Double.parseDouble(lines.get(lines.size() - 1));
  }
}
