package io.pcr.reader.internal.copies;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.ImageInfo;
import io.pcr.codecs.internal.jpeg.EncodeOptions;
import io.pcr.codecs.internal.jpeg.EncodeOptions.Subsampling;
import io.pcr.codecs.internal.jpeg.JpegDecoder;
import io.pcr.codecs.internal.jpeg.JpegEncoder;
import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.format.Fidelity;
import io.pcr.format.Limits;
import io.pcr.format.internal.jpeg.Frame;
import io.pcr.format.internal.jpeg.MarkerScanner;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Sample;
import io.pcr.reader.TestDataset;
import io.pcr.reader.TestShard;
import io.pcr.reader.internal.quality.MeasuredImages;
import io.pcr.reader.internal.quality.MsSsim;
import io.pcr.reader.quality.NothingMeasuredException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CopyMeasurementTest {
  @TempDir private Path folder;

  private PcrDataset photos() throws IOException {
    return PcrDataset.open(TestDataset.write(folder, TestShard.ofPhotos(1, 3, 120, 96)).folder());
  }

  @Test
  void pointsOfTheCurvesAreWhatTheEncodersMake() throws IOException {
    try (PcrDataset dataset = photos();
        JpegEncoder encoder = new JpegEncoder(Limits.DEFAULT);
        JpegDecoder decoder = new JpegDecoder(Limits.DEFAULT)) {
      CopyComparison copies =
          CopyMeasurement.of(dataset, new MeasuredImages()).measure(List.of(.9, .97));
      assertEquals(3, copies.images());
      CopyCurve jpeg = copies.curves().get(0);
      CopyCurve.Point some = jpeg.points().get(1);
      double bytes = 0;
      double similarity = 0;
      for (int number = 0; number < 3; number++) {
        Sample sample = dataset.sample(number, Fidelity.FULL);
        int width = sample.width();
        int height = sample.height();
        Frame frame = MarkerScanner.scan(sample.file(), "sample").frame();
        boolean isGrey = frame.components().size() == 1;
        boolean isHalved = !isGrey && frame.components().get(0).horizontalSampling() == 2;
        ByteBuffer pixels = ByteBuffer.allocateDirect(width * height * 3);
        DecodeOptions as = DecodeOptions.of(isGrey ? PixelFormat.GREY : PixelFormat.RGB);
        sample.decode(as, pixels);
        EncodeOptions options =
            EncodeOptions.quality(some.quality())
                .withOptimize(true)
                .withSubsampling(isHalved ? Subsampling.BOTH : Subsampling.NONE);
        ImageInfo info = new ImageInfo(width, height, isGrey ? 1 : 3);
        ByteBuffer file = encoder.encode(pixels.flip(), info, options, "copy");
        bytes += file.remaining() / 3.0;
        ByteBuffer full = ByteBuffer.allocateDirect(width * height * 3);
        sample.decodeRgb(full);
        ByteBuffer copy = ByteBuffer.allocateDirect(width * height * 3);
        decoder.decode(file, DecodeOptions.rgb(), copy, "copy");
        similarity +=
            new MsSsim().compare(full.flip(), copy.flip(), width, height, PixelFormat.RGB) / 3;
      }
      assertEquals(bytes, some.meanBytes(), 1e-6);
      assertEquals(similarity, some.msSsim(), 1e-9);
    }
  }

  @Test
  void curvesRiseAndReachTheTargets() throws IOException {
    try (PcrDataset dataset = photos()) {
      CopyComparison copies =
          CopyMeasurement.of(dataset, new MeasuredImages().threads(2)).measure(List.of(.9, .97));
      assertEquals(
          List.of(CopyFormat.JPEG, CopyFormat.WEBP),
          copies.curves().stream().map(CopyCurve::format).toList());
      for (CopyCurve curve : copies.curves()) {
        Optional<CopyCurve.Cost> low = curve.reaching(.9);
        Optional<CopyCurve.Cost> high = curve.reaching(.97);
        assertTrue(low.orElseThrow().meanBytes() < high.orElseThrow().meanBytes());
        assertTrue(low.get().quality() < high.get().quality());
      }
    }
  }

  @Test
  void prefixesAreTheFilesOfTheSameImages() throws IOException {
    try (PcrDataset dataset = photos()) {
      CopyComparison copies =
          CopyMeasurement.of(dataset, new MeasuredImages().images(2)).measure(List.of());
      assertEquals(2, copies.images());
      assertEquals(TestShard.GROUPS, copies.prefixBytes().size());
      double sum = 0;
      double originals = 0;
      for (int number : new int[] {0, 1}) {
        sum += dataset.sample(number, Fidelity.group(3)).length();
        originals += dataset.sample(number, Fidelity.group(3)).source().orElseThrow().length();
      }
      assertEquals(sum / 2, copies.prefixBytes().get(2));
      assertEquals(originals / 2, copies.originalBytes().orElseThrow());
    }
  }

  @Test
  void resultIsTheSameWithAnyNumberOfThreads() throws IOException {
    try (PcrDataset dataset = photos()) {
      assertEquals(
          CopyMeasurement.of(dataset, new MeasuredImages().threads(1)).measure(List.of(.95)),
          CopyMeasurement.of(dataset, new MeasuredImages().threads(3)).measure(List.of(.95)));
    }
  }

  @Test
  void datasetWithoutProgressiveImagesHasNothingToCompare() throws IOException {
    TestDataset.write(folder, TestShard.ofOpaque("x.gif", new byte[] {1, 2, 3}));
    try (PcrDataset dataset = PcrDataset.open(folder)) {
      assertThrows(
          NothingMeasuredException.class,
          () -> CopyMeasurement.of(dataset, new MeasuredImages()).measure(List.of(.95)));
    }
  }
}
