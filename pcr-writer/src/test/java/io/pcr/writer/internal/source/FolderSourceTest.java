package io.pcr.writer.internal.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.internal.text.RawNames;
import io.pcr.writer.internal.reject.RejectLog;
import io.pcr.writer.reject.RejectReason;
import io.pcr.writer.source.FileColumn;
import io.pcr.writer.source.FolderSourceOptions;
import io.pcr.writer.source.LabelsFileException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderSourceTest {
  @TempDir private Path temporary;

  @Test
  void classesAreTheFirstFoldersInOrderOfName() throws IOException {
    write("b/2.jpg", "a.b/1.jpg", "a/deep/er/3.jpg", "a/0.jpg");
    Files.createDirectories(folder().resolve("empty/inside"));
    try (SampleSource source = scan(options())) {
      assertEquals(List.of("a", "a.b", "b"), source.classNames());
      assertEquals(
          List.of("a.b/1.jpg=1", "a/0.jpg=0", "a/deep/er/3.jpg=0", "b/2.jpg=2"), show(source));
      assertTrue(source.hasLabels());
    }
    assertEquals(List.of(), rejects());
  }

  @Test
  void flatFolderHasNoLabels() throws IOException {
    write("1.jpg", "2.jpg");
    try (SampleSource source = scan(options())) {
      assertFalse(source.hasLabels());
      assertEquals(List.of("1.jpg=-", "2.jpg=-"), show(source));
    }
  }

  @Test
  void listingIsTheSameHoweverLittleMemorySortingHas() throws IOException {
    for (int i = 0; i < 300; i++) {
      write("c" + i % 7 + "/" + i * 37 % 300 + ".jpg");
    }
    byte[] roomy;
    try (SampleSource source = scan(options())) {
      assertEquals(300, source.count());
      roomy = Files.readAllBytes(temporary.resolve("listing"));
    }
    scan(options().withSortBytes(500)).close();
    assertArrayEquals(roomy, Files.readAllBytes(temporary.resolve("listing")));
  }

  @Test
  void namesOfAnyCharactersAreKeys() throws IOException {
    String odd = "new\nline \"quoted\" \\ ..jpg";
    String wide = "c/h\u00e9\u4e2d\ud83d\ude00 %41 #?.jpg";
    write(odd, wide);
    try (SampleSource source = scan(options())) {
      assertEquals(2, source.count());
      assertEquals(wide, read(source, 0).key());
      assertEquals(odd, read(source, 1).key());
      assertEquals(ByteBuffer.wrap(wide.getBytes(UTF_8)), read(source, 0).bytes());
    }
  }

  @Test
  void nameThatIsNotUtf8IsRejectedEvenDeepInAFolder() throws IOException {
    write("ok.jpg");
    Path bad = RawNames.resolve(folder(), new byte[] {'d', (byte) 0xff, '/', 'x', '.', 'j'});
    Files.createDirectories(bad.getParent());
    Files.writeString(bad, "x");
    try (SampleSource source = scan(options())) {
      assertEquals(List.of("ok.jpg=-"), show(source));
    }
    assertEquals(
        List.of(
            "{\"path\":\"d\\\\xFF/x.j\",\"reason\":\"NAME\","
                + "\"detail\":\"the name is not UTF-8\",\"bytes\":1}"),
        rejects());
  }

  @Test
  void loopsAndLinksIntoTheSourceAreNotFollowedAndLinksOutAre() throws IOException {
    write("a/1.jpg");
    Path outside = Files.createDirectories(temporary.resolve("outside/sub"));
    Files.writeString(outside.resolve("2.jpg"), "2");
    Files.createSymbolicLink(outside.resolve("up"), outside.getParent());
    Files.createSymbolicLink(folder().resolve("a/loop"), folder());
    Files.createSymbolicLink(folder().resolve("b"), folder().resolve("a"));
    Files.createSymbolicLink(folder().resolve("c"), outside.getParent());
    Files.createSymbolicLink(folder().resolve("a/nothing.jpg"), Path.of("missing"));
    Files.createSymbolicLink(folder().resolve("a/self.jpg"), Path.of("self.jpg"));
    Files.createSymbolicLink(folder().resolve("a/file.jpg"), Path.of("1.jpg"));
    try (SampleSource source = scan(options())) {
      assertEquals(List.of("a/1.jpg=0", "a/file.jpg=0", "c/sub/2.jpg=1"), show(source));
    }
    assertEquals(
        List.of(
            "a/loop LINK_LOOP",
            "a/nothing.jpg NOT_A_FILE",
            "a/self.jpg UNREADABLE",
            "b LINK_LOOP",
            "c/sub/up LINK_LOOP"),
        rejectedPaths());
  }

  @Test
  void linkToAFolderThatTheSourceIsInIsNotFollowed() throws IOException {
    write("a/1.jpg");
    Files.writeString(temporary.resolve("beside.jpg"), "beside");
    Files.createSymbolicLink(folder().resolve("a/up"), Path.of("../.."));
    try (SampleSource source = scan(options())) {
      assertEquals(List.of("a/1.jpg=0"), show(source));
    }
    assertEquals(List.of("a/up LINK_LOOP"), rejectedPaths());
  }

  @Test
  void pipeIsNeverOpened() throws Exception {
    write("1.jpg");
    run("mkfifo", folder().resolve("p.jpg").toString());
    scan(options()).close();
    assertEquals(List.of("p.jpg NOT_A_FILE"), rejectedPaths());
  }

  @Test
  void pathOfFiveThousandCharactersIsReportedAndTheRestGoesOn() throws Exception {
    write("1.jpg");
    String script =
        "cd \"$0\"; for i in $(seq 1 25); do d=$(printf 'd%.0s' $(seq 1 200));"
            + " mkdir $d; cd $d; done; echo x > deep.jpg";
    run("bash", "-c", script, folder().toString());
    try (SampleSource source = scan(options())) {
      assertEquals(List.of("1.jpg=-"), show(source));
    }
    List<String> rejects = rejects();
    assertEquals(1, rejects.size());
    assertTrue(rejects.get(0).contains("File name too long"), rejects.get(0));
    run("rm", "-rf", folder().toString());
  }

  @Test
  void changedAndVanishedFilesAreRejectedWhenRead() throws IOException {
    write("a.jpg", "b.jpg", "c.jpg", "d.jpg");
    try (SampleSource source = scan(options())) {
      Files.writeString(folder().resolve("a.jpg"), "longer than it was before");
      Files.delete(folder().resolve("b.jpg"));
      Files.setLastModifiedTime(folder().resolve("c.jpg"), FileTime.fromMillis(1));
      assertEquals(RejectReason.CHANGED, reasonOf(source, 0));
      assertEquals(RejectReason.VANISHED, reasonOf(source, 1));
      assertEquals(RejectReason.CHANGED, reasonOf(source, 2));
      assertEquals("d.jpg", read(source, 3).key());
    }
  }

  @Test
  void sourceThatIsGoneAsAWholeIsAFailureAndNoReject() throws IOException {
    write("a.jpg");
    try (SampleSource source = scan(options())) {
      Files.delete(folder().resolve("a.jpg"));
      Files.delete(folder());
      assertThrows(NoSuchFileException.class, () -> read(source, 0));
    }
  }

  @Test
  void fileAboveTheLimitIsRejectedBeforeItIsRead() throws IOException {
    write("a.jpg");
    FolderSourceOptions small = options().withMaxFileBytes(3);
    try (SampleSource source = scan(small)) {
      assertEquals(RejectReason.LIMIT, reasonOf(source, 0));
    }
  }

  @Test
  void labelsFileGivesLabelsAndColumnsAndItsOrphansAreRejected() throws IOException {
    write("x/1.jpg", "x/2.jpg", "y,z.jpg");
    Path csv = temporary.resolve("l.csv");
    Files.writeString(
        csv, "path,label,score,note\n\"y,z.jpg\",cat,1.5,hi\nx/1.jpg,dog,,\nx/9.jpg,dog,1,no\n");
    try (SampleSource source = scan(options().withLabelsFile(Optional.of(csv)))) {
      assertEquals(List.of("cat", "dog"), source.classNames());
      assertEquals(List.of("x/1.jpg=1", "x/2.jpg=-", "y,z.jpg=0"), show(source));
      assertEquals(Arrays.asList(null, null), read(source, 0).columnValues());
      assertEquals(Arrays.asList(null, null), read(source, 1).columnValues());
      assertEquals(1.5, read(source, 2).columnValues().get(0));
      assertArrayEquals("hi".getBytes(UTF_8), (byte[]) read(source, 2).columnValues().get(1));
    }
    assertEquals(List.of("x/9.jpg ORPHAN"), rejectedPaths());
    assertTrue(rejects().get(0).contains("line 4 of the labels file"), rejects().get(0));
  }

  @Test
  void labelsFileInTheSourceIsNoInput() throws IOException {
    write("d\u00e9/1.jpg");
    Path csv = folder().resolve("d\u00e9/l.csv");
    Files.writeString(csv, "path,label\nd\u00e9/1.jpg,5\n");
    try (SampleSource source = scan(options().withLabelsFile(Optional.of(csv)))) {
      assertEquals(List.of("d\u00e9/1.jpg=5"), show(source));
    }
    assertEquals(List.of(), rejects());
  }

  @Test
  void keyThatStandsTwiceInTheLabelsFileIsNamedWithBothLines() throws IOException {
    write("1.jpg");
    Path csv = temporary.resolve("l.csv");
    Files.writeString(csv, "path,label\n1.jpg,1\n2.jpg,1\n1.jpg,2\n");
    FolderSourceOptions options = options().withLabelsFile(Optional.of(csv));
    IOException e = assertThrows(LabelsFileException.class, () -> scan(options));
    assertEquals(csv + ", line 4: \"1.jpg\" is already on line 2", e.getMessage());
  }

  @Test
  void columnFilesAreFoundByPatternAndOrphansAreRejected() throws IOException {
    write("a/1.jpg", "a/2.jpg", "masks/a/1.png", "masks/a/7.png", "a/2.txt", "a/3.txt");
    FolderSourceOptions options =
        options()
            .withFileColumns(
                List.of(
                    FileColumn.parse("mask=masks/{stem}.png"),
                    FileColumn.parse("caption:string:early={dir}/{name}.txt")));
    try (SampleSource source = scan(options)) {
      assertEquals(List.of("a"), source.classNames());
      assertEquals(List.of("a/1.jpg=0", "a/2.jpg=0"), show(source));
      List<Object> first = read(source, 0).columnValues();
      assertArrayEquals("masks/a/1.png".getBytes(UTF_8), (byte[]) first.get(0));
      assertEquals(null, first.get(1));
      List<Object> second = read(source, 1).columnValues();
      assertEquals(null, second.get(0));
      assertArrayEquals("a/2.txt".getBytes(UTF_8), (byte[]) second.get(1));
    }
    assertEquals(List.of("a/3.txt ORPHAN", "masks/a/7.png ORPHAN"), rejectedPaths());
  }

  @Test
  void patternThatFindsNoFileForAnyImageIsSaid() throws IOException {
    write("a/1.jpg", "a/2.jpg", "masks/a/2.png");
    FolderSourceOptions options =
        options()
            .withFileColumns(
                List.of(
                    FileColumn.parse("mask=masks/{stem}.png"),
                    FileColumn.parse("caption=captions/{stem}.txt")));
    try (SampleSource source = scan(options)) {
      assertEquals(2, source.count());
      assertEquals(2, source.columns().size());
    }
    assertEquals(List.of("column caption ORPHAN"), rejectedPaths());
    String detail = "no image has a file for it; the file of a/(.).jpg would be captions/a/\\1.txt";
    assertTrue(rejects().get(0).matches(".*" + detail + ".*"), rejects()::toString);
  }

  @Test
  void patternIsNotMissedWhereThereAreNoImages() throws IOException {
    write("masks/1.png");
    try (SampleSource source =
        scan(options().withFileColumns(List.of(FileColumn.parse("mask=masks/{stem}.png"))))) {
      assertEquals(0, source.count());
    }
    assertEquals(List.of("masks/1.png ORPHAN"), rejectedPaths());
  }

  @Test
  void patternsThatCannotWorkAreRefused() {
    for (String text :
        List.of("mask", "=x{stem}", "m=fixed.png", "m=../{stem}", "m=/{stem}", "m:x={stem}")) {
      assertThrows(IllegalArgumentException.class, () -> FileColumn.parse(text), text);
    }
  }

  private Path folder() {
    return temporary.resolve("source");
  }

  private FolderSourceOptions options() {
    return FolderSourceOptions.of(folder());
  }

  private void write(String... keys) throws IOException {
    for (String key : keys) {
      Path path = folder().resolve(key);
      Files.createDirectories(path.getParent());
      Files.writeString(path, key);
    }
  }

  private SampleSource scan(FolderSourceOptions options) throws IOException {
    Path listing = temporary.resolve("listing");
    try (RejectLog log = RejectLog.open(temporary.resolve("rejects"), 0)) {
      new FolderSource(options).list(listing, log, seen -> {});
    }
    return new FolderSource(options).open(listing);
  }

  private List<String> rejects() throws IOException {
    return Files.readAllLines(temporary.resolve("rejects"));
  }

  private List<String> rejectedPaths() throws IOException {
    return rejects().stream()
        .map(line -> line.replaceFirst(".*\"path\":\"(.*?)\",\"reason\":\"(.*?)\".*", "$1 $2"))
        .toList();
  }

  private static SourceSample read(SampleSource source, long number) throws IOException {
    try (SampleSource.Reader reader = source.reader()) {
      return reader.read(number);
    }
  }

  private static RejectReason reasonOf(SampleSource source, long number) {
    return assertThrows(InputRejectedException.class, () -> read(source, number)).reject().reason();
  }

  private static void run(String... command) throws Exception {
    assertEquals(0, new ProcessBuilder(command).start().waitFor());
  }

  private static List<String> show(SampleSource source) throws IOException {
    List<String> shown = new ArrayList<>();
    for (long i = 0; i < source.count(); i++) {
      SourceSample sample = read(source, i);
      String label = sample.label().isPresent() ? Long.toString(sample.label().getAsLong()) : "-";
      shown.add(sample.key() + "=" + label);
    }
    return shown;
  }
}
