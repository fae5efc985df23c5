package io.pcr.tools.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.testkit.Pictures;
import io.pcr.testkit.TestDataset;
import io.pcr.tools.CommandRun;
import io.pcr.tools.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadCommandTest {
  @TempDir static Path shared;
  @TempDir Path own;
  private static String dataset;

  @BeforeAll
  static void write() throws IOException {
    String[] keys = IntStream.range(0, 20).mapToObj(i -> "rose/" + i).toArray(String[]::new);
    dataset = new TestDataset().shard(keys).write(shared.resolve("data")).toString();
  }

  private static CommandRun load(Object... arguments) {
    Object[] all = new Object[arguments.length + 4];
    all[0] = "load";
    all[1] = "--batch=4";
    all[2] = "--transform=resize:8";
    all[3] = "--memory=64MiB";
    System.arraycopy(arguments, 0, all, 4, arguments.length);
    return CommandRun.of(all);
  }

  @Test
  void aRunThatIsStoppedGoesOnWithTheNextBatch() throws IOException {
    Path whole = own.resolve("whole");
    Path parts = own.resolve("parts");
    String state = "--state=" + own.resolve("state");
    CommandRun all = load(dataset, "--epochs=2", "--keys=" + whole);
    assertEquals(0, all.status(), all.err());
    assertEquals(3, all.out().lines().count(), all.out());
    for (String batches : List.of("1", "5", "3", "100")) {
      CommandRun some =
          load(dataset, "--epochs=2", state, "--keys=" + parts, "--batches=" + batches);
      assertEquals(0, some.status(), some.err());
    }
    assertEquals(10, Files.readAllLines(whole).size());
    assertEquals(Files.readAllLines(whole), Files.readAllLines(parts));
    CommandRun done = load(dataset, "--epochs=2", state);
    assertTrue(done.out().contains("nothing is left"), done.out());
  }

  @Test
  void aLineOfKeysThatARunDidNotFinishIsRemovedByTheNext() throws IOException {
    Path whole = own.resolve("whole");
    Path parts = own.resolve("parts");
    String state = "--state=" + own.resolve("state");
    assertEquals(0, load(dataset, "--keys=" + whole).status());
    for (String unfinished : List.of("[\"rose/1\",\"ro", "[\"" + "x".repeat(20_000), "")) {
      assertEquals(0, load(dataset, state, "--keys=" + parts, "--batches=1").status());
      Files.writeString(parts, unfinished, StandardOpenOption.APPEND);
    }
    assertEquals(0, load(dataset, state, "--keys=" + parts).status());
    assertEquals(Files.readAllLines(whole), Files.readAllLines(parts));
  }

  @Test
  void ranksShareEachBatch() throws IOException {
    Path keys = own.resolve("keys");
    CommandRun one = load(dataset, "--ranks=2", "--rank=1", "--keys=" + keys, "--json");
    assertEquals(0, one.status(), one.err());
    assertTrue(one.out().contains("\"images\": 10"), one.out());
    assertEquals(5, Files.readAllLines(keys).size());
  }

  @Test
  void aRunContinuesWithTheGenerationThatItBeganWith() throws IOException {
    Path images = Files.createDirectory(own.resolve("images"));
    for (int i = 0; i < 12; i++) {
      Files.write(images.resolve(i + ".jpg"), Pictures.jpeg(i, 96, 72, 80));
    }
    Path grown = own.resolve("grown");
    assertEquals(0, CommandRun.of("convert", images, grown).status());
    Path whole = own.resolve("whole");
    Path parts = own.resolve("parts");
    String state = "--state=" + own.resolve("state");
    assertEquals(0, load(grown, "--keys=" + whole).status());
    assertEquals(0, load(grown, state, "--keys=" + parts, "--batches=1").status());
    Path more = Files.createDirectory(own.resolve("more"));
    Files.write(more.resolve("new.jpg"), Pictures.jpeg(50, 96, 72, 80));
    assertEquals(0, CommandRun.of("append", grown, more).status());
    CommandRun on = load(grown, state, "--keys=" + parts);
    assertEquals(0, on.status(), on.err());
    assertEquals(Files.readAllLines(whole), Files.readAllLines(parts));
    Files.delete(grown.resolve("manifest-1.pcrm"));
    CommandRun gone = load(grown, state, "--epochs=2");
    assertEquals(2, gone.status());
    assertTrue(gone.err().contains("generation 1 is not there any more"), gone.err());
  }

  @Test
  void aStateOfAnotherRunIsAnErrorThatNamesBothValues() {
    String state = "--state=" + own.resolve("state");
    assertEquals(0, load(dataset, state, "--batches=2").status());
    CommandRun other = load(dataset, state, "--seed=9");
    assertEquals(2, other.status());
    assertTrue(other.err().contains("the state has seed 0, the run has 9"), other.err());
  }

  @Test
  void aFileThatHoldsNoStateOfThisRunIsRejectedByName() throws IOException {
    Path file = own.resolve("state");
    assertEquals(0, load(dataset, "--state=" + file, "--batches=2").status());
    String state = Files.readString(file);
    for (String wrong :
        List.of(
            "",
            "\0\0\0",
            state.replace("\"epoch\":0", "\"epoch\":9223372036854775807"),
            state.replace("\"epoch\":0", "\"epoch\":9007199254740991"),
            state.replace("\"position\":8", "\"position\":20"),
            state.replace("\"position\":8", "\"position\":144000"),
            state.replaceFirst("\"dataset\":\"", "\"dataset\":\"x"),
            state + "}",
            " ".repeat(2_000_000) + state)) {
      Files.writeString(file, wrong);
      CommandRun run = load(dataset, "--state=" + file);
      assertEquals(2, run.status(), run.err());
      assertTrue(run.err().contains("state"), run.err());
      assertFalse(run.err().contains("REDACTED"), run.err());
      assertEquals(wrong, Files.readString(file));
    }
    Files.write(file, new byte[] {(byte) 0xFF, (byte) 0xFE});
    CommandRun binary = load(dataset, "--state=" + file);
    assertEquals(2, binary.status(), binary.err());
    assertTrue(binary.err().contains(file + " is not a loader's state"), binary.err());
    CommandRun folder = load(dataset, "--state=" + own);
    assertEquals(2, folder.status(), folder.err());
    CommandRun endless = load(dataset, "--state=/dev/zero");
    assertEquals(2, endless.status(), endless.err());
  }

  @Test
  void aCacheInAFolderChangesNoBatchAndSaysWhatCameFromIt() throws IOException {
    Path usual = own.resolve("usual");
    Path cached = own.resolve("cached");
    assertEquals(0, load(dataset, "--epochs=4", "--keys=" + usual).status());
    CommandRun run =
        load(
            dataset,
            "--epochs=4",
            "--keys=" + cached,
            "--cache=minio:10MB",
            "--cache-dir=" + own.resolve("cache"));
    assertEquals(0, run.status(), run.err());
    assertEquals(Files.readAllLines(usual), Files.readAllLines(cached));
    assertTrue(run.out().contains("20 from the cache"), run.out());
  }

  @Test
  void cachesAndOrdersThatDoNotFitAreUsageErrors() {
    for (String wrong : List.of("--cache=minio", "--cache=minio:0", "--cache=much:1MB")) {
      assertEquals(2, load(dataset, wrong).status(), wrong);
    }
    CommandRun liquid = load(dataset, "--order=liquid");
    assertEquals(2, liquid.status(), liquid.err());
    assertTrue(liquid.err().contains("order liquid is for Liquid shards"), liquid.err());
    CommandRun small = load(dataset, "--cache=prefix:9", "--cache-dir=" + own.resolve("cache"));
    assertEquals(2, small.status(), small.err());
    assertTrue(small.err().contains("use fewer lanes"), small.err());
    CommandRun tiny = load(dataset, "--cache=minio:9", "--cache-dir=" + own.resolve("cache"));
    assertEquals(2, tiny.status(), tiny.err());
    assertTrue(tiny.err().contains("the smallest shard has"), tiny.err());
  }

  @Test
  void aFileOfKeysThatCannotBeWrittenIsNamed() {
    CommandRun full = load(dataset, "--keys=/dev/full");
    assertEquals(3, full.status(), full.err());
    assertTrue(full.err().contains("/dev/full"), full.err());
    CommandRun folder = load(dataset, "--keys=" + own);
    assertTrue(folder.err().contains(own.toString()), folder.err());
  }

  @Test
  void aDatasetForMidpointReconstructionIsReadAsItWasMade() throws IOException {
    Path images = Files.createDirectory(own.resolve("images"));
    for (int i = 0; i < 4; i++) {
      Files.write(images.resolve(i + ".jpg"), Pictures.jpeg(i, 96, 64, 90));
    }
    Path out = own.resolve("out");
    CommandRun made = CommandRun.of("convert", images, out, "--targets-for=midpoint");
    assertEquals(0, made.status(), made.err());
    CommandRun run = load(out, "--fidelity=msssim:.96");
    assertEquals(0, run.status(), run.err());
    CommandRun plain = load(out, "--fidelity=msssim:.96", "--reconstruction=plain");
    assertEquals(2, plain.status(), plain.err());
    CommandRun middles = load(dataset, "--fidelity=full", "--reconstruction=midpoint");
    assertEquals(0, middles.status(), middles.err());
  }

  @Test
  void mistakesAreSaid() {
    for (List<String> wrong :
        List.of(
            List.of("--ranks=3"),
            List.of("--rank=1"),
            List.of("--memory=1k"),
            List.of("--transform=rotate:3"),
            List.of("--transform=centre-crop:8"),
            List.of("--transform=none", "--views=2"),
            List.of("--order=random"),
            List.of("--epochs=0"),
            List.of("--consumer=0"),
            List.of("--lanes=0"),
            List.of("--epoch-batches=3"),
            List.of("--fidelity=99"),
            List.of("--batch=64"))) {
      CommandRun run =
          CommandRun.of(Stream.concat(Stream.of("load", dataset), wrong.stream()).toArray());
      assertEquals(2, run.status(), wrong + ": " + run.err());
      assertFalse(run.err().contains("unexpected"), run.err());
    }
  }

  @Test
  void aConditionChoosesSamplesAndIsInTheState() throws IOException {
    Path keys = own.resolve("keys");
    String state = "--state=" + own.resolve("state");
    String where = "--where=key in ('rose/3', 'rose/7') or caption > 'picture 7'";
    CommandRun run = load(dataset, where, "--keys=" + keys, state, "--epochs=2", "--batches=1");
    assertEquals(0, run.status(), run.err());
    String line = Files.readString(keys);
    for (String key : List.of("rose/3", "rose/7", "rose/8", "rose/9")) {
      assertTrue(line.contains('"' + key + '"'), line);
    }
    CommandRun other = load(dataset, "--where=label == 0", state, "--epochs=2");
    assertEquals(2, other.status());
    assertTrue(other.err().contains("view"), other.err());
    CommandRun wrong = load(dataset, "--where=label < 'a'");
    assertEquals(2, wrong.status());
    assertTrue(
        wrong.err().contains("a number is compared with a text, at character 9"), wrong.err());
    CommandRun none = load(dataset, "--where=label > 9");
    assertEquals(2, none.status());
  }

  @Test
  void moreRanksThanLanesAreSaid() {
    CommandRun run = load(dataset, "--ranks=4", "--lanes=2");
    assertEquals(0, run.status(), run.err());
    assertTrue(run.err().contains("4 ranks share 2 lanes"), run.err());
    assertTrue(run.err().contains("2.0 times"), run.err());
    assertFalse(load(dataset, "--ranks=4", "--lanes=4").err().contains("ranks share"));
  }

  @Test
  void imagesAreReadWithoutBeingDecoded() {
    CommandRun run =
        CommandRun.of("load", dataset, "--batch=4", "--transform=none", "--fidelity=2");
    assertEquals(0, run.status(), run.err());
    assertTrue(run.out().contains("20 images"), run.out());
  }

  @Test
  void weightsBecomeWholeNumbers() {
    List<WeightedDataset> mix =
        List.of(WeightedDataset.parse("a:.7"), WeightedDataset.parse("http://h:80/b:0.3"));
    assertEquals("http://h:80/b", mix.get(1).dataset());
    assertEquals(List.of(7, 3), IntStream.of(WeightedDataset.whole(mix)).boxed().toList());
    assertEquals("http://h:80", WeightedDataset.parse("http://h:80").dataset());
    assertThrows(UsageException.class, () -> WeightedDataset.parse("a:0"));
    CommandRun run = load(dataset + ":3", dataset + ":1", "--epoch-batches=5");
    assertEquals(0, run.status(), run.err());
    assertTrue(run.out().contains("20 images"), run.out());
  }

  @Test
  void eachEpochHasTheFidelityOfItsStage() {
    CommandRun run = load(dataset, "--epochs=4", "--policy=schedule:1x1,2x2,full");
    assertEquals(0, run.status(), run.err());
    List<String> lines = run.out().lines().toList();
    for (int epoch = 0; epoch < 4; epoch++) {
      String end = "; fidelity " + List.of("1", "2", "2", "full").get(epoch);
      assertTrue(lines.get(epoch).endsWith(end), lines.get(epoch));
    }
    CommandRun json = load(dataset, "--policy=fixed:2", "--json");
    assertTrue(json.out().replaceAll("\\s", "").contains("\"fidelities\":[{\"fidelity\":\"2\""));
  }

  @Test
  void recordedCosinesAreReplayedAndTheRunContinuesWithTheSameFile() throws IOException {
    Path cosines = own.resolve("cosines.csv");
    Files.writeString(
        cosines, "epoch,batch,fidelity,probe,cosine\n0,0,1,0,.5\n".replace(",.5", ",0.5"));
    String state = "--state=" + own.resolve("state");
    CommandRun first =
        load(dataset, "--policy=recorded:paper:" + cosines, state, "--batches=2", "--epochs=2");
    assertEquals(0, first.status(), first.err());
    assertTrue(first.out().contains("; fidelity full"), first.out());
    Files.writeString(cosines, "epoch,batch,fidelity,probe,cosine\n0,0,1,0,0.5\n1,0,1,0,0.9\n");
    CommandRun other = load(dataset, "--policy=recorded:paper:" + cosines, state, "--epochs=2");
    assertEquals(2, other.status());
    assertTrue(other.err().contains("the state has policy recorded:paper:"), other.err());
  }

  @Test
  void fedSaysThatTheRunCannotBeRepeated() {
    CommandRun run = load(dataset, "--policy=fed");
    assertEquals(0, run.status(), run.err());
    assertTrue(run.err().contains("cannot be repeated"), run.err());
  }

  @Test
  void aPolicyThatCannotBeIsRejected() throws IOException {
    Path cosines = Files.writeString(own.resolve("no.csv"), "fidelity\n");
    for (List<String> each :
        List.of(
            List.of("fastest", "a policy is fixed:F"),
            List.of("fixed:99", "99 is not in 1.."),
            List.of("quality:3", "use fixed:3"),
            List.of("schedule:1x5", "the last fidelity"),
            List.of("schedule:1x0,full", "a stage of 0 epochs"),
            List.of("schedule:", "is not of the form"),
            List.of("recorded:paper", "recorded:paper:FILE"),
            List.of("recorded:improved:" + cosines, "line 1 is not epoch,batch,"))) {
      CommandRun run = load(dataset, "--policy=" + each.get(0));
      assertEquals(2, run.status(), run.err());
      assertTrue(run.err().contains(each.get(1)), run.err());
    }
    CommandRun both = load(dataset, "--policy=fixed:1", "--fidelity=1");
    assertEquals(2, both.status());
    assertTrue(both.err().contains("exclude each other"), both.err());
  }
}
