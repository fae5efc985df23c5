package io.pcr.tools.extract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Fidelity;
import io.pcr.format.Limits;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.programme.Programme;
import io.pcr.format.source.FileByteSource;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Quality;
import io.pcr.testkit.FileTree;
import io.pcr.testkit.TestDataset;
import io.pcr.tools.CommandRun;
import io.pcr.tools.ExitCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExtractCommandTest {
  @TempDir private Path folder;

  @Test
  void everySampleIsAFileOfItsBytesAtTheFidelity() throws IOException {
    Path dataset = TestDataset.small(folder.resolve("flowers"));
    Path out = folder.resolve("out");
    CommandRun run = CommandRun.of("extract", dataset, out, "--fidelity", 3);
    assertEquals(ExitCode.OK, run.status(), run.err());
    assertTrue(run.out().contains("5 files written"), run.out());
    try (PcrDataset opened = PcrDataset.open(dataset)) {
      for (String key : FileTree.names(out)) {
        ByteBuffer expected = opened.sample(key, Fidelity.group(3)).file();
        assertEquals(expected, ByteBuffer.wrap(Files.readAllBytes(out.resolve(key))), key);
      }
    }
    assertEquals(5, FileTree.names(out).size());
    CommandRun again = CommandRun.of("extract", dataset, out, "--fidelity", 3, "--json");
    assertEquals(5, again.number("there_already"));
    CommandRun other = CommandRun.of("extract", dataset, out);
    assertEquals(ExitCode.FOUND, other.status(), "files of other content are never overwritten");
  }

  @Test
  void globChoosesKeys() throws IOException {
    Path dataset = TestDataset.small(folder.resolve("flowers"));
    Path out = folder.resolve("out");
    CommandRun run = CommandRun.of("extract", dataset, out, "--only", "rose/*");
    assertEquals(ExitCode.OK, run.status(), run.err());
    assertEquals(Set.of("rose/1.jpg", "rose/2.jpg"), FileTree.names(out));
  }

  @Test
  void patternThatMatchesNoKeyIsAnErrorAndNoArchiveAppears() throws IOException {
    Path dataset = TestDataset.small(folder.resolve("flowers"));
    for (String form : new String[] {"folder", "tar", "tfrecord"}) {
      Path out = folder.resolve("out." + form);
      CommandRun run = CommandRun.of("extract", dataset, out, "--to", form, "--only=roses/*");
      assertEquals(ExitCode.USAGE, run.status());
      assertTrue(run.err().startsWith("pcr: --only 'roses/*' matches no key of 5, such as "));
      assertEquals("", run.out());
    }
    assertEquals(Set.of("flowers"), names(folder, "out.folder"));
  }

  @Test
  void patternThatMatchesNoKeyBesideOneThatDoesIsSaid() throws IOException {
    Path dataset = TestDataset.small(folder.resolve("flowers"));
    Path out = folder.resolve("out");
    CommandRun run =
        CommandRun.of("extract", dataset, out, "--only=rose/*", "--only=lily/*", "--json");
    assertEquals(ExitCode.USAGE, run.status());
    assertEquals(2, run.number("written"));
    assertTrue(run.out().contains("\"unmatched\": [\n    \"lily/*\"\n  ]"), run.out());
    assertTrue(run.err().startsWith("pcr: --only 'lily/*' matches no key of 5, such as "));
    assertEquals(Set.of("rose/1.jpg", "rose/2.jpg"), FileTree.names(out));
  }

  @Test
  void damageOfSamplesThatAreNotWantedIsNoFailure() throws IOException {
    Path dataset = damagedInGroupOf(4, 1);
    CommandRun tulips = CommandRun.of("extract", dataset, folder.resolve("o"), "--only=tulip/*");
    assertEquals(ExitCode.OK, tulips.status(), tulips.err());
    CommandRun roses =
        CommandRun.of("extract", dataset, folder.resolve("o"), "--only=rose/2.jpg", "--only=x");
    assertEquals(ExitCode.FOUND, roses.status());
    assertTrue(roses.err().contains("sample rose/2.jpg left out: "), roses.err());
    assertTrue(roses.err().contains("--only 'x' matches no key of 5"), roses.err());
  }

  @Test
  void sampleOfWhichNothingIsLeftFailsWhereOthersAreDegraded() throws IOException {
    Path dataset = damagedInGroupOf(1, 1);
    CommandRun run = CommandRun.of("extract", dataset, folder.resolve("o"), "--degrade", "--json");
    assertEquals(ExitCode.FOUND, run.status());
    assertEquals(4, run.number("written"));
    assertEquals(1, run.number("failed"));
    assertTrue(run.err().startsWith("pcr: sample rose/2.jpg left out: "), run.err());
  }

  private static Set<String> names(Path folder, String but) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries
          .map(entry -> entry.getFileName().toString())
          .filter(name -> !name.equals(but))
          .collect(Collectors.toSet());
    }
  }

  /** Keys that lead out of a target, and one that does not. */
  private static String[] hostile(String more) {
    return new String[] {
      "../outside.jpg",
      "/absolute.jpg",
      "a/../../outside.jpg",
      "a//b.jpg",
      "..",
      ".",
      "a/",
      "zero\0byte.jpg",
      "x".repeat(300) + ".jpg",
      "./here.jpg",
      "good/1.jpg",
      more
    };
  }

  // Covers T10: hostile keys × extract.
  @Test
  void hostileKeysLeaveNothingOutsideTheTarget() throws IOException {
    String[] hostile = hostile("link/through.jpg");
    Path dataset = new TestDataset().shard(hostile).write(folder.resolve("hostile"));
    Path area = Files.createDirectories(folder.resolve("area"));
    Path elsewhere = Files.createDirectories(area.resolve("elsewhere"));
    Path out = Files.createDirectories(area.resolve("out"));
    Files.createSymbolicLink(out.resolve("link"), elsewhere);
    CommandRun run = CommandRun.of("extract", dataset, out, "--json");
    assertEquals(ExitCode.FOUND, run.status());
    assertEquals(1, run.number("written"), run.err());
    assertEquals(hostile.length - 1, run.number("failed"), run.err());
    assertEquals(hostile.length - 1, run.err().lines().count(), run.err());
    assertEquals(Set.of("out/good/1.jpg"), FileTree.names(area));
    assertTrue(Files.notExists(Path.of("/absolute.jpg")));
    Programme.T10.passed("keys, pcr extract", hostile.length);
  }

  // Covers T10: hostile keys × extract.
  @Test
  void hostileKeysGetIntoNoTar() throws Exception {
    String[] hostile = hostile("x".repeat(250));
    Path dataset = new TestDataset().shard(hostile).write(folder.resolve("hostile"));
    Path tar = folder.resolve("out.tar");
    CommandRun run = CommandRun.of("extract", dataset, tar, "--to=tar", "--json");
    assertEquals(ExitCode.FOUND, run.status());
    assertEquals(1, run.number("written"), run.err());
    assertEquals(hostile.length - 1, run.number("failed"), run.err());
    Path area = Files.createDirectories(folder.resolve("area/unpacked"));
    ProcessBuilder unpack = new ProcessBuilder("tar", "-xf", tar.toString(), "-C", area.toString());
    assertEquals(0, unpack.inheritIO().start().waitFor());
    assertEquals(
        Set.of(
            "unpacked/__classes__",
            "unpacked/good/1.caption",
            "unpacked/good/1.cls",
            "unpacked/good/1.jpg",
            "unpacked/good/1.json"),
        FileTree.names(area.getParent()));
    Programme.T10.passed("keys, pcr extract --to=tar unpacked by tar", hostile.length);
  }

  @Test
  void archivesAreTheSameEveryTimeAndNeverWrittenOver() throws IOException {
    Path dataset = TestDataset.small(folder.resolve("flowers"));
    for (String form : new String[] {"tar", "tfrecord"}) {
      Path first = folder.resolve("first." + form);
      Path second = folder.resolve("second." + form);
      CommandRun run = CommandRun.of("extract", dataset, first, "--to", form, "--fidelity=2");
      assertEquals(ExitCode.OK, run.status(), run.err());
      assertTrue(run.out().contains("5 samples written"), run.out());
      CommandRun.of("extract", dataset, second, "--to", form, "--fidelity=2");
      assertArrayEquals(Files.readAllBytes(first), Files.readAllBytes(second));
      CommandRun again = CommandRun.of("extract", dataset, first, "--to", form);
      assertEquals(ExitCode.USAGE, again.status());
      assertTrue(again.err().contains("already exists"), again.err());
      assertArrayEquals(Files.readAllBytes(first), Files.readAllBytes(second));
    }
    assertEquals(
        ExitCode.USAGE,
        CommandRun.of("extract", dataset, folder.resolve("x"), "--compression=gzip").status());
    assertEquals(
        ExitCode.USAGE,
        CommandRun.of(
                "extract", dataset, folder.resolve("x"), "--to=tfrecord", "--compression=lzma")
            .status());
    assertTrue(Files.notExists(folder.resolve("x")));
  }

  @Test
  void aShardThatCannotBeReadCostsNoOther() throws IOException {
    Path dataset = TestDataset.small(folder.resolve("flowers"));
    Path shard = dataset.resolve("part-00000.pcr");
    byte[] bytes = Files.readAllBytes(shard);
    bytes[40] ^= 1;
    int copyLength =
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(bytes.length - 16);
    bytes[bytes.length - 24 - copyLength + 40] ^= 1;
    Files.write(shard, bytes);
    for (String form : new String[] {"folder", "tar"}) {
      CommandRun run =
          CommandRun.of("extract", dataset, folder.resolve("o." + form), "--to", form, "--json");
      assertEquals(ExitCode.FOUND, run.status(), run.err());
      assertEquals(2, run.number("written"));
      assertEquals(3, run.number("failed"));
      assertTrue(run.err().startsWith("pcr: part-00000.pcr: "), run.err());
    }
  }

  /** The small dataset with a damaged slice in its first shard. */
  private Path damagedInGroupOf(int group, int sample) throws IOException {
    Path dataset = TestDataset.small(folder.resolve("flowers"));
    Path shard = dataset.resolve("part-00000.pcr");
    long at;
    try (FileByteSource source = FileByteSource.open(shard)) {
      at = ShardFile.open(source, Limits.DEFAULT).layout().slicePosition(group, sample);
    }
    byte[] bytes = Files.readAllBytes(shard);
    bytes[(int) at] ^= 1;
    Files.write(shard, bytes);
    return dataset;
  }

  @Test
  void damagedSampleIsMissingFromTheArchiveAndIsSaid() throws IOException {
    Path dataset = damagedInGroupOf(4, 1);
    Path tar = folder.resolve("out.tar");
    CommandRun run = CommandRun.of("extract", dataset, tar, "--to=tar");
    assertEquals(ExitCode.FOUND, run.status());
    assertTrue(run.out().contains("4 samples written"), run.out());
    CommandRun back = CommandRun.of("convert", tar, folder.resolve("back"));
    assertEquals(ExitCode.OK, back.status(), back.err());
  }

  @Test
  void damagedSampleFailsAloneOrIsDegraded() throws IOException {
    Path dataset = damagedInGroupOf(4, 1);
    CommandRun failing = CommandRun.of("extract", dataset, folder.resolve("a"), "--json");
    assertEquals(ExitCode.FOUND, failing.status());
    assertEquals(4, failing.number("written"));
    CommandRun degraded = CommandRun.of("extract", dataset, folder.resolve("b"), "--degrade");
    assertEquals(ExitCode.OK, degraded.status(), degraded.err());
    CommandRun.of("extract", dataset, folder.resolve("c"), "--fidelity", 3);
    assertArrayEquals(
        Files.readAllBytes(folder.resolve("c/rose/2.jpg")),
        Files.readAllBytes(folder.resolve("b/rose/2.jpg")));
  }

  @Test
  void fidelityThatTheDatasetLacksIsAUsageError() throws IOException {
    Path dataset = TestDataset.small(folder.resolve("flowers"));
    CommandRun run = CommandRun.of("extract", dataset, folder.resolve("o"), "--fidelity", 9);
    assertEquals(ExitCode.USAGE, run.status());
    assertEquals("pcr: --fidelity 9 is not in 1..8\n", run.err());
  }

  @Test
  void fidelityCanBeTheQualityThatIsWanted() throws IOException {
    Path dataset = TestDataset.small(folder.resolve("flowers"));
    Path out = folder.resolve("o");
    CommandRun early = CommandRun.of("extract", dataset, out, "--fidelity", "msssim:.9@224");
    assertEquals(ExitCode.USAGE, early.status());
    assertTrue(
        early.err().contains("has only a measured curve of MS-SSIM at full size"), early.err());
    assertFalse(Files.exists(out));
    CommandRun run = CommandRun.of("extract", dataset, out, "--fidelity", "msssim:.9", "--json");
    assertEquals(ExitCode.OK, run.status(), run.err());
    Path expected = folder.resolve("expected");
    try (PcrDataset opened = PcrDataset.open(dataset)) {
      int group = opened.fidelityFor(Quality.msSsim(.9)).groupIn(opened.groupCount());
      CommandRun.of("extract", dataset, expected, "--fidelity", group);
    }
    assertArrayEquals(
        Files.readAllBytes(expected.resolve("rose/2.jpg")),
        Files.readAllBytes(out.resolve("rose/2.jpg")));
  }

  @Test
  void fidelityThatIsNoneIsAUsageErrorThatSaysHowOneIsWritten() throws IOException {
    Path dataset = TestDataset.small(folder.resolve("flowers"));
    CommandRun run = CommandRun.of("extract", dataset, folder.resolve("o"), "--fidelity", "good");
    assertEquals(ExitCode.USAGE, run.status());
    assertTrue(run.err().contains("3 | full | msssim:.96 | msssim:.98@224"), run.err());
  }

  @Test
  void missingShardDoesNotKeepTheSamplesOfTheOthers() throws IOException {
    Path dataset = TestDataset.small(folder.resolve("flowers"));
    Files.delete(dataset.resolve("part-00000.pcr"));
    Path out = folder.resolve("out");
    CommandRun run = CommandRun.of("extract", dataset, out, "--json");
    assertEquals(ExitCode.FOUND, run.status());
    assertEquals("pcr: part-00000.pcr: the file is missing\n", run.err());
    assertEquals(3, run.number("failed"));
    assertEquals(Set.of("tulip/2.jpg", "tulip/3.jpg"), FileTree.names(out));
  }

  @Test
  void archiveThatAKilledRunBeganIsRemoved() throws IOException {
    Path dataset = TestDataset.small(folder.resolve("flowers"));
    Path area = Files.createDirectories(folder.resolve("area"));
    Files.writeString(area.resolve(".x.tar.1a2b.pcr-tmp"), "half");
    Files.writeString(area.resolve(".y.tar.1a2b.pcr-tmp"), "another's");
    Path tar = area.resolve("x.tar");
    assertEquals(ExitCode.OK, CommandRun.of("extract", dataset, tar, "--to=tar").status());
    assertEquals(Set.of("x.tar", ".y.tar.1a2b.pcr-tmp"), FileTree.names(area));
  }
}
