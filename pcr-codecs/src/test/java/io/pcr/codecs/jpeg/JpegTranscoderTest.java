package io.pcr.codecs.jpeg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Limits;
import io.pcr.format.script.ScanScripts;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class JpegTranscoderTest {
  @TestFactory
  Stream<DynamicTest> everySoundFileKeepsItsCoefficientsAndComesBackByteForByte() {
    return JpegFixtures.sound().entrySet().stream()
        .map(file -> DynamicTest.dynamicTest(file.getKey(), () -> requireLossless(file)));
  }

  private static void requireLossless(Map.Entry<String, byte[]> file) throws Exception {
    ByteBuffer source = ByteBuffer.wrap(file.getValue());
    try (JpegTranscoder transcoder =
            new JpegTranscoder(ScanScripts.named(ScanScripts.DEFAULT), TranscodeOptions.DEFAULT);
        JpegReencoder reencoder = new JpegReencoder(Limits.DEFAULT)) {
      Transcoded made = transcoder.transcode(source, file.getKey());
      List<ByteBuffer> slices = List.of(made.jpeg());
      assertEquals(
          JpegCoefficients.read(List.of(source), Limits.DEFAULT, "source"),
          JpegCoefficients.read(slices, Limits.DEFAULT, "made"));
      assertEquals(Reproduction.Outcome.EXACT, made.reproduction().outcome());
      ByteBuffer back =
          reencoder.reencode(
              slices, made.reproduction().segments(source), source.remaining(), file.getKey());
      assertEquals(source, back);
      assertTrue(made.scanEnds().size() > 3);
    }
  }
}
