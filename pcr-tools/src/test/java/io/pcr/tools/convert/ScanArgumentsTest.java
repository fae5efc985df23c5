package io.pcr.tools.convert;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.format.quality.GroupTargets;
import io.pcr.format.quality.GroupTargets.Way;
import io.pcr.format.quality.QualityMeasure;
import io.pcr.format.quality.Reconstruction;
import io.pcr.format.quality.ViewSize;
import io.pcr.reader.PcrDataset;
import io.pcr.testkit.TestDataset;
import io.pcr.tools.CommandRun;
import io.pcr.tools.ExitCode;
import io.pcr.writer.encode.TargetedScans;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the options of {@code convert} and {@code append} say of scans and groups. */
class ScanArgumentsTest {
  private static final QualityMeasure MIDPOINT =
      new QualityMeasure(QualityMeasure.Metric.MS_SSIM, Reconstruction.MIDPOINT, ViewSize.FULL);

  @TempDir private Path temporary;
  private Path source;
  private Path more;
  private Path out;

  @BeforeEach
  void makeSources() throws IOException {
    out = temporary.resolve("out");
    source = Files.createDirectories(temporary.resolve("source/a")).getParent();
    more = Files.createDirectories(temporary.resolve("more/a")).getParent();
    for (int i = 0; i < 3; i++) {
      Files.write(source.resolve("a/" + i + ".jpg"), JpegFixtures.baseline(i, 48, 40));
      Files.write(more.resolve("a/m" + i + ".jpg"), JpegFixtures.baseline(10 + i, 48, 40));
    }
  }

  private static CommandRun run(String command, Path first, Path second, String... options) {
    return CommandRun.of(
        Stream.concat(Stream.of(command, first, second), Arrays.stream(options)).toArray());
  }

  private Map<String, String> made(CommandRun run) throws IOException {
    assertEquals(ExitCode.OK, run.status(), run.err());
    try (PcrDataset dataset = PcrDataset.open(out)) {
      return dataset.manifest().orElseThrow().options();
    }
  }

  private Optional<GroupTargets> stated() throws IOException {
    try (PcrDataset dataset = PcrDataset.open(out)) {
      return dataset.targets();
    }
  }

  private static GroupTargets targets(QualityMeasure measure, Way way, Integer... values) {
    return new GroupTargets(measure, way, List.of(values));
  }

  @Test
  void withoutOptionsTheDefaultsHold() throws IOException {
    assertEquals("BALANCED", made(run("convert", source, out)).get("prefer"));
    assertEquals(TargetedScans.DEFAULT.targets(), stated());
  }

  @Test
  void eachOptionChangesWhatItSays() throws IOException {
    Map<String, String> made =
        made(
            run(
                "convert",
                source,
                out,
                "--groups-by=slope",
                "--targets=.9,0.955",
                "--targets-for=midpoint",
                "--prefer=decode"));
    assertEquals("DECODE", made.get("prefer"));
    assertEquals(2, made.get("slopes").split(",", -1).length);
    assertEquals(Optional.of(targets(MIDPOINT, Way.SLOPE, 900_000, 955_000)), stated());
  }

  @ParameterizedTest
  @CsvSource({"--groups-by=slope", "--targets-for=midpoint", "--targets=.5", "--prefer=bytes"})
  void whatIsAddedFollowsTheDataset(String option) throws IOException {
    Map<String, String> made = made(run("convert", source, out, option));
    Optional<GroupTargets> stated = stated();
    assertEquals(made, made(run("append", out, more)));
    assertEquals(stated, stated());
    assertEquals(ExitCode.OK, CommandRun.of("verify", out, "--deep").status());
  }

  @Test
  void otherTargetsThanTheDatasetsAreRejected() throws IOException {
    made(run("convert", source, out));
    for (String other :
        List.of(
            "--groups-by=slope", "--targets=.9", "--targets-for=midpoint", "--script=libjpeg")) {
      CommandRun run = run("append", out, more, other);
      assertEquals(ExitCode.USAGE, run.status(), other + run.err());
      assertTrue(run.err().contains("groups by quality of 0.9, 0.95, 0.96, 0.98, 0.99"), run.err());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--targets=.95,.90 | --targets must be above 0 and below 1, in rising order",
        "--targets=.95,.95 | --targets must be above 0 and below 1, in rising order",
        "--targets=0 | --targets must be above 0 and below 1, in rising order",
        "--targets=1 | --targets must be above 0 and below 1, in rising order",
        "--targets=-.5 | --targets must be above 0 and below 1, in rising order",
        "--targets=high | high is not a number",
        "--targets=.1234567 | .1234567 has more than six decimals",
        "--targets=1e99 | 1e99 has more than six decimals",
        "--groups-by=size | --groups-by",
        "--targets-for=other | --targets-for",
        "--prefer=speed | --prefer",
        "--script=default | is neither a file nor one of [fast-decode, libjpeg]",
      })
  void optionWithoutMeaningIsAUsageErrorAndNothingIsWritten(String option, String error) {
    CommandRun run = run("convert", source, out, option);
    assertEquals(ExitCode.USAGE, run.status());
    assertTrue(run.err().contains(error), run.err());
    assertFalse(Files.exists(out));
  }

  @Test
  void moreTargetsThanGroupsCanBeAreRejected() {
    String many =
        IntStream.rangeClosed(1, 64)
            .mapToObj(i -> String.format("0.%03d", i))
            .collect(Collectors.joining(","));
    CommandRun run = run("convert", source, out, "--targets=" + many);
    assertEquals(ExitCode.USAGE, run.status());
    assertTrue(run.err().contains("--targets has more than 63 values"), run.err());
  }

  @ParameterizedTest
  @CsvSource({"--groups-by=quality", "--targets=.9", "--targets-for=plain", "--prefer=bytes"})
  void sameScansForAllAndScansForEachExcludeEachOther(String option) {
    CommandRun run = run("convert", source, out, "--script=libjpeg", option);
    assertEquals(ExitCode.USAGE, run.status());
    assertTrue(run.err().contains("--script gives all images the same scans"), run.err());
  }

  @Test
  void targetsAtAnotherSizeAreFollowedToo() throws IOException {
    QualityMeasure small =
        new QualityMeasure(QualityMeasure.Metric.MS_SSIM, Reconstruction.PLAIN, ViewSize.MODEL_224);
    GroupTargets targets = targets(small, Way.QUALITY, 1, 2, 3, 4, 5, 6, 7);
    new TestDataset().shard("rose/1.jpg").state(targets).write(out);
    for (String option : List.of("--targets=.9", "--for=full", "--script=libjpeg")) {
      CommandRun run = run("append", out, more, option);
      assertEquals(ExitCode.USAGE, run.status(), run.err());
      assertTrue(run.err().contains("at resize:256,crop:224"), run.err());
    }
  }
}
