package io.pcr.benchmarks.scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.benchmarks.c.ReferenceScripts;
import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.ImageInfo;
import io.pcr.codecs.internal.jpeg.EncodeOptions;
import io.pcr.codecs.internal.jpeg.JpegEncoder;
import io.pcr.codecs.internal.synthetic.SyntheticPhoto;
import io.pcr.format.ColorClass;
import io.pcr.format.Limits;
import io.pcr.format.script.Scan;
import io.pcr.format.script.ScanScripts;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ScriptMeasurementTest {
  private static final int WIDTH = 160;
  private static final int HEIGHT = 120;

  @TempDir private Path directory;

  @ParameterizedTest
  @MethodSource("io.pcr.benchmarks.scripts.ScriptFamily#named")
  void eachGroupTakesMoreBytesAndComesCloserUpToTheWhole(ScanScripts scripts) throws IOException {
    List<SourceImage> images = images();
    try (ScriptMeasurement measurement = new ScriptMeasurement(scripts, false, 1)) {
      for (ScriptCurve curve : measurement.run(images)) {
        assertEquals(scripts.groupCount(), curve.points());
        assertEquals(2, curve.images());
        assertRises(curve);
      }
    }
  }

  @Test
  void eachScanOfTheColourScriptCanBeAPoint() throws IOException {
    ScanScripts scripts = ReferenceScripts.read();
    List<Scan> scans = scripts.script(ColorClass.YCBCR).orElseThrow().scans();
    try (ScriptMeasurement measurement = new ScriptMeasurement(scripts, true, 1)) {
      ScriptCurve curve = measurement.run(images()).get(0);
      assertEquals(scans.size(), curve.points());
      assertEquals(scans.get(1).toString(), measurement.pointName(1));
      assertRises(curve);
    }
  }

  @Test
  void statesAreEqualWhenTheSameBitsAreKnown() {
    CodedState inOne = new CodedState(ColorClass.GREY);
    CodedState inTwo = new CodedState(ColorClass.GREY);
    inOne.add(new Scan(List.of(0), 1, 63, 0, 1, 1));
    inTwo.add(new Scan(List.of(0), 1, 5, 0, 1, 1));
    assertNotEquals(inOne.key(), inTwo.key());
    inTwo.add(new Scan(List.of(0), 6, 63, 0, 2, 1));
    assertNotEquals(inOne.key(), inTwo.key());
    inTwo.add(new Scan(List.of(0), 6, 63, 2, 1, 1));
    assertEquals(inOne.key(), inTwo.key());
  }

  private static void assertRises(ScriptCurve curve) {
    for (int point = 1; point < curve.points(); point++) {
      assertTrue(curve.relativeBytes(point) >= curve.relativeBytes(point - 1));
      assertTrue(curve.meanMsSsim(point) >= curve.meanMsSsim(point - 1), "at " + point);
      assertTrue(curve.relativeDecodeSpeed(point) > 0);
    }
    int last = curve.points() - 1;
    assertEquals(1, curve.meanMsSsim(last), 1e-12);
    assertTrue(curve.relativeBytes(0) < 0.25 && curve.meanMsSsim(0) < 0.95);
    assertTrue(curve.relativeBytes(last) < 1.05, curve.relativeBytes(last) + " of the original");
  }

  /** Colour and grey, two at even and two at odd positions. */
  private List<SourceImage> images() throws IOException {
    List<SourceImage> images = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      PixelFormat format = i == 3 ? PixelFormat.GREY : PixelFormat.RGB;
      ByteBuffer pixels = SyntheticPhoto.render(i, WIDTH, HEIGHT, format);
      Path file = directory.resolve(i + ".jpg");
      try (JpegEncoder encoder = new JpegEncoder(Limits.DEFAULT);
          FileChannel out =
              FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
        ImageInfo info = new ImageInfo(WIDTH, HEIGHT, format.channels());
        out.write(encoder.encode(pixels, info, EncodeOptions.quality(90), file.toString()));
      }
      images.add(SourceImage.read(file));
    }
    return images;
  }
}
