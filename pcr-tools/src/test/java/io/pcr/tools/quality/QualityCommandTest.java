package io.pcr.tools.quality;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.PixelFormat;
import io.pcr.format.Fidelity;
import io.pcr.format.Limits;
import io.pcr.format.manifest.QualityPoint;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Quality;
import io.pcr.reader.Sample;
import io.pcr.tools.CommandRun;
import io.pcr.tools.ExitCode;
import io.pcr.tools.TestDataset;
import io.pcr.tools.dataset.Datasets;
import io.pcr.tools.terminal.Progress;
import io.pcr.tools.terminal.Terminal;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QualityCommandTest {
  @TempDir private Path folder;
  private Path dataset;

  @BeforeEach
  void write() throws IOException {
    dataset =
        new TestDataset()
            .size(320, 240)
            .shard("rose/1.jpg", "rose/2.jpg")
            .shard("tulip/1.jpg")
            .write(folder.resolve("flowers"));
  }

  @Test
  void curveEndsInEqualityAndIsKeptAsANewGenerationThatReadersChooseBy() throws IOException {
    CommandRun run = CommandRun.of("quality", dataset, "--target", "0.9");
    assertEquals(ExitCode.OK, run.status(), run.err());
    assertTrue(run.lines().get(0).endsWith("measured on 3 images"), run.out());
    assertTrue(run.out().contains("kept in the manifest, as generation 2"), run.out());
    try (PcrDataset opened = PcrDataset.open(dataset)) {
      assertEquals(2, opened.manifest().get().generation());
      List<QualityPoint> curve = opened.manifest().get().quality();
      assertEquals(8, curve.size());
      assertEquals(1, curve.get(7).msSsimMean());
      assertEquals(1, curve.get(7).decodeRelative());
      assertTrue(curve.get(0).msSsimMean() < curve.get(3).msSsimMean());
      assertTrue(curve.get(0).msSsimP1() <= curve.get(0).msSsimP10());
      Fidelity chosen = opened.fidelityFor(Quality.msSsim(0.9));
      assertTrue(run.out().contains("fidelity " + chosen.groupIn(8) + " is the lowest"), run.out());
      assertEquals("rose/2.jpg", opened.sample("rose/2.jpg", chosen).key());
    }
  }

  @Test
  void jsonNamesWhatIsPromisedAndNoStoreLeavesTheManifestAlone() throws IOException {
    byte[] before = Files.readAllBytes(dataset.resolve("manifest.pcrm"));
    CommandRun run = CommandRun.of("quality", dataset, "--json", "--no-store");
    assertEquals(ExitCode.OK, run.status(), run.err());
    for (String name :
        List.of(
            "group",
            "prefix_bytes",
            "ms_ssim_mean",
            "ms_ssim_p10",
            "ms_ssim_p1",
            "psnr_mean",
            "decode_relative")) {
      assertEquals(8, run.out().split("\"" + name + "\": ", -1).length - 1, name);
    }
    assertTrue(run.out().contains("\"psnr_mean\": null"), "equal images have no PSNR");
    assertFalse(run.out().contains("stored_generation"));
    assertEquals(
        ByteBuffer.wrap(before),
        ByteBuffer.wrap(Files.readAllBytes(dataset.resolve("manifest.pcrm"))));
  }

  @Test
  void curveEqualsAnIndependentComputation() throws IOException {
    try (PcrDataset opened = PcrDataset.open(dataset)) {
      QualityCurve curve =
          new DatasetMeasurement(
                  opened,
                  ProgressiveSamples.of(Datasets.find(dataset.toString()), Limits.DEFAULT),
                  MeasuredPixels.DEFAULT)
              .measure(3, 2, silent());
      for (int group : new int[] {1, 4}) {
        double sum = 0;
        for (int number = 0; number < 3; number++) {
          ByteBuffer full = rgb(opened.sample(number, Fidelity.FULL));
          ByteBuffer partial = rgb(opened.sample(number, Fidelity.group(group)));
          sum += NaiveMsSsim.compare(full, partial, 320, 240, PixelFormat.RGB);
        }
        assertEquals(sum / 3, curve.points().get(group - 1).msSsimMean(), 1e-6);
      }
    }
  }

  @Test
  void shardByItselfIsMeasuredAndNothingIsKept() {
    CommandRun run = CommandRun.of("quality", dataset.resolve("part-00000.pcr"));
    assertEquals(ExitCode.OK, run.status(), run.err());
    assertFalse(run.out().contains("kept in the manifest"), run.out());
  }

  @Test
  void targetOutsideItsRangeIsAUsageError() {
    CommandRun run = CommandRun.of("quality", dataset, "--target", "95");
    assertEquals(ExitCode.USAGE, run.status());
    assertEquals("pcr: --target 95.0 is not in 0..1\n", run.err());
  }

  private static ByteBuffer rgb(Sample sample) throws IOException {
    ByteBuffer pixels = ByteBuffer.allocateDirect(320 * 240 * 3);
    sample.decodeRgb(pixels);
    return pixels.flip();
  }

  private static Progress silent() {
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    Terminal terminal = new Terminal(nowhere, nowhere, Terminal.UNBOUNDED, 0);
    return new Progress(terminal, "quality", "image", 3, -1);
  }
}
