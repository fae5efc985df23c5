package io.pcr.writer.convert;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Limits;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.programme.Programme;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import io.pcr.writer.shard.PcrVariant;
import io.pcr.writer.shard.VariantOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Conversions in processes of their own are killed, and resumed: nothing may be lost, nothing may
 * be there twice, and the dataset must be, to the byte, that of a conversion which nobody killed.
 */
class KillTest {
  private static final int IMAGES = 40;
  private static final int REJECTS = 3;

  /** Runs that are killed again and again. */
  private static final int RUNS = 30;

  private static final VariantOptions PCR = new PcrVariant();

  @TempDir private Path temporary;

  private Path source;
  private Path more;
  private Map<String, byte[]> converted;
  private Map<String, byte[]> appended;
  private String variant = "pcr";
  private int tries;

  @BeforeEach
  void makeWhatAnUninterruptedRunMakes() throws Exception {
    source = Sources.small(temporary.resolve("source"), IMAGES);
    more = temporary.resolve("more");
    Sources.write(more, Map.of("c1/new.jpg", Files.readAllBytes(source.resolve("c1/1.jpg"))));
    Files.copy(
        source.resolve("c0/0.jpg"), Files.createDirectories(more.resolve("c0")).resolve("0.jpg"));
    for (int i = 0; i < REJECTS; i++) {
      Files.writeString(source.resolve("c" + i + "/bad" + i + ".jpg"), "bad");
    }
    Path whole = temporary.resolve("whole");
    KilledConversion.run("convert", source, whole, PCR, DurableSteps.NONE);
    converted = ConversionTest.datasetFiles(whole);
    KilledConversion.run("append", more, whole, PCR, DurableSteps.NONE);
    appended = ConversionTest.datasetFiles(whole);
    assertEquals(IMAGES + 1, ReadBack.of(whole).samples.size());
  }

  // Covers R-COMMIT-2
  @Test
  void killedAtSomeDurableStepsAndResumed() throws Exception {
    int steps = steps("convert", source, temporary.resolve("count"));
    for (int step : new int[] {1, steps / 3, steps / 2, steps - 4}) {
      killAtStepAndResume("convert", source, step);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "gzip:6", "zstd:3"})
  void conversionToTfRecordsKilledAtSomeDurableStepsAndResumed(String compression)
      throws Exception {
    makeTfRecords(compression);
    int steps = steps("convert", source, temporary.resolve("count"));
    for (int step : new int[] {steps / 4, steps / 2, steps - 5}) {
      killAtStepAndResume("convert", source, step);
    }
    killAtStepAndResume("append", more, 9);
  }

  private void makeTfRecords(String compression) throws Exception {
    variant = compression;
    VariantOptions options = KilledConversion.variant(compression);
    Path whole = temporary.resolve("whole-records");
    KilledConversion.run("convert", source, whole, options, DurableSteps.NONE);
    converted = ConversionTest.datasetFiles(whole);
    // The dataset that is added to has shards of its own variant.
    Path mixed = temporary.resolve("mixed");
    KilledConversion.run("convert", source, mixed, PCR, DurableSteps.NONE);
    KilledConversion.run("append", more, mixed, options, DurableSteps.NONE);
    appended = ConversionTest.datasetFiles(mixed);
  }

  @Test
  @Tag("long")
  void conversionToTfRecordsKilledAtEveryDurableStepAndResumed() throws Exception {
    makeTfRecords("zstd:3");
    int steps = steps("convert", source, temporary.resolve("count"));
    for (int step = 0; step < steps; step++) {
      killAtStepAndResume("convert", source, step);
    }
  }

  @Test
  void liquidConversionKilledAtSomeDurableStepsAndResumed() throws Exception {
    int steps = liquidSteps();
    for (int step : new int[] {steps / 4, steps / 2}) {
      killAtStepAndResume("convert", source, step);
    }
  }

  @Test
  @Tag("long")
  void liquidConversionKilledAtEveryDurableStepAndResumed() throws Exception {
    int steps = liquidSteps();
    for (int step = 0; step < steps; step++) {
      killAtStepAndResume("convert", source, step);
    }
  }

  private int liquidSteps() throws Exception {
    variant = KilledConversion.LIQUID;
    Path whole = temporary.resolve("liquid");
    int steps = steps("convert", source, whole);
    converted = ConversionTest.datasetFiles(whole);
    assertTrue(converted.containsKey("part-00001.pcrl"), converted.keySet().toString());
    return steps;
  }

  @Test
  void killedAtAnyInstantAndResumed() throws Exception {
    Random random = new Random(1);
    for (int i = 0; i < 2; i++) {
      killAtInstantAndResume(random.nextInt(1500));
    }
  }

