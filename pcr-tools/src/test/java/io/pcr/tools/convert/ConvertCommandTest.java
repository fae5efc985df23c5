package io.pcr.tools.convert;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.format.script.ScanScripts;
import io.pcr.tools.CommandRun;
import io.pcr.tools.ExitCode;
import io.pcr.tools.terminal.ByteSize;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.TypeConversionException;

class ConvertCommandTest {
  @TempDir private Path temporary;

  private Path source;
  private Path out;

  @BeforeEach
  void makeASource() throws IOException {
    source = PhotoFolder.write(temporary.resolve("photos"), 6);
    out = temporary.resolve("dataset");
  }

  @Test
  void folderBecomesADatasetThatVerifies() {
    CommandRun run = CommandRun.of("convert", source, out);
    assertEquals(ExitCode.OK, run.status(), run.err());
    assertEquals("", run.err());
    assertEquals(out + ": 6 images in 1 shard", run.lines().get(0));
    assertTrue(run.out().contains("6 of 6 originals can be restored"), run.out());
    assertFalse(run.out().contains("left out"), run.out());
    assertEquals(ExitCode.OK, CommandRun.of("verify", out, "--deep").status());
  }

  @Test
  void rejectsEndInStatusOneAndAreNamed() throws IOException {
    Files.writeString(source.resolve("c0/bad.jpg"), "bad");
    CommandRun run = CommandRun.of("convert", source, out, "--json");
    assertEquals(ExitCode.FOUND, run.status());
    assertTrue(run.err().startsWith("pcr: left out: c0/bad.jpg: "), run.err());
    assertEquals(1, run.number("rejects"));
    assertEquals(6, run.number("samples"));
    assertEquals(1, run.number("shards"));
    assertTrue(Files.readString(out.resolve("rejects.jsonl")).contains("\"NOT_AN_IMAGE\""));
    CommandRun strict =
        CommandRun.of("convert", source, temporary.resolve("other"), "--on-error=fail");
    assertEquals(ExitCode.FOUND, strict.status());
    assertTrue(strict.err().contains("c0/bad.jpg"), strict.err());
  }

  @Test
  void dryRunTellsAndWritesNothing() throws IOException {
    Files.writeString(source.resolve("c0/bad.jpg"), "bad");
    CommandRun run = CommandRun.of("convert", source, out, "--dry-run", "--shard-samples=4");
    assertEquals(ExitCode.FOUND, run.status());
    assertTrue(run.out().contains("7 files"), run.out());
    assertTrue(run.out().contains("6 JPEG"), run.out());
    assertTrue(run.out().contains("1 would be"), run.out());
    assertTrue(run.out().contains("about 2"), run.out());
    assertFalse(Files.exists(out));
    CommandRun json = CommandRun.of("convert", source, out, "--dry-run", "--json");
    assertEquals(6, json.number("JPEG"));
    Files.write(source.resolve("c0/x.gif"), "GIF89a".getBytes(StandardCharsets.US_ASCII));
    CommandRun jpegAlone =
        CommandRun.of("convert", source, out, "--dry-run", "--json", "--non-jpeg=reject");
    assertEquals(1, jpegAlone.number("GIF"));
    assertEquals(1, jpegAlone.number("refused"));
  }

  @Test
  void stoppedConversionSaysWhatIsThereAndHowToGoOn() throws IOException {
    Files.writeString(source.resolve("c1/zbad.jpg"), "bad");
    CommandRun nothing = CommandRun.of("convert", source, out, "--on-error=fail");
    assertTrue(
        nothing
            .err()
            .strip()
            .endsWith("; stopped because of --on-error=fail; nothing was written"));
    CommandRun some =
        CommandRun.of(
            "convert", source, out, "--on-error=fail", "--order=source", "--shard-samples=2");
    assertEquals(ExitCode.FOUND, some.status());
    assertTrue(some.err().contains("--on-error=reject"), some.err());
    assertTrue(some.err().contains("delete the folder " + out), some.err());
    CommandRun other = CommandRun.of("convert", source, out, "--script=libjpeg");
    assertTrue(other.err().contains("script: unset before, libjpeg now"), other.err());
    assertTrue(other.err().contains("groups-by: QUALITY before, unset now"), other.err());
    assertFalse(other.err().contains("u000a"), other.err());
    CommandRun append = CommandRun.of("append", out, source);
    assertEquals(ExitCode.USAGE, append.status());
    assertTrue(append.err().contains("holds an unfinished run"), append.err());
  }

  @Test
  void appendFollowsTheDatasetAndRefusesAnotherScript() throws IOException {
    assertEquals(
        ExitCode.OK,
        CommandRun.of(
                "convert", source, out, "--script=fast-decode", "--restore=none", "--order=source")
            .status());
    Path more = Files.createDirectories(temporary.resolve("more/c1"));
    Files.write(more.resolve("new.jpg"), JpegFixtures.baseline(50, 40, 30));
    CommandRun refused =
        CommandRun.of("append", out, more.getParent(), "--script", ScanScripts.LIBJPEG);
    assertEquals(ExitCode.USAGE, refused.status());
    assertTrue(refused.err().contains("\"fast-decode\""), refused.err());
    CommandRun run = CommandRun.of("append", out, more.getParent());
    assertEquals(ExitCode.OK, run.status(), run.err());
    assertTrue(run.lines().get(0).endsWith("1 image in 1 shard added, generation 2"), run.out());
    assertTrue(run.out().contains("originals are not kept"), run.out());
    assertEquals(ExitCode.OK, CommandRun.of("verify", out).status());
  }

