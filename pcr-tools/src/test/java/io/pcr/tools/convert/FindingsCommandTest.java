package io.pcr.tools.convert;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.format.Fidelity;
import io.pcr.reader.PcrDataset;
import io.pcr.tools.CommandRun;
import io.pcr.tools.ExitCode;
import io.pcr.writer.convert.Conversion;
import io.pcr.writer.convert.ConversionListener;
import io.pcr.writer.convert.ConversionOptions;
import io.pcr.writer.source.FolderSourceOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code convert} says of a source that does not quite fit. */
class FindingsCommandTest {
  @TempDir private Path temporary;

  private Path source;
  private Path out;

  @BeforeEach
  void makeASource() throws IOException {
    source = PhotoFolder.write(temporary.resolve("photos"), 4);
    out = temporary.resolve("dataset");
  }

  @Test
  void filesBesideImagesDoNotSetTheStatusAndAreSaid() throws IOException {
    for (String other : List.of(".DS_Store", "c0/Thumbs.db", "c1/notes.txt", "labels.csv")) {
      Files.writeString(source.resolve(other), "no image");
    }
    CommandRun run = CommandRun.of("convert", source, out);
    assertEquals(ExitCode.OK, run.status(), run.err());
    assertEquals("", run.err());
    assertTrue(
        run.out().contains("others    4 files are not images (.DS_Store, .csv, .db, .txt)"),
        run.out());
    assertFalse(run.out().contains("left out"), run.out());
    assertEquals(4, Files.readAllLines(out.resolve("rejects.jsonl")).size());
    Path other = temporary.resolve("other");
    CommandRun strict = CommandRun.of("convert", source, other, "--on-error=fail");
    assertEquals(ExitCode.FOUND, strict.status());
    assertTrue(strict.err().contains(".DS_Store"), strict.err());
    CommandRun without =
        CommandRun.of(
            "convert",
            source,
            other,
            "--on-error=fail",
            "--json",
            "--include=**.jpg",
            "--exclude=c1/*");
    assertEquals(ExitCode.OK, without.status(), without.err());
    assertEquals(2, without.number("samples"));
    assertTrue(without.out().replaceAll("\\s", "").contains("\"excluded\":{\"count\":6,"));
    CommandRun dry = CommandRun.of("convert", source, temporary.resolve("dry"), "--dry-run");
    assertEquals(ExitCode.OK, dry.status(), dry.out());
    assertTrue(dry.out().contains("4 files are not images"), dry.out());
  }

  @Test
  void fileWithTheNameOfAnImageThatIsNoneStillSetsTheStatus() throws IOException {
    Files.writeString(source.resolve("c0/bad.jpg"), "no image");
    Files.writeString(source.resolve("c0/drawing.svg"), "<svg/>");
    CommandRun run = CommandRun.of("convert", source, out, "--json");
    assertEquals(ExitCode.FOUND, run.status());
    assertEquals(2, run.number("rejects"));
    assertEquals(0, run.number("not_images"));
    assertEquals(2, run.number("NOT_AN_IMAGE"));
  }

  @Test
  void aFolderOfNothingButOtherFilesIsRefused() throws IOException {
    Path notes = Files.createDirectory(temporary.resolve("notes"));
    Files.writeString(notes.resolve("a.txt"), "no image");
    CommandRun run = CommandRun.of("convert", notes, out);
    assertEquals(ExitCode.USAGE, run.status());
    assertTrue(run.err().contains("holds no images that can be read"), run.err());
    CommandRun none = CommandRun.of("convert", source, out, "--include=*.png");
    assertEquals(ExitCode.USAGE, none.status());
    assertTrue(none.err().contains("4 files are excluded by patterns"), none.err());
    assertFalse(Files.exists(out.resolve("manifest.pcrm")));
  }

  @Test
  void labelsFileThatIsNotThereLeavesNothingInTheWayOfTheRightOne() throws IOException {
    CommandRun mistyped =
        CommandRun.of("convert", source, out, "--labels", temporary.resolve("lables.csv"));
    assertEquals(ExitCode.IO, mistyped.status(), mistyped.err());
    Path csv = Files.writeString(temporary.resolve("labels.csv"), "path,label\nc0/0.jpg,7\n");
    CommandRun right = CommandRun.of("convert", source, out, "--labels", csv);
    assertEquals(ExitCode.OK, right.status(), right.err());
  }

