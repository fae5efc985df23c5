package io.pcr.reader.quality;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.format.Fidelity;
import io.pcr.format.quality.QualityMeasure;
import io.pcr.format.quality.Reconstruction;
import io.pcr.format.quality.ViewSize;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.ReaderOptions;
import io.pcr.reader.Sample;
import io.pcr.reader.TestDataset;
import io.pcr.reader.TestShard;
import io.pcr.reader.http.FolderServer;
import io.pcr.reader.internal.quality.ModelView;
import io.pcr.reader.internal.quality.NaiveMsSsim;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FidelityMeasurementTest {
  private static final int WIDTH = 200;
  private static final int HEIGHT = 176;

  @TempDir private Path folder;

  private Path photos() throws IOException {
    TestShard first = TestShard.ofPhotos(1, 2, WIDTH, HEIGHT);
    return TestDataset.write(folder, first).folder();
  }

  @Test
  void curveEqualsAnIndependentComputationAndEndsInEquality() throws IOException {
    try (PcrDataset dataset = PcrDataset.open(photos())) {
      AtomicInteger told = new AtomicInteger();
      QualityCurve curve =
          FidelityMeasurement.of(dataset)
              .threads(2)
              .progress((images, read, written) -> told.addAndGet((int) images))
              .measure();
      assertEquals(2, curve.images());
      assertEquals(0, curve.overLimit());
      assertEquals(2, told.get());
      for (int group : new int[] {1, 4}) {
        double sum = 0;
        for (int number = 0; number < 2; number++) {
          Sample full = dataset.sample(number, Fidelity.FULL);
          ByteBuffer partial = rgb(dataset.sample(number, Fidelity.group(group)));
          sum +=
              NaiveMsSsim.compare(rgb(full), partial, full.width(), full.height(), PixelFormat.RGB);
        }
        assertEquals(sum / 2, curve.points().get(group - 1).msSsimMean(), 1e-6);
      }
      QualityCurve.Point last = curve.points().get(TestShard.GROUPS - 1);
      assertEquals(1, last.msSsimMean());
      assertEquals(Double.POSITIVE_INFINITY, last.psnrMean());
      assertEquals(OptionalInt.of(1), curve.lowestFor(0));
    }
  }

  @Test
  void curveIsTheSameWithAnyNumberOfThreads() throws IOException {
    try (PcrDataset dataset = PcrDataset.open(photos())) {
      QualityCurve one = FidelityMeasurement.of(dataset).threads(1).measure();
      QualityCurve three = FidelityMeasurement.of(dataset).threads(3).measure();
      for (int g = 0; g < TestShard.GROUPS; g++) {
        assertEquals(one.points().get(g).msSsimMean(), three.points().get(g).msSsimMean());
        assertEquals(one.points().get(g).psnrMean(), three.points().get(g).psnrMean());
      }
    }
  }

  @Test
  void eachMeasureHasACurveThatEqualsAnIndependentComputation() throws IOException {
    ViewSize size = new ViewSize(120, 100);
    List<QualityMeasure> measures =
        List.of(
            QualityMeasure.MS_SSIM,
            QualityMeasure.msSsim(Reconstruction.MIDPOINT, ViewSize.FULL),
            QualityMeasure.msSsim(Reconstruction.MIDPOINT, size));
    try (PcrDataset dataset = PcrDataset.open(photos())) {
      List<QualityCurve> curves = FidelityMeasurement.of(dataset).measures(measures).measureEach();
      assertEquals(measures, curves.stream().map(QualityCurve::measure).toList());
      assertEquals(
          FidelityMeasurement.of(dataset).measure().points().get(2).msSsimMean(),
          curves.get(0).points().get(2).msSsimMean());
      for (int i = 1; i < curves.size(); i++) {
        double sum = 0;
        for (int number = 0; number < 2; number++) {
          Sample whole = dataset.sample(number, Fidelity.FULL);
          ByteBuffer full = view(whole, measures.get(i));
          ByteBuffer partial = view(dataset.sample(number, Fidelity.group(2)), measures.get(i));
          boolean isFull = measures.get(i).at().isFull();
          int width = isFull ? whole.width() : size.crop();
          int height = isFull ? whole.height() : size.crop();
          sum += NaiveMsSsim.compare(full, partial, width, height, PixelFormat.RGB);
        }
        assertEquals(sum / 2, curves.get(i).points().get(1).msSsimMean(), 1e-6);
        QualityCurve.Point last = curves.get(i).points().get(TestShard.GROUPS - 1);
        assertEquals(1, last.msSsimMean());
      }
    }
  }

  private static ByteBuffer view(Sample sample, QualityMeasure measure) throws IOException {
    ByteBuffer pixels = ByteBuffer.allocateDirect(sample.width() * sample.height() * 3);
    sample.decode(DecodeOptions.rgb().withReconstruction(measure.reconstruction()), pixels);
    if (measure.at().isFull()) {
      return pixels.flip();
    }
    ByteBuffer view = ByteBuffer.allocate(measure.at().crop() * measure.at().crop() * 3);
    new ModelView(measure.at()).of(pixels.flip(), sample.width(), sample.height(), view);
    return view.flip();
  }

  @Test
  void measurementWithoutAMeasureOrWithOneThatIsTooLargeIsAMistake() throws IOException {
    try (PcrDataset dataset = PcrDataset.open(photos())) {
      FidelityMeasurement measurement = FidelityMeasurement.of(dataset);
      assertThrows(IllegalArgumentException.class, () -> measurement.measures(List.of()));
      QualityMeasure large =
          QualityMeasure.msSsim(Reconstruction.PLAIN, new ViewSize(60_000, 60_000));
      assertThrows(
          IllegalArgumentException.class, () -> measurement.measures(List.of(large)).measure());
    }
  }

  @Test
  void imagesOverTheLimitArePassedOverAndCounted() throws IOException {
    Path mixed =
        TestDataset.write(
                folder, TestShard.ofPhotos(1, 1, 64, 48), TestShard.ofPhotos(2, 1, WIDTH, HEIGHT))
            .folder();
    try (PcrDataset dataset = PcrDataset.open(mixed)) {
      QualityCurve curve = FidelityMeasurement.of(dataset).maxPixels(64 * 48).measure();
      assertEquals(1, curve.images());
      assertEquals(1, curve.overLimit());
    }
  }

  @Test
  void whyNothingCouldBeMeasuredIsSaid() throws IOException {
    try (PcrDataset dataset = PcrDataset.open(photos())) {
      NothingMeasuredException large =
          assertThrows(
              NothingMeasuredException.class,
              () -> FidelityMeasurement.of(dataset).maxPixels(100).measure());
      assertEquals(NothingMeasuredException.Reason.OVER_LIMIT, large.reason());
      assertEquals(2, large.overLimit());
      assertEquals(100, large.limit());
    }
    Path opaque = folder.resolve("opaque");
    TestDataset.write(opaque, TestShard.ofOpaque("x.gif", new byte[] {1, 2, 3}));
    try (PcrDataset dataset = PcrDataset.open(opaque)) {
      NothingMeasuredException none =
          assertThrows(
              NothingMeasuredException.class, () -> FidelityMeasurement.of(dataset).measure());
      assertEquals(NothingMeasuredException.Reason.NO_PROGRESSIVE_IMAGE, none.reason());
      assertTrue(none.getMessage().startsWith(opaque.toString()), none.getMessage());
    }
  }

  @Test
  void datasetOnAServerIsMeasuredAsOneOnADisk() throws IOException {
    Path local = photos();
    QualityCurve expected;
    try (PcrDataset dataset = PcrDataset.open(local)) {
      expected = FidelityMeasurement.of(dataset).measure();
    }
    try (FolderServer server = FolderServer.start(local);
        PcrDataset dataset = PcrDataset.open(server.uri(), ReaderOptions.DEFAULT)) {
      QualityCurve found = FidelityMeasurement.of(dataset).measure();
      assertEquals(expected.points().get(2).msSsimMean(), found.points().get(2).msSsimMean());
      assertEquals(expected.points().get(2).prefixBytes(), found.points().get(2).prefixBytes());
    }
  }

  private static ByteBuffer rgb(Sample sample) throws IOException {
    ByteBuffer pixels = ByteBuffer.allocateDirect(sample.width() * sample.height() * 3);
    sample.decodeRgb(pixels);
    return pixels.flip();
  }
}
