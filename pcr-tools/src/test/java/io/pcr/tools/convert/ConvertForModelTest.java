package io.pcr.tools.convert;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.format.Fidelity;
import io.pcr.format.manifest.MeasuredCurve;
import io.pcr.format.quality.QualityMeasure;
import io.pcr.format.quality.Reconstruction;
import io.pcr.format.quality.ViewSize;
import io.pcr.reader.FidelityRequest;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.quality.FidelityMeasurement;
import io.pcr.reader.quality.QualityCurve;
import io.pcr.tools.CommandRun;
import io.pcr.tools.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Groups whose targets hold at the size at which a model sees the images. */
class ConvertForModelTest {
  private static final QualityMeasure AT_224 =
      QualityMeasure.msSsim(Reconstruction.PLAIN, ViewSize.MODEL_224);

  @TempDir private Path folder;
  private Path images;

  @BeforeEach
  void writeImages() throws IOException {
    images = Files.createDirectories(folder.resolve("images"));
    for (int i = 0; i < 6; i++) {
      Files.write(images.resolve(i + ".jpg"), JpegFixtures.baseline(i, 640, 480));
    }
  }

  private Path convert(String name, String... arguments) {
    Path out = folder.resolve(name);
    Object[] all = new Object[3 + arguments.length];
    all[0] = "convert";
    all[1] = images;
    all[2] = out;
    System.arraycopy(arguments, 0, all, 3, arguments.length);
    CommandRun run = CommandRun.of(all);
    assertEquals(ExitCode.OK, run.status(), run.err());
    return out;
  }

  private static QualityCurve measured(Path dataset) throws IOException {
    try (PcrDataset opened = PcrDataset.open(dataset)) {
      return FidelityMeasurement.of(opened).measures(List.of(AT_224)).measure();
    }
  }

  @Test
  void targetsAreReachedAtThatSizeInFewerBytesAndFoundByTheirStatement() throws IOException {
    Path small = convert("small", "--for=224", "--targets=.95,.98");
    Path full = convert("full", "--targets=.95,.98");
    QualityCurve curve = measured(small);
    assertEquals(.95, curve.points().get(0).msSsimMean(), .015);
    assertEquals(.98, curve.points().get(1).msSsimMean(), .01);
    long bytes = curve.points().get(1).prefixBytes();
    long otherBytes = measured(full).points().get(1).prefixBytes();
    assertTrue(bytes < .8 * otherBytes, bytes + " of " + otherBytes);
    try (PcrDataset opened = PcrDataset.open(small)) {
      assertEquals(AT_224, opened.targets().orElseThrow().measure());
      assertEquals(Fidelity.group(2), FidelityRequest.parse("msssim:.98@224").in(opened));
    }
  }

  @Test
  void qualityMeasuresAlsoAsTheTargetsSay() throws IOException {
    Path small = convert("small", "--for=224", "--targets=.95,.98");
    CommandRun run = CommandRun.of("quality", small);
    assertEquals(ExitCode.OK, run.status(), run.err());
    assertTrue(run.out().contains("plain reconstruction, resize:256,crop:224:"), run.out());
    try (PcrDataset opened = PcrDataset.open(small)) {
      assertEquals(
          List.of(QualityMeasure.MS_SSIM, AT_224),
          opened.quality().stream().map(MeasuredCurve::measure).toList());
    }
  }

  @Test
  void whatIsAddedFollowsTheSizeOfTheDataset() throws IOException {
    Path out = convert("small", "--for=224", "--groups-by=slope");
    Path more = Files.createDirectories(folder.resolve("more"));
    Files.write(more.resolve("new.jpg"), JpegFixtures.baseline(9, 640, 480));
    CommandRun other = CommandRun.of("append", out, more, "--for=full");
    assertEquals(ExitCode.USAGE, other.status(), other.out());
    CommandRun same = CommandRun.of("append", out, more);
    assertEquals(ExitCode.OK, same.status(), same.err());
    try (PcrDataset opened = PcrDataset.open(out)) {
      assertEquals(7, opened.sampleCount());
      assertEquals(AT_224, opened.targets().orElseThrow().measure());
    }
  }

  @Test
  void fixedScansHaveNoSize() {
    CommandRun run =
        CommandRun.of("convert", images, folder.resolve("o"), "--script=libjpeg", "--for=224");
    assertEquals(ExitCode.USAGE, run.status());
    assertTrue(run.err().contains("--script gives all images the same scans"), run.err());
  }
}
