package io.pcr.tools.extract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.testkit.TestDataset;
import io.pcr.tools.CommandRun;
import io.pcr.tools.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Samples of shards that have one fidelity, beside those of shards that have eight. */
class WholeSamplesTest {
  @TempDir private Path folder;
  private Path images;
  private Path dataset;

  private static CommandRun ok(Object... args) {
    CommandRun run = CommandRun.of(args);
    assertEquals(ExitCode.OK, run.status(), run.out() + run.err());
    return run;
  }

  @BeforeEach
  void makeADatasetOfAllVariants() throws IOException {
    Path seed =
        new TestDataset()
            .size(320, 240)
            .shard("p/x/1.jpg", "p/x/2.jpg", "t/x/3.jpg", "t/x/4.jpg", "t/x/5.jpg", "l/x/6.jpg")
            .write(folder.resolve("seed"));
    images = folder.resolve("images");
    ok("restore", seed, images);
    dataset = folder.resolve("dataset");
    ok("convert", images.resolve("p"), dataset);
    ok("append", dataset, images.resolve("t"), "--variant=tfrecord");
    ok("append", dataset, images.resolve("l"), "--variant=liquid", "--mix=jpeg:1");
  }

  @Test
  void samplesThatAreGivenWholeAtALowerFidelityAreCounted() throws IOException {
    Path out = folder.resolve("out");
    CommandRun run = ok("extract", dataset, out, "--fidelity=1");
    assertTrue(run.out().startsWith(out + ": 6 files written, "), run.out());
    assertTrue(run.out().endsWith(", 4 of them at full fidelity\n"), run.out());
    assertEquals(
        "pcr: 4 samples are in shards that have only full fidelity, and were written at"
            + " full fidelity\n",
        run.err());
    for (String key : new String[] {"t/x/3.jpg", "l/x/6.jpg"}) {
      assertArrayEquals(
          Files.readAllBytes(images.resolve(key)),
          Files.readAllBytes(out.resolve(key.substring(2))));
    }
    assertTrue(Files.size(out.resolve("x/1.jpg")) < Files.size(images.resolve("p/x/1.jpg")) / 2);
    CommandRun again = ok("extract", dataset, out, "--fidelity=1", "--json");
    assertEquals(6, again.number("there_already"));
    assertEquals(4, again.number("whole"));
    CommandRun progressive =
        ok("extract", dataset, folder.resolve("two"), "--fidelity=1", "--only=x/1.jpg");
    assertEquals("", progressive.err());
  }

  @Test
  void nothingIsSaidWhereFullFidelityWasMeant() {
    CommandRun run = ok("extract", dataset, folder.resolve("out"), "--json");
    assertEquals(0, run.number("whole"));
    assertEquals("", run.err());
  }

  @Test
  void aDatasetOfTfRecordsAloneSaysSoToo() {
    Path records = folder.resolve("records");
    ok("convert", images.resolve("t"), records, "--variant=tfrecord");
    CommandRun run = ok("extract", records, folder.resolve("out"), "--fidelity=1");
    assertTrue(run.out().endsWith(", 3 of them at full fidelity\n"), run.out());
    assertTrue(
        run.err().startsWith("pcr: 3 samples are in shards that have only full fidelity"),
        run.err());
  }

  @Test
  void inspectAndQualityTellOfThemBesideWhatTheFidelitiesRead() {
    CommandRun inspect = ok("inspect", dataset);
    assertTrue(
        inspect
            .out()
            .contains("4 samples in shards that have only full fidelity; each fidelity reads them"),
        inspect.out());
    assertEquals(4, ok("inspect", dataset, "--json").number("whole_samples"));
    CommandRun quality = ok("quality", dataset, "--no-store");
    assertTrue(
        quality.out().contains("with 4 samples in Liquid and TFRecord shards, "), quality.out());
    assertEquals(4, ok("quality", dataset, "--no-store", "--json").number("whole_samples"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "gzip", "zlib", "zstd"})
  void whatVerifySaysCanBeReadOfACutFileComesOut(String compression) throws IOException {
    Path records = folder.resolve("records");
    ok("convert", images, records, "--variant=tfrecord", "--compression=" + compression);
    Path shard;
    try (Stream<Path> files = Files.list(records)) {
      shard = files.filter(file -> file.toString().contains("part-")).findFirst().orElseThrow();
    }
    byte[] bytes = Files.readAllBytes(shard);
    byte[] cut = Arrays.copyOf(bytes, bytes.length * 2 / 3);
    Files.write(shard, cut);
    Path alone = Files.write(folder.resolve("alone" + shard.getFileName()), cut);
    for (Path what : new Path[] {records, alone}) {
      CommandRun verify = CommandRun.of("verify", what);
      assertEquals(ExitCode.FOUND, verify.status());
      int readable = readable(verify.out());
      for (String policy : new String[] {"--to=folder", "--degrade"}) {
        Path out = folder.resolve(what.getFileName() + "-out" + policy);
        CommandRun run = CommandRun.of("extract", what, out, policy);
        assertEquals(ExitCode.FOUND, run.status(), run.out());
        assertTrue(run.out().contains(readable + " files written, "), run.out());
        int failed = what.equals(alone) ? 1 : 6 - readable;
        assertTrue(run.out().endsWith(", " + failed + " failed\n"), run.out());
        assertTrue(run.err().contains("samples from " + readable + " of "), run.err());
        assertTrue(run.err().contains("truncated"), run.err());
        assertEquals(1, run.err().lines().count(), run.err());
      }
    }
    CommandRun restore = CommandRun.of("restore", records, folder.resolve("back"));
    assertEquals(ExitCode.FOUND, restore.status());
    int readable = readable(CommandRun.of("verify", records).out());
    assertTrue(
        restore.out().contains(readable + " files written, " + (6 - readable) + " not restored"),
        restore.out());
  }

  private static int readable(String verified) {
    String number = verified.replaceFirst("(?s).*the samples before number (\\d+) can be.*", "$1");
    int readable = Integer.parseInt(number);
    assertTrue(readable > 0 && readable < 6, verified);
    return readable;
  }
}