  @Test
  void imagesThatAreThereWithoutTheOriginalsThatAreAskedForAreSaid() {
    assertEquals(ExitCode.OK, CommandRun.of("convert", source, out, "--restore=none").status());
    CommandRun asBefore = CommandRun.of("append", out, source);
    assertEquals(ExitCode.OK, asBefore.status(), asBefore.err());
    CommandRun run = CommandRun.of("append", out, source, "--restore=exact");
    assertEquals(ExitCode.FOUND, run.status(), run.err());
    for (String out : List.of(asBefore.out(), run.out())) {
      assertTrue(out.contains("6 already in the dataset, by the checksums"), out);
      assertTrue(out.contains("the stored samples were not read"), out);
      assertTrue(out.contains("6 of them cannot be restored"), out);
    }
  }

  @Test
  void appendThatStopsNeverAdvisesToDeleteTheDataset() throws IOException {
    assertEquals(ExitCode.OK, CommandRun.of("convert", source, out).status());
    Path more = Files.createDirectories(temporary.resolve("more/c1"));
    for (int i = 0; i < 4; i++) {
      Files.write(more.resolve("m" + i + ".jpg"), JpegFixtures.baseline(50 + i, 40, 30));
    }
    Files.write(more.resolve("n.jpg"), new byte[] {(byte) 0xFF, (byte) 0xD8, (byte) 0xFF, 1});
    CommandRun run =
        CommandRun.of(
            "append",
            out,
            more.getParent(),
            "--on-error=fail",
            "--damaged=reject",
            "--order=source",
            "--shard-samples=2");
    assertEquals(ExitCode.FOUND, run.status());
    assertTrue(run.err().contains("delete only " + out.resolve(".pcr-run")), run.err());
    assertFalse(run.err().contains("delete the folder"), run.err());
  }

  @Test
  void commandLinesThatCannotBeCarriedOutAreRefused() throws IOException {
    Path csv = Files.writeString(temporary.resolve("bad.csv"), "name\nx\n");
    Path empty = Files.writeString(temporary.resolve("empty.scans"), "# nothing\n");
    Path binary = Files.write(temporary.resolve("binary.scans"), new byte[] {(byte) 0xFF, 0});
    Object[][] lines = {
      {"convert", source, source.resolve("out")},
      {"convert", source, out, "--variant=nothing"},
      {"convert", source, out, "--script=no-such-script"},
      {"convert", source, out, "--script", empty},
      {"convert", source, out, "--script", binary},
      {"convert", source, out, "--shard-size=huge"},
      {"convert", source, out, "--shard-size=2TB"},
      {"convert", source, out, "--shard-samples=0"},
      {"convert", source, out, "--quality=101"},
      {"convert", source, out, "--threads=0"},
      {"convert", source, out, "--restore=maybe"},
      {"convert", source, out, "--order=source", "--seed=3"},
      {"convert", source, out, "--column=mask"},
      {"convert", source, out, "--feature=image=jpg"},
      {"convert", source, out, "--from=tfrecord", "--feature=picture=jpg"},
      {"convert", source, out, "--from=tfrecord", "--feature=image=image/filename"},
      {"convert", source, out, "--labels", csv},
      {"convert", source},
      {"append", out, source},
    };
    for (Object[] line : lines) {
      CommandRun run = CommandRun.of(line);
      assertEquals(
          ExitCode.USAGE,
          run.status(),
          String.join(" ", Stream.of(line).map(Object::toString).toList()) + "\n" + run.err());
      assertTrue(run.err().startsWith("pcr: "), run.err());
      assertFalse(run.err().contains("\tat "), run.err());
    }
    assertFalse(Files.exists(out.resolve("manifest.pcrm")));
  }

  @Test
  void sourceThatIsNotThereIsAnIoErrorNamingIt() {
    CommandRun run = CommandRun.of("convert", temporary.resolve("missing"), out);
    assertEquals(ExitCode.IO, run.status());
    assertTrue(run.err().contains("missing: no such file or folder"), run.err());
  }

  @Test
  void scriptMayBeAFile() throws IOException {
    Path script = temporary.resolve("mine.scans");
    Files.writeString(script, ScanScripts.named(ScanScripts.LIBJPEG).toText());
    CommandRun run = CommandRun.of("convert", source, out, "--script", script);
    assertEquals(ExitCode.OK, run.status(), run.err());
    assertTrue(run.out().contains(" 10 "), run.out());
  }

  @Test
  void qualityReencodesAndThenKeepsNoOriginals() {
    CommandRun run = CommandRun.of("convert", source, out, "--quality=30");
    assertEquals(ExitCode.OK, run.status(), run.err());
    assertTrue(run.out().contains("6 encoded again"), run.out());
    assertTrue(run.out().contains("originals are not kept"), run.out());
  }

  @Test
  void sizesAreReadWithTheirUnits() {
    ByteSize size = new ByteSize();
    assertEquals(128L << 20, size.convert("128MiB"));
    assertEquals(100_000_000L, size.convert("100 MB"));
    assertEquals(64L << 10, size.convert("64k"));
    assertEquals(7L, size.convert("7"));
    for (String bad : new String[] {"", "MiB", "-1", "1.5MB", "1XB", "99999999999g"}) {
      assertThrows(TypeConversionException.class, () -> size.convert(bad), bad);
    }
  }
}
