package io.pcr.fuzz;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.pcr.codecs.internal.jpeg.JpegInfo;
import io.pcr.codecs.internal.jpeg.JpegReencoder;
import io.pcr.codecs.internal.jpeg.JpegTranscoder;
import io.pcr.codecs.internal.jpeg.TranscodeOptions;
import io.pcr.codecs.internal.jpeg.Transcoded;
import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.jpeg.ScriptSlices;
import io.pcr.format.script.ScanScripts;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The glue over libjpeg: what it takes becomes slices of the script, and what is exact comes back.
 */
class TranscodeFuzzTest {
  private static final Limits LIMITS =
      Limits.DEFAULT.withPixels(1 << 18).withSliceBytes(1 << 20).withInputScans(20);
  private static final ScanScripts SCRIPTS = ScanScripts.named(ScanScripts.LIBJPEG);

  static Stream<Arguments> seeds() {
    return JpegSeeds.all();
  }

  @MethodSource("seeds")
  @FuzzTest
  void transcode(byte[] source) {
    FuzzRead.refuses(
        () -> {
          TranscodeOptions options = TranscodeOptions.DEFAULT.withLimits(LIMITS);
          try (JpegTranscoder transcoder = new JpegTranscoder(SCRIPTS, options);
              JpegReencoder reencoder = new JpegReencoder(LIMITS)) {
            Transcoded image = transcoder.transcode(ByteBuffer.wrap(source), "fuzzed");
            assertSlices(image);
            assertInfo(transcoder, image.info(), Seeds.bytes(image.jpeg()));
            Transcoded first = transcoder.transcode(ByteBuffer.wrap(source), "fuzzed");
            if (first.reproduction().isExact()) {
              assertArrayEquals(source, reencoded(reencoder, first, source));
            }
          }
        });
  }

  private static void assertSlices(Transcoded image) throws PcrException {
    int groups = SCRIPTS.groupCount();
    int[] ends = ScriptSlices.ends(image.jpeg(), image.script(), groups);
    for (int group = 1; group <= groups; group++) {
      assertEquals(image.prefixLength(group), ends[group - 1]);
    }
  }

  /** What was transcoded is transcoded again to the same bytes. */
  private static void assertInfo(JpegTranscoder transcoder, JpegInfo info, byte[] progressive)
      throws PcrException {
    Transcoded again = transcoder.transcode(ByteBuffer.wrap(progressive), "transcoded");
    assertEquals(info.width(), again.info().width());
    assertEquals(info.height(), again.info().height());
    assertEquals(info.colorClass(), again.info().colorClass());
    assertArrayEquals(progressive, Seeds.bytes(again.jpeg()));
  }

  private static byte[] reencoded(JpegReencoder reencoder, Transcoded image, byte[] source)
      throws PcrException {
    List<ByteBuffer> segments = image.reproduction().segments(ByteBuffer.wrap(source));
    ByteBuffer original =
        reencoder.reencode(List.of(image.jpeg()), segments, source.length, "fuzzed");
    return Seeds.bytes(original);
  }
}
