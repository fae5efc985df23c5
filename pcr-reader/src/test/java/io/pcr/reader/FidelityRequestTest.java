package io.pcr.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Fidelity;
import io.pcr.format.quality.ViewSize;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FidelityRequestTest {
  @TempDir private Path directory;
  private TestDataset written;

  @BeforeEach
  void write() throws IOException {
    written = ThreeShards.write(directory.resolve("dataset"));
  }

  private Fidelity found(String text) throws IOException {
    try (PcrDataset dataset = PcrDataset.open(written.folder())) {
      return FidelityRequest.parse(text).in(dataset);
    }
  }

  private String problem(Path path, String text) throws IOException {
    FidelityRequest request = FidelityRequest.parse(text);
    try (PcrDataset dataset = PcrDataset.open(path)) {
      return assertThrows(IllegalArgumentException.class, () -> request.in(dataset)).getMessage();
    }
  }

  @Test
  void groupsFullAndQualitiesAreFound() throws IOException {
    assertEquals(Fidelity.group(3), found("3"));
    assertEquals(Fidelity.FULL, found("full"));
    assertEquals(Fidelity.group(4), found("msssim:.94"));
    assertEquals(Fidelity.group(1), found("msssim:0"));
    assertEquals(Fidelity.FULL, found("msssim:1"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "msssim:.96 .96 full",
        "msssim:0.96 .96 full",
        "msssim:1.0 1 full",
        "msssim:.98@224 .98 resize:256,crop:224",
        "msssim:.98@full .98 full",
        "msssim:.98@resize:342,crop:299 .98 resize:342,crop:299"
      })
  void qualityHasANumberAndASize(String text, double atLeast, String at) {
    assertEquals(
        Optional.of(Quality.msSsim(atLeast).at(ViewSize.parse(at))),
        FidelityRequest.parse(text).quality());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " 3",
        "-1",
        "+3",
        "3.5",
        "FULL",
        "msssim",
        "msssim:",
        "msssim:x",
        "msssim:-.5",
        "psnr:40",
        "msssim:.9e1",
        "msssim:1.01",
        "msssim:95",
        "msssim:NaN",
        "msssim:.98@",
        "msssim:.98@225",
        "msssim:.98@resize:256",
        "msssim:.98@resize:0,crop:0",
        "msssim:.98@resize:224,crop:256",
        "msssim:.98@resize:65536,crop:224",
        "msssim:.98@resize:256,crop:224,",
        "msssim:.98\n@224",
        "99999999999"
      })
  void anythingElseIsNoFidelity(String text) {
    assertThrows(IllegalArgumentException.class, () -> FidelityRequest.parse(text));
  }

  @Test
  void messageShowsHowFidelitiesAreWritten() {
    String message =
        assertThrows(IllegalArgumentException.class, () -> FidelityRequest.parse("best"))
            .getMessage();
    assertEquals(
        "fidelity \"best\" is not of the form 3 | full | msssim:.96 | msssim:.98@224", message);
  }

  @Property(tries = 50)
  void sizeIsReadBackAsItIsWritten(
      @ForAll @IntRange(min = 1, max = 65_535) int resize,
      @ForAll @IntRange(min = 1, max = 65_535) int crop) {
    ViewSize size = new ViewSize(Math.max(resize, crop), Math.min(resize, crop));
    assertEquals(size, ViewSize.parse(size.toString()));
  }

  @Test
  void groupThatTheDatasetLacksIsSaidWithThoseThatItHas() throws IOException {
    assertEquals("0 is not in 1.." + TestShard.GROUPS, problem(written.folder(), "0"));
    assertEquals("65 is not in 1.." + TestShard.GROUPS, problem(written.folder(), "65"));
  }

  @Test
  void qualityOfADatasetThatWasNotMeasuredIsAClearError() throws IOException {
    written.publish(2, false);
    String problem = problem(written.folder(), "msssim:.96");
    assertTrue(problem.startsWith("msssim:.96: " + written.folder()), problem);
    assertTrue(problem.contains("has no measured curve, and 'pcr quality' measures one"), problem);
  }

  @Test
  void qualityAtASizeThatWasNotMeasuredNamesTheCurvesThatThereAre() throws IOException {
    String problem = problem(written.folder(), "msssim:.96@224");
    assertTrue(problem.contains("has only a measured curve of MS-SSIM at full size"), problem);
  }

  @Test
  void singleShardHasNoCurve() throws IOException {
    Path shard = written.folder().resolve(TestDataset.name(2));
    String problem = problem(shard, "msssim:.96");
    assertTrue(problem.contains("is a single shard"), problem);
    assertTrue(problem.endsWith("give a group, 1 to " + TestShard.GROUPS + ", or full"), problem);
  }
}