  @Test
  void labelsThatAreNotOfOneKindAreRefusedUnlessTheyAreSaidToBeNames() throws IOException {
    Path csv =
        Files.writeString(
            temporary.resolve("l.csv"),
            "path, label\nc0/0.jpg, 7\n./c0/2.jpg, 3\nc1/1.jpg, unknown\n"
                + source.toAbsolutePath()
                + "/c1/3.jpg, 10\n");
    CommandRun refused = CommandRun.of("convert", source, out, "--labels", csv);
    assertEquals(ExitCode.USAGE, refused.status());
    assertTrue(refused.err().contains("\"unknown\" on line 4"), refused.err());
    assertFalse(Files.exists(out.resolve("manifest.pcrm")));
    CommandRun names = CommandRun.of("convert", source, out, "--labels", csv, "--label-type=names");
    assertEquals(ExitCode.OK, names.status(), names.err());
    try (PcrDataset dataset = PcrDataset.open(out)) {
      assertEquals(0, dataset.sample("c1/3.jpg", Fidelity.FULL).label().orElseThrow());
      assertEquals(3, dataset.sample("c1/1.jpg", Fidelity.FULL).label().orElseThrow());
    }
    Files.writeString(csv, Files.readString(csv).replace("unknown", "-1"));
    Path numbers = temporary.resolve("numbers");
    assertEquals(ExitCode.OK, CommandRun.of("convert", source, numbers, "--labels", csv).status());
    try (PcrDataset dataset = PcrDataset.open(numbers)) {
      assertEquals(10, dataset.sample("c1/3.jpg", Fidelity.FULL).label().orElseThrow());
      assertEquals(-1, dataset.sample("c1/1.jpg", Fidelity.FULL).label().orElseThrow());
    }
  }

  @Test
  void rowsAndImagesThatDoNotMeetAreSaid() throws IOException {
    Path csv =
        Files.writeString(
            temporary.resolve("l.csv"), "path,Label\nc0/0.jpg,7\nphotos/c1/1.jpg,1\n");
    CommandRun run = CommandRun.of("convert", source, out, "--labels", csv);
    assertEquals(ExitCode.FOUND, run.status());
    assertTrue(run.out().contains("1 row names no image (photos/c1/1.jpg)"), run.out());
    assertTrue(
        run.out().contains("3 images have no row in the labels file (c0/2.jpg, c1/1.jpg"),
        run.out());
    assertTrue(run.out().contains("is it (Label)?"), run.out());
    assertTrue(run.out().contains("left out  1 (1 ORPHAN), see "), run.out());
  }

  @Test
  void filesThatCameWhileARunWasInterruptedSetTheStatusAndAreSaid() throws Exception {
    Assertions.assertThrows(
        IOException.class,
        () ->
            Conversion.convert(
                ConversionOptions.of(FolderSourceOptions.of(source), out),
                ConversionListener.SILENT,
                (step, file) -> {
                  if (file.getFileName().toString().startsWith("manifest")) {
                    throw new IOException("interrupted");
                  }
                }));
    Files.write(source.resolve("c1/new.jpg"), JpegFixtures.baseline(9, 40, 30));
    CommandRun run = CommandRun.of("convert", source, out);
    assertEquals(ExitCode.FOUND, run.status());
    assertTrue(
        run.out()
            .contains(
                "1 file has been added to the source since this run began (c1/new.jpg) and is"
                    + " not in the dataset; add it with: pcr append "
                    + out
                    + " "
                    + source),
        run.out());
  }

  @Test
  void tinyImagesThatGrowGetAHint() throws IOException {
    for (int i = 0; i < 4; i++) {
      Files.write(source.resolve("c" + i % 2 + "/" + i + ".jpg"), JpegFixtures.grey(8, 8));
    }
    CommandRun run = CommandRun.of("convert", source, out);
    assertTrue(run.out().contains("hint      such small images grow"), run.out());
  }
}
