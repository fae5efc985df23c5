package io.pcr.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.pcr.format.error.PcrException;
import io.pcr.format.jpeg.HuffmanTable;
import io.pcr.format.jpeg.JpegFacts;
import io.pcr.format.jpeg.JpegScan;
import io.pcr.format.jpeg.JpegStructure;
import io.pcr.format.jpeg.MarkerScanner;
import io.pcr.format.jpeg.OriginalSegments;
import io.pcr.format.jpeg.OriginalSegments.Range;
import io.pcr.format.jpeg.QuantizationTable;
import io.pcr.format.jpeg.ScanSplitter;
import io.pcr.format.jpeg.Segment;
import io.pcr.format.script.ScanScript;
import io.pcr.format.script.ScanScripts;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The marker scanner and all that reads what it finds. */
class JpegFuzzTest {
  private static final ScanScripts SCRIPTS = ScanScripts.named("default");

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
          JpegFacts.of(jpeg);
          assertTogetherTheFile(OriginalSegments.of(jpeg), bytes.length);
          FuzzRead.refuses(() -> HuffmanTable.of(jpeg));
          FuzzRead.refuses(() -> QuantizationTable.of(jpeg));
          for (ScanScript script : SCRIPTS.scripts().values()) {
            FuzzRead.refuses(() -> assertSlices(script, bytes));
          }
        });
  }

  private static void assertEveryByteHasItsPlace(JpegStructure jpeg, int length) {
    List<Range> ranges = new ArrayList<>();
    for (Segment segment : jpeg.segments()) {
      ranges.add(new Range(segment.offset(), segment.length()));
      assertEquals(segment.payloadLength(), jpeg.payload(segment).remaining());
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
    assertEquals(length - at, jpeg.trailingLength());
  }

  private static void assertTogetherTheFile(OriginalSegments segments, int length) {
    int at = 0;
    for (int i = 0; i < segments.literals().size(); i++) {
      assertEquals(at, segments.literals().get(i).offset());
      at = segments.literals().get(i).end();
      if (i < segments.entropyCoded().size()) {
        assertEquals(at, segments.entropyCoded().get(i).offset());
        at = segments.entropyCoded().get(i).end();
      }
    }
    assertEquals(length, at);
    assertEquals(length, segments.literalLength() + segments.entropyCodedLength());
  }

  private static void assertSlices(ScanScript script, byte[] bytes) throws PcrException {
    int groups = SCRIPTS.groupCount();
    int[] ends = ScanSplitter.split(ByteBuffer.wrap(bytes), script, groups, "fuzzed");
    int last = 0;
    for (int end : ends) {
      assertTrue(end >= last);
      last = end;
    }
    // What is left is EOI.
    assertEquals(bytes.length - 2, last);
  }
}
