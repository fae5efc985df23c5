package io.pcr.tfrecord.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.pcr.format.error.PcrException;
import io.pcr.format.programme.Programme;
import io.pcr.tfrecord.internal.compression.TfRecordCompression;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** TFRecord files with any bit flipped and cut at any length give their own records or an error. */
class EveryBitOfTfRecordsTest {
  private static final Path VECTORS =
      Path.of(System.getProperty("pcr.root")).resolve("spec").resolve("vectors").resolve("2");

  /** The records up to the end or an error; {@code whole} when there was none. */
  private record Outcome(List<byte[]> records, boolean whole) {}

  private static Outcome read(byte[] file) throws IOException {
    List<byte[]> records = new ArrayList<>();
    try (TfRecordReader reader = TfRecordFiles.open(file).records()) {
      Optional<TfRecord> record = reader.next();
      while (record.isPresent()) {
        records.add(TfRecordFiles.bytes(record.get()));
        record = reader.next();
      }
      return new Outcome(records, true);
    } catch (PcrException e) {
      return new Outcome(records, false);
    }
  }

  private static void assertBegins(List<byte[]> whole, List<byte[]> found, String what) {
    assertTrue(found.size() <= whole.size(), what);
    for (int i = 0; i < found.size(); i++) {
      assertArrayEquals(whole.get(i), found.get(i), what);
    }
  }

  // Covers T2
  @ParameterizedTest
  @FieldSource("io.pcr.tfrecord.internal.compression.TfRecordCompressions#STANDARD")
  void aFlippedBitGivesTheSameRecordsOrAnError(TfRecordCompression compression) throws IOException {
    flipEveryBit(compression, 100, 0, 300, 512);
  }

  // Covers T2
  @ParameterizedTest
  @FieldSource("io.pcr.tfrecord.internal.compression.TfRecordCompressions#STANDARD")
  @Tag("long")
  void aFlippedBitOfALargerFileGivesTheSameRecordsOrAnError(TfRecordCompression compression)
      throws IOException {
    flipEveryBit(compression, 100, 0, 300, 512, 5000, 1, 3000, 8000);
  }

  private static void flipEveryBit(TfRecordCompression compression, int... lengths)
      throws IOException {
    List<byte[]> records = TfRecordFiles.records(7, lengths);
    byte[] file = TfRecordFiles.compress(compression, TfRecordFiles.framed(records));
    for (long bit = 0; bit < file.length * 8L; bit++) {
      int at = (int) (bit / 8);
      file[at] ^= (byte) (1 << bit % 8);
      Outcome found = read(file);
      assertBegins(records, found.records(), compression + ", bit " + bit);
      if (found.whole()) {
        assertEquals(records.size(), found.records().size(), compression + ", bit " + bit);
      }
      file[at] ^= (byte) (1 << bit % 8);
    }
    Programme.T2.passed("TFRecord file, " + compression + ", through the reader", file.length * 8L);
  }

  // Covers T3
  @ParameterizedTest
  @FieldSource("io.pcr.tfrecord.internal.compression.TfRecordCompressions#STANDARD")
  void aLengthSetToAnExtremeIsRefusedBeforeItIsAllocated(TfRecordCompression compression)
      throws IOException {
    int[] lengths = {100, 0, 5000};
    long[] extremes = {0, 1, -1, 0x7FFF_FFFFL, 1L << 31, 0xFFFF_FFFFL, Long.MAX_VALUE, -1L << 62};
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    List<byte[]> records = TfRecordFiles.records(9, lengths);
    int cases = 0;
    for (int hostile = 0; hostile < lengths.length; hostile++) {
      for (long extreme : extremes) {
        if (extreme == lengths[hostile]) {
          continue;
        }
        byte[][] framed = new byte[lengths.length][];
        for (int i = 0; i < lengths.length; i++) {
          byte[] data = records.get(i);
          framed[i] = TfRecordFiles.framed(i == hostile ? extreme : data.length, data);
        }
        byte[] file = TfRecordFiles.compress(compression, TfRecordFiles.concat(framed));
        long heap = threads.getCurrentThreadAllocatedBytes();
        Outcome found = read(file);
        assertTrue(threads.getCurrentThreadAllocatedBytes() - heap < 64 << 20);
        assertFalse(found.whole(), compression + ", length " + extreme);
        assertEquals(hostile, found.records().size());
        cases++;
      }
    }
    Programme.T3.passed("lengths of TFRecords", cases);
  }

  // Covers T1
  @Test
  void goldenFileCutAtAnyLengthGivesTheRecordsBeforeTheCut() throws IOException {
    List<Path> golden;
    try (Stream<Path> files = Files.list(VECTORS)) {
      golden =
          files
              .filter(file -> file.getFileName().toString().matches("good-.*\\.tfrecord[.a-z]*"))
              .filter(file -> !file.toString().endsWith(".json"))
              .toList();
    }
    long cuts = 0;
    for (Path path : golden) {
      byte[] file = Files.readAllBytes(path);
      List<byte[]> records = read(file).records();
      int shown = 0;
      for (int length = 0; length < file.length; length++) {
        Outcome found = read(Arrays.copyOf(file, length));
        String what = path.getFileName() + " cut at " + length;
        assertBegins(records, found.records(), what);
        assertTrue(found.records().size() >= shown, what);
        shown = found.records().size();
      }
      cuts += file.length;
    }
    assertTrue(golden.size() > 25, golden.size() + " files");
    Programme.T1.passed("golden TFRecord files", cuts);
  }
}
