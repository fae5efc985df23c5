package io.pcr.tools.quality;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.format.Fidelity;
import io.pcr.format.manifest.QualityPoint;
import io.pcr.format.quality.GroupTargets;
import io.pcr.format.quality.QualityMeasure;
import io.pcr.format.quality.Reconstruction;
import io.pcr.format.quality.ViewSize;
import io.pcr.reader.FidelityRequest;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Quality;
import io.pcr.testkit.TestDataset;
import io.pcr.tools.CommandRun;
import io.pcr.tools.ExitCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
    assertTrue(run.out().contains("stored in the manifest, as generation 2"), run.out());
    try (PcrDataset opened = PcrDataset.open(dataset)) {
      assertEquals(2, opened.manifest().get().generation());
      List<QualityPoint> curve = opened.quality().get(0).points();
      assertEquals(QualityMeasure.MS_SSIM, opened.quality().get(0).measure());
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

  private CommandRun stated(QualityMeasure measure, int first, String... options)
      throws IOException {
    List<Integer> values = IntStream.range(0, 7).map(i -> first + i).boxed().toList();
    Path claims =
        new TestDataset()
            .size(320, 240)
            .shard("rose/1.jpg")
            .state(new GroupTargets(measure, GroupTargets.Way.QUALITY, values))
            .write(folder.resolve("claims" + first));
    List<Object> arguments = new ArrayList<>(List.of("quality", claims, "--no-store"));
    arguments.addAll(List.of(options));
    CommandRun run = CommandRun.of(arguments.toArray());
    assertEquals(ExitCode.OK, run.status(), run.err());
    return run;
  }

  @Test
  void fidelitiesThatShowLessThanTheDatasetStatesAreSaid() throws IOException {
    CommandRun run = stated(QualityMeasure.MS_SSIM, 999_900);
    assertTrue(
        Pattern.compile(
                "pcr: fidelity 1 has a mean MS-SSIM of 0\\.\\d{4}, the dataset states 0\\.9999\n")
            .matcher(run.err())
            .find(),
        run.err());
    assertFalse(run.err().contains("fidelity 8"), run.err());
    assertEquals("", stated(QualityMeasure.MS_SSIM, 100_000).err());
  }

  @Test
  void whatIsStatedIsComparedWithWhatWasMeasuredInThatWay() throws IOException {
    QualityMeasure midpoint =
        new QualityMeasure(QualityMeasure.Metric.MS_SSIM, Reconstruction.MIDPOINT, ViewSize.FULL);
    CommandRun alone = stated(midpoint, 999_900);
    assertTrue(alone.out().contains("midpoint reconstruction, full size:"), alone.out());
    String both = stated(midpoint, 999_901, "--reconstruction=both").err();
    for (String said : List.of(alone.err(), both)) {
      assertEquals(1, said.split("fidelity 1 has", -1).length - 1, said);
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
  void sizesAndReconstructionsHaveCurvesOfTheirOwn() throws IOException {
    CommandRun run =
        CommandRun.of(
            "quality",
            dataset,
            "--no-store",
            "--at=224",
            "--at=resize:96,crop:80",
            "--json",
            "--reconstruction=both");
    assertEquals(ExitCode.OK, run.status(), run.err());
    List<String> curves = new ArrayList<>();
    Pattern names = Pattern.compile("\"reconstruction\": \"(.*?)\",\\s+\"at\": \"(.*?)\"");
    names.matcher(run.out()).results().forEach(m -> curves.add(m.group(1) + " " + m.group(2)));
    assertEquals(
        List.of(
            "plain full",
            "plain resize:256,crop:224",
            "plain resize:96,crop:80",
            "midpoint full",
            "midpoint resize:256,crop:224",
            "midpoint resize:96,crop:80"),
        curves);
    List<Double> thirdGroups = new ArrayList<>();
    Pattern means = Pattern.compile("\"group\": 3,[^}]*\"ms_ssim_mean\": ([0-9.]+)");
    means
        .matcher(run.out())
        .results()
        .forEach(m -> thirdGroups.add(Double.parseDouble(m.group(1))));
    assertEquals(6, thirdGroups.stream().distinct().count(), thirdGroups.toString());
    assertTrue(thirdGroups.get(2) > thirdGroups.get(0), "smaller pictures hide more");
  }

  @Test
  void eachCurveIsKeptUnderItsNameAndFoundByASize() throws IOException {
    CommandRun both = CommandRun.of("quality", dataset, "--at=224", "--reconstruction=both");
    assertEquals(ExitCode.OK, both.status(), both.err());
    assertEquals(ExitCode.OK, CommandRun.of("quality", dataset, "--images=1").status());
    try (PcrDataset opened = PcrDataset.open(dataset)) {
      assertEquals(
          Set.of(
              "MS-SSIM at full size",
              "MS-SSIM at resize:256,crop:224",
              "MS-SSIM of midpoint reconstruction at full size",
              "MS-SSIM of midpoint reconstruction at resize:256,crop:224"),
          opened.quality().stream().map(c -> c.measure().toString()).collect(Collectors.toSet()));
      Fidelity found = FidelityRequest.parse("msssim:.9@224").in(opened);
      assertEquals(opened.fidelityFor(Quality.msSsim(.9).at(ViewSize.MODEL_224)), found);
      assertEquals(3, opened.manifest().get().generation());
    }
  }

  @Test
  void textSaysWhichCurveIsWhich() {
    CommandRun run = CommandRun.of("quality", dataset, "--at=224");
    assertEquals(ExitCode.OK, run.status(), run.err());
    assertTrue(run.out().contains("\nplain reconstruction, full size:\n"), run.out());
    assertTrue(run.out().contains("\nplain reconstruction, resize:256,crop:224:\n"), run.out());
    assertTrue(run.out().contains("stored in the manifest, as generation 2"), run.out());
  }

  @Test
  void copiesOfTheSameQualityStandBesideTheFidelities() {
    CommandRun json = CommandRun.of("quality", dataset, "--beside-copies", "--no-store", "--json");
    assertEquals(ExitCode.OK, json.status(), json.err());
    String copies = json.out().substring(json.out().indexOf("\"copies\""));
    assertEquals(3, Integer.parseInt(copies.replaceAll("(?s).*?\"images\": (\\d+).*", "$1")));
    assertEquals(7, copies.split("\"group\": ", -1).length - 1, "full fidelity has no copy");
    assertTrue(copies.contains("\"jpeg_curve\": ["), copies);
    assertTrue(copies.contains("\"webp_curve\": ["), copies);
    CommandRun text = CommandRun.of("quality", dataset, "--beside-copies", "--no-store");
    assertEquals(ExitCode.OK, text.status(), text.err());
    assertTrue(text.out().contains("the same mean MS-SSIM, as shares of the originals:"));
    long rows =
        text.lines().stream()
            .filter(l -> l.matches(" +\\d+ +0\\.\\d{4}( +[\\d.]+%( +\\d+)?){3}"))
            .count();
    assertEquals(7, rows, text.out());
  }

  @Test
  void sizeThatIsNoneIsAUsageError() {
    CommandRun run = CommandRun.of("quality", dataset, "--at=225");
    assertEquals(ExitCode.USAGE, run.status());
    assertTrue(run.err().contains("is not full, 224, or resize:N,crop:M"), run.err());
    CommandRun large = CommandRun.of("quality", dataset, "--at=resize:60000,crop:60000");
    assertEquals(ExitCode.USAGE, large.status());
    assertTrue(large.err().contains("has more pixels than"), large.err());
  }

  @Test
  void shardByItselfIsMeasuredAndNothingIsKept() {
    CommandRun run = CommandRun.of("quality", dataset.resolve("part-00000.pcr"));
    assertEquals(ExitCode.OK, run.status(), run.err());
    assertFalse(run.out().contains("stored in the manifest"), run.out());
  }

  @Test
  void targetOutsideItsRangeIsAUsageError() {
    CommandRun run = CommandRun.of("quality", dataset, "--target", "95");
    assertEquals(ExitCode.USAGE, run.status());
    assertEquals("pcr: --target 95.0 is not in 0..1\n", run.err());
  }

  private Path images(String name, int count) throws IOException {
    Path images = Files.createDirectories(folder.resolve(name));
    for (int i = 0; i < count; i++) {
      Files.write(images.resolve(name + i + ".jpg"), JpegFixtures.baseline(i, 40, 30));
    }
    return images;
  }

  private static void removeShards(Path dataset, String suffix) throws IOException {
    try (Stream<Path> files = Files.list(dataset)) {
      for (Path file : files.filter(f -> f.toString().endsWith(suffix)).toList()) {
        Files.delete(file);
      }
    }
  }

  @Test
  void wholeSamplesAreSaidToHaveOneFidelityWithoutALookAtTheShards() throws IOException {
    Path records = folder.resolve("records");
    String[] how = {"--variant=tfrecord", "--compression=gzip"};
    CommandRun.of("convert", images("r", 5), records, how[0], how[1]);
    // What is not there cannot be read, so that the count of reads is zero.
    removeShards(records, ".tfrecord.gz");
    CommandRun run = CommandRun.of("quality", records);
    assertEquals(ExitCode.USAGE, run.status(), run.err());
    assertTrue(run.err().contains("all samples have only full fidelity, so there is"), run.err());
  }

  @Test
  void samplesAreTakenFromTheShardsThatHaveFidelitiesAndTheOthersAreNotRead() throws IOException {
    Path mixed = folder.resolve("mixed");
    assertEquals(ExitCode.OK, CommandRun.of("convert", images("p", 4), mixed).status());
    CommandRun append = CommandRun.of("append", mixed, images("r", 30), "--variant=tfrecord");
    assertEquals(ExitCode.OK, append.status(), append.err());
    removeShards(mixed, ".tfrecord");
    CommandRun run = CommandRun.of("quality", mixed, "--no-store");
    assertEquals(ExitCode.OK, run.status(), run.err());
    assertTrue(run.lines().get(0).endsWith("measured on 4 images"), run.out());
  }

  @Test
  void filesOfOtherKindsAmongTheImagesArePassedOver() throws IOException {
    Path images = images("p", 2);
    for (int i = 0; i < 40; i++) {
      Files.write(images.resolve("a" + i + ".pgm"), "P5 1 1 255 x".getBytes(US_ASCII));
    }
    Path stored = folder.resolve("stored");
    assertEquals(ExitCode.OK, CommandRun.of("convert", images, stored).status());
    CommandRun run = CommandRun.of("quality", stored, "--images=2", "--no-store");
    assertEquals(ExitCode.OK, run.status(), run.err());
    Path page = folder.resolve("page.html");
    assertEquals(ExitCode.OK, CommandRun.of("inspect", stored, "--html", page).status());
    String html = Files.readString(page);
    assertTrue(html.contains("See what each fidelity shows"), "a progressive one is shown");
    assertTrue(html.contains("id=\"fidelity\""), "with the slider");
  }
}
