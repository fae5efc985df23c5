package io.pcr.benchmarks.scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.benchmarks.c.ReferenceScripts;
import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.ImageInfo;
import io.pcr.codecs.internal.jpeg.EncodeOptions;
import io.pcr.codecs.internal.jpeg.JpegEncoder;
import io.pcr.codecs.internal.synthetic.SyntheticPhoto;
import io.pcr.format.ColorClass;
import io.pcr.format.Limits;
import io.pcr.format.script.ScanScripts;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the reference scripts and the named ones were chosen for, on a few images of the corpus
 * where there is one.
 */
class NamedScriptsTest {
  private static final int IMAGES = 4;
  private static final double TABLES = 0.006;

  @TempDir private static Path directory;
  private static final List<SourceImage> SOURCES = new ArrayList<>();

  @BeforeAll
  static void sources() throws IOException {
    for (Path file : corpus()) {
      SOURCES.add(SourceImage.read(file));
    }
    for (int seed = SOURCES.size(); seed < IMAGES; seed++) {
      SOURCES.add(SourceImage.read(synthetic(seed)));
    }
  }

  @Test
  void referenceTakesFewerBytesThanLibjpegAtEqualSimilarity() throws IOException {
    ScriptCurve ours = measure(ReferenceScripts.read());
    ScriptCurve libjpeg = measure(ScanScripts.named(ScanScripts.LIBJPEG));
    for (double similarity : new double[] {0.95, 0.96, 0.97, 0.98}) {
      double bytes = bytesFor(similarity, ours);
      double theirs = bytesFor(similarity, libjpeg);
      assertTrue(bytes < theirs, "at " + similarity + ": " + bytes + " and " + theirs);
    }
    double whole = ours.relativeBytes(ours.points() - 1);
    // At the end both have coded the same bits; five more scans have tables of their own.
    assertTrue(whole < libjpeg.relativeBytes(libjpeg.points() - 1) + TABLES, whole + " in all");
  }

  /** Speeds are for benches; what makes it fast is that no bit is sent by itself. */
  @Test
  void fastDecodeRefinesNothingForLittleMoreBytes() throws IOException {
    ScriptCurve small = measure(ReferenceScripts.read());
    ScriptCurve fast = measure(ScanScripts.named(ScanScripts.FAST_DECODE));
    int lastSmall = small.points() - 1;
    int lastFast = fast.points() - 1;
    double bytes = fast.relativeBytes(lastFast) / small.relativeBytes(lastSmall);
    assertEquals(0, refinements(ScanScripts.named(ScanScripts.FAST_DECODE)));
    assertTrue(bytes < 1.03, bytes + " times as large");
  }

  /** Scans of coefficients other than DC that bring one bit more. */
  private static long refinements(ScanScripts scripts) {
    return scripts.script(ColorClass.YCBCR).orElseThrow().scans().stream()
        .filter(scan -> scan.isRefinement() && !scan.isDc())
        .count();
  }

  private static ScriptCurve measure(ScanScripts scripts) throws IOException {
    List<SourceImage> even = new ArrayList<>();
    for (SourceImage source : SOURCES) {
      even.add(source);
      even.add(source);
    }
    try (ScriptMeasurement measurement = new ScriptMeasurement(scripts, false, 2)) {
      return measurement.run(even).get(0);
    }
  }

  /** Bytes on the straight line between the points on both sides. */
  private static double bytesFor(double similarity, ScriptCurve curve) {
    int point = 1;
    while (curve.meanMsSsim(point) < similarity) {
      point++;
    }
    double below = curve.meanMsSsim(point - 1);
    double part = (similarity - below) / (curve.meanMsSsim(point) - below);
    double bytes = curve.relativeBytes(point - 1);
    return bytes + part * (curve.relativeBytes(point) - bytes);
  }

  private static List<Path> corpus() throws IOException {
    String fromEnvironment = System.getenv("PCR_CORPUS");
    Path root = Path.of(System.getProperty("pcr.root", "."));
    Path corpus =
        fromEnvironment == null
            ? root.resolveSibling("shared").resolve("corpus")
            : Path.of(fromEnvironment);
    Path images = corpus.resolve("imagenet");
    if (!Files.isDirectory(images)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(images)) {
      return files.filter(Files::isRegularFile).sorted().limit(IMAGES).toList();
    }
  }

  private static Path synthetic(int seed) throws IOException {
    int width = 240;
    int height = 180;
    ByteBuffer pixels = SyntheticPhoto.render(seed, width, height, PixelFormat.RGB);
    Path file = directory.resolve(seed + ".jpg");
    try (JpegEncoder encoder = new JpegEncoder(Limits.DEFAULT);
        FileChannel out =
            FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      ImageInfo info = new ImageInfo(width, height, PixelFormat.RGB.channels());
      out.write(encoder.encode(pixels, info, EncodeOptions.quality(95), file.toString()));
    }
    return file;
  }
}
