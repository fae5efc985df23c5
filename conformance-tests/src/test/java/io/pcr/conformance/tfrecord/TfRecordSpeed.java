package io.pcr.conformance.tfrecord;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.tfrecord.internal.TfRecordWriteOptions;
import io.pcr.tfrecord.internal.example.Example;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files without compression, read and written by us and by TensorFlow in turns, on one thread each:
 * the same file is read, the same records go to files that did not exist before, and nobody waits
 * for the disk. The table goes to {@code target/tfrecord-speed.md}.
 *
 * <p>This is a measurement: it runs only when it is named, on a machine that does nothing else.
 */
class TfRecordSpeed {
  private static final int WARM_UPS = 5;
  private static final int ROUNDS = 40;
  private static final long BYTES = 60_000_000;

  @TempDir Path folder;

  private record Seconds(double best, double median) {
    static Seconds of(double[] rounds) {
      double[] sorted = rounds.clone();
      Arrays.sort(sorted);
      return new Seconds(sorted[0], sorted[sorted.length / 2]);
    }
  }

  private record Row(String what, long bytes, Seconds ours, Seconds theirs) {
    boolean isNoSlower() {
      return ours.median() <= theirs.median();
    }

    String toMarkdown() {
      return "| %s | %s | %s |"
          .formatted(
              what, cells(ours.best(), theirs.best()), cells(ours.median(), theirs.median()));
    }

    private String cells(double our, double their) {
      double megabytes = bytes / 1e6;
      return "%.0f | %.0f | %.2f".formatted(megabytes / our, megabytes / their, their / our);
    }
  }

  @Test
  void readingAndWritingPlainFilesIsNoSlowerThanTensorFlow() throws Exception {
    Map<String, byte[]> jpegs = Images.jpegs();
    List<Row> rows = new ArrayList<>();
    measure("JPEG", jpegs, rows);
    measure("PNG", Images.pngs(jpegs), rows);
    measure("BMP", Images.bmps(jpegs), rows);
    List<String> table = new ArrayList<>();
    table.add("| MB/s | best | TensorFlow | ratio | median | TensorFlow | ratio |");
    table.add("|---|---:|---:|---:|---:|---:|---:|");
    rows.forEach(row -> table.add(row.toMarkdown()));
    Files.write(Path.of("target/tfrecord-speed.md"), table);
    for (Row row : rows) {
      assertTrue(row.isNoSlower(), row::toMarkdown);
    }
  }

  private void measure(String format, Map<String, byte[]> images, List<Row> rows) throws Exception {
    List<Example> examples = TfRecordFiles.examples(repeated(images), format);
    List<ByteBuffer> records = examples.stream().map(TfRecordSpeed::serialized).toList();
    Path file = folder.resolve(format);
    Path ours = folder.resolve("ours");
    Path theirs = folder.resolve("theirs");
    TfRecordFiles.write(file, TfRecordWriteOptions.DEFAULT, examples);
    long bytes = Files.size(file);

    try (TensorFlow.Timed tensorFlow = new TensorFlow.Timed(folder, "timed-read", file)) {
      Action read = () -> assertEquals(records.size(), TfRecordFiles.read(file, record -> {}));
      rows.add(inTurns("read " + format, bytes, read, tensorFlow));
    }
    try (TensorFlow.Timed tensorFlow =
        new TensorFlow.Timed(folder, "timed-framing", file, theirs)) {
      Action write =
          () ->
              TfRecordFiles.write(
                  ours,
                  TfRecordWriteOptions.DEFAULT,
                  writer -> {
                    for (ByteBuffer record : records) {
                      writer.write(record);
                    }
                  });
      rows.add(inTurns("write %s, serialized".formatted(format), bytes, write, tensorFlow));
      assertEquals(-1, Files.mismatch(file, ours));
      assertEquals(-1, Files.mismatch(file, theirs));
    }
    try (TensorFlow.Timed tensorFlow =
        new TensorFlow.Timed(folder, "timed-examples", file, theirs)) {
      Action write = () -> TfRecordFiles.write(ours, TfRecordWriteOptions.DEFAULT, examples);
      rows.add(inTurns("write %s, examples".formatted(format), bytes, write, tensorFlow));
      assertEquals(-1, Files.mismatch(file, ours));
      assertEquals(bytes, Files.size(theirs));
    }
    Files.delete(file);
  }

  private interface Action {
    void run() throws IOException;
  }

  private Row inTurns(String what, long bytes, Action action, TensorFlow.Timed tensorFlow)
      throws IOException {
    double[] ours = new double[ROUNDS];
    double[] theirs = new double[ROUNDS];
    for (int round = -WARM_UPS; round < ROUNDS; round++) {
      Files.deleteIfExists(folder.resolve("ours"));
      long begun = System.nanoTime();
      action.run();
      double seconds = (System.nanoTime() - begun) * 1e-9;
      double theirSeconds = tensorFlow.seconds();
      if (round >= 0) {
        ours[round] = seconds;
        theirs[round] = theirSeconds;
      }
    }
    return new Row(what, bytes, Seconds.of(ours), Seconds.of(theirs));
  }

  /** So many images that they are of no processor's cache, each in memory of its own. */
  private static Map<String, byte[]> repeated(Map<String, byte[]> images) {
    Map<String, byte[]> repeated = new LinkedHashMap<>();
    long bytes = 0;
    for (int time = 0; bytes < BYTES; time++) {
      for (Map.Entry<String, byte[]> image : images.entrySet()) {
        if (bytes < BYTES) {
          repeated.put(time + "/" + image.getKey(), image.getValue().clone());
          bytes += image.getValue().length;
        }
      }
    }
    return repeated;
  }

  private static ByteBuffer serialized(Example example) {
    ByteBuffer record = ByteBuffer.allocate(example.encoder().encodedLength());
    example.encoder().encode(record);
    return record.flip();
  }
}