  @Test
  @Tag("long")
  void killedAtEveryDurableStepAndResumed() throws Exception {
    int steps = steps("convert", source, temporary.resolve("count"));
    for (int step = 0; step < steps; step++) {
      killAtStepAndResume("convert", source, step);
    }
  }

  @Test
  @Tag("long")
  void appendKilledAtEveryDurableStepAndResumed() throws Exception {
    Path counted = temporary.resolve("count");
    KilledConversion.run("convert", source, counted, PCR, DurableSteps.NONE);
    int steps = steps("append", more, counted);
    for (int step = 0; step < steps; step++) {
      killAtStepAndResume("append", more, step);
    }
  }

  @Test
  @Tag("long")
  void killedAtAHundredRandomInstants() throws Exception {
    long begun = System.nanoTime();
    steps("convert", source, temporary.resolve("count"));
    int millis = (int) TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
    Random random = new Random(42);
    int killed = 0;
    int starts = 0;
    while (killed < 100) {
      killed += killAtInstantAndResume(random.nextInt(millis)) ? 1 : 0;
      starts++;
    }
    System.out.println(starts + " starts, of which some ended before they were killed");
  }

  @Test
  @Tag("long")
  void killedAgainWhileItIsResumed() throws Exception {
    int steps = steps("convert", source, temporary.resolve("count"));
    Random random = new Random(7);
    for (int i = 0; i < RUNS; i++) {
      Path out = temporary.resolve("twice" + i);
      for (int kill = 0; kill < 4; kill++) {
        child("convert", source, out, random.nextInt(steps));
      }
      finishAndCompare("convert", source, out, converted);
    }
    Programme.T4.passed("convert, and the resumed runs up to four times in a row", RUNS);
  }

  private int steps(String action, Path from, Path out) throws Exception {
    Process process = start(action, from, out, -1);
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), printed);
    return Integer.parseInt(printed.strip());
  }

  private void killAtStepAndResume(String action, Path from, int step) throws Exception {
    Path out = temporary.resolve("killed" + tries++);
    Map<String, byte[]> expected = converted;
    if (action.equals("append")) {
      KilledConversion.run("convert", source, out, PCR, DurableSteps.NONE);
      expected = appended;
    }
    assertEquals(KilledConversion.DIED, child(action, from, out, step), "step " + step);
    finishAndCompare(action, from, out, expected);
    Programme.T4.passed(action + " of " + variant + ", at a durable step", 1);
  }

  private boolean killAtInstantAndResume(int millis) throws Exception {
    Path out = temporary.resolve("killed" + tries++);
    Process process = start("convert", source, out, -1);
    boolean ended = process.waitFor(millis, TimeUnit.MILLISECONDS);
    process.destroyForcibly().waitFor();
    finishAndCompare("convert", source, out, converted);
    if (!ended) {
      Programme.T4.passed("convert, at a random instant", 1);
    }
    return !ended;
  }

  /** A run that came to its end cannot be resumed; its dataset is as good. */
  private void finishAndCompare(String action, Path from, Path out, Map<String, byte[]> expected)
      throws Exception {
    boolean over =
        action.equals("convert")
            && Files.exists(out.resolve("manifest.pcrm"))
            && !Files.exists(out.resolve(".pcr-run"));
    boolean appendOver =
        action.equals("append") && !Files.exists(out.resolve(".pcr-run")) && generation(out) == 2;
    if (!over && !appendOver) {
      KilledConversion.run(action, from, out, KilledConversion.variant(variant), DurableSteps.NONE);
    }
    Map<String, byte[]> files = ConversionTest.datasetFiles(out);
    files.keySet().removeIf(name -> name.startsWith(".pcr-run-finished"));
    ConversionTest.assertSameFiles(expected, files);
    assertTrue(Files.exists(out.resolve("index.lmdb")));
    delete(out);
  }

  private static long generation(Path out) throws IOException {
    try (ByteSource manifest = FileByteSource.open(out.resolve(Manifest.FILE_NAME))) {
      return Manifest.read(manifest, Limits.DEFAULT).generation();
    }
  }

  private int child(String action, Path from, Path out, int step) throws Exception {
    Process process = start(action, from, out, step);
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int status = process.waitFor();
    assertTrue(status == 0 || status == KilledConversion.DIED || status == 1, printed);
    return status;
  }

  private Process start(String action, Path from, Path out, int step) throws IOException {
    return new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                KilledConversion.class.getName(),
                action,
                from.toString(),
                out.toString(),
                Integer.toString(step),
                variant))
        .redirectErrorStream(true)
        .start();
  }

  static void delete(Path folder) throws IOException {
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, IOException e)
              throws IOException {
            Files.delete(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
