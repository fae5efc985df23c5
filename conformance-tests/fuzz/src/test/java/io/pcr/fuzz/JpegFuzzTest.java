package io.pcr.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.pcr.format.ColorClass;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.jpeg.JpegScan;
import io.pcr.format.internal.jpeg.JpegStructure;
import io.pcr.format.internal.jpeg.MarkerScanner;
import io.pcr.format.internal.jpeg.ScanEnds;
import io.pcr.format.internal.jpeg.Segment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The marker scanner and all that reads what it finds. */
class JpegFuzzTest {
  static Stream<Arguments> seeds() {
    return JpegSeeds.all();
  }

  @MethodSource("seeds")
  @FuzzTest
  void jpeg(byte[] bytes) {
    FuzzRead.refuses(
        () -> {
          JpegStructure jpeg = MarkerScanner.scan(ByteBuffer.wrap(bytes), "fuzzed");
          assertEveryByteHasItsPlace(jpeg, bytes.length);
          for (ColorClass colorClass : ColorClass.values()) {
            FuzzRead.refuses(() -> assertEnds(colorClass, bytes));
          }
        });
  }

  private record Range(int offset, int length) {
    int end() {
      return offset + length;
    }
  }

  private static void assertEveryByteHasItsPlace(JpegStructure jpeg, int length) {
    List<Range> ranges = new ArrayList<>();
    for (Segment segment : jpeg.segments()) {
      ranges.add(new Range(segment.offset(), segment.length()));
      assertTrue(segment.payloadOffset() + segment.payloadLength() <= segment.end());
    }
    for (JpegScan scan : jpeg.scans()) {
      ranges.add(new Range(scan.entropyOffset(), scan.entropyLength()));
    }
    ranges.sort(Comparator.comparingInt(Range::offset).thenComparingInt(Range::length));
    int at = jpeg.start();
    for (Range range : ranges) {
      assertEquals(at, range.offset());
      at = range.end();
    }
    assertEquals(jpeg.end(), at);
    assertTrue(at <= length);
  }

  private static void assertEnds(ColorClass colorClass, byte[] bytes) throws PcrException {
    int last = 0;
    for (int end : ScanEnds.of(ByteBuffer.wrap(bytes), colorClass, "fuzzed")) {
      assertTrue(end > last);
      last = end;
    }
    // What is left is EOI.
    assertEquals(bytes.length - 2, last);
  }
}
