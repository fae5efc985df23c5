package io.pcr.writer.internal.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pcr.writer.internal.json.JsonObject;
import io.pcr.writer.internal.reject.RejectCounts;
import io.pcr.writer.internal.reject.RejectLog;
import io.pcr.writer.reject.RejectReason;
import io.pcr.writer.source.FileColumn;
import io.pcr.writer.source.Finding;
import io.pcr.writer.source.Findings;
import io.pcr.writer.source.FolderSourceOptions;
import io.pcr.writer.source.KeyFilter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderFindingsTest {
  private static final byte[] JPEG = {(byte) 0xff, (byte) 0xd8, (byte) 0xff, (byte) 0xe0};
  private static final byte[] APPLE_DOUBLE = {0, 5, 0x16, 7, 0, 2, 0, 0};

  @TempDir private Path temporary;

  @Test
  void filesBesideImagesAreCountedByTheirKindAndListedForWhatTheyAre() throws IOException {
    write("a/1.jpg", JPEG);
    for (String other :
        List.of(".DS_Store", "a/Thumbs.db", "a/notes.txt", "b/labels.csv", "b/x.csv", "README")) {
      write(other, "text".getBytes(UTF_8));
    }
    write("a/._1.jpg", APPLE_DOUBLE);
    write("_SUCCESS", new byte[0]);
    try (SampleSource source = scan(options())) {
      assertEquals(List.of("a/1.jpg"), keys(source));
      // A folder of nothing but notes is no class.
      assertEquals(List.of("a"), source.classNames());
      Findings.Found found = source.findings().of(Finding.NOT_IMAGES);
      assertEquals(8, found.count());
      assertEquals(List.of(".DS_Store", ".csv", ".db", ".jpg"), found.examples());
    }
    assertEquals(Map.of(RejectReason.OTHER_FILE, 8L), rejects());
    assertEquals(
        List.of(
            ".DS_Store",
            "README",
            "_SUCCESS",
            "a/._1.jpg",
            "a/Thumbs.db",
            "a/notes.txt",
            "b/labels.csv",
            "b/x.csv"),
        rejectedPaths());
  }

  @Test
  void imageIsAnInputByItsNameOrByItsBytes() throws IOException {
    write("damaged.jpg", "no image".getBytes(UTF_8));
    write("empty.PNG", new byte[0]);
    write("unknown.svg", "<svg/>".getBytes(UTF_8));
    write("._real.jpg", JPEG);
    write("without-suffix", JPEG);
    write("photo.jpg.download", JPEG);
    try (SampleSource source = scan(options())) {
      assertEquals(6, source.count());
      assertEquals(Map.of(), source.findings().all());
    }
    assertEquals(Map.of(), rejects());
  }

  @Test
  void rowsWithoutImageAndImagesWithoutRowAreBothCounted() throws IOException {
    for (String image : List.of("a/1.jpg", "a/2.jpg", "a/3.jpg", "a/4.jpg", "a/5.jpg", "a/6.jpg")) {
      write(image, JPEG);
    }
    Path csv =
        write("../l.csv", "path,label\na/1.jpg,1\nmissing.jpg,1\n/b/2.jpg,2\n".getBytes(UTF_8));
    try (SampleSource source = scan(options().withLabelsFile(Optional.of(csv)))) {
      Findings.Found rows = source.findings().of(Finding.ROWS_WITHOUT_IMAGE);
      assertEquals(new Findings.Found(2, List.of("/b/2.jpg", "missing.jpg")), rows);
      Findings.Found images = source.findings().of(Finding.IMAGES_WITHOUT_ROW);
      List<String> first = List.of("a/2.jpg", "a/3.jpg", "a/4.jpg", "a/5.jpg");
      assertEquals(new Findings.Found(5, first), images);
    }
    assertEquals(Map.of(RejectReason.ORPHAN, 2L), rejects());
  }

  @Test
  void imagesWithoutTheirFileForAColumnAreCounted() throws IOException {
    for (String name : List.of("a/1.jpg", "a/2.jpg", "b/1.jpg")) {
      write(name, JPEG);
    }
    write("masks/a/1.png", new byte[] {1});
    write("masks/b/1.png", new byte[] {1});
    FileColumn column = FileColumn.parse("mask:late=masks/{stem}.png");
    try (SampleSource source = scan(options().withFileColumns(List.of(column)))) {
      assertEquals(
          new Findings.Found(1, List.of("mask of a/2.jpg")),
          source.findings().of(Finding.VALUES_WITHOUT_FILE));
    }
  }

  @Test
  void columnThatMayHaveBeenMeantForTheLabelsIsFound() throws IOException {
    write("a/1.jpg", JPEG);
    Path csv = write("../l.csv", "path,Label\na/1.jpg,1\n".getBytes(UTF_8));
    try (SampleSource source = scan(options().withLabelsFile(Optional.of(csv)))) {
      assertEquals(
          Map.of(Finding.COLUMN_NEAR_LABEL, new Findings.Found(1, List.of("Label"))),
          source.findings().all());
    }
  }

  @Test
  void patternsDecideByTheWholeKeyAndTheOnesThatMatchNothingAreFound() throws IOException {
    for (String image : List.of("1.jpg", "a/1.jpg", "a/2.png", "a/old/1.jpg", "b/1.jpg")) {
      write(image, JPEG);
    }
    write("a/notes.txt", "text".getBytes(UTF_8));
    Path csv = write("../l.csv", "path,label\na/1.jpg,1\na/2.png,2\nb/1.jpg,3\n".getBytes(UTF_8));
    KeyFilter filter = new KeyFilter(List.of("**.jpg", "**.jpeg"), List.of("**/old/**", "?.jpg"));
    try (SampleSource source =
        scan(options().withFilter(filter).withLabelsFile(Optional.of(csv)))) {
      assertEquals(List.of("a/1.jpg", "b/1.jpg"), keys(source));
      assertEquals(
          new Findings.Found(4, List.of("1.jpg", "a/2.png", "a/notes.txt", "a/old/1.jpg")),
          source.findings().of(Finding.EXCLUDED));
      assertEquals(
          new Findings.Found(1, List.of("**.jpeg")),
          source.findings().of(Finding.PATTERNS_WITHOUT_FILE));
    }
    // The row of an image that is not wanted is no orphan, and the file is nobody's reject.
    assertEquals(Map.of(), rejects());
  }

  @Test
  void columnFilesOfImagesThatAreNotWantedAreNoOrphans() throws IOException {
    write("1.jpg", JPEG);
    write("2.jpg", JPEG);
    write("1.txt", "one".getBytes(UTF_8));
    write("2.txt", "two".getBytes(UTF_8));
    KeyFilter filter = new KeyFilter(List.of(), List.of("2.*"));
    FolderSourceOptions options =
        options()
            .withFilter(filter)
            .withFileColumns(List.of(FileColumn.parse("caption:string={stem}.txt")));
    try (SampleSource source = scan(options)) {
      assertEquals(List.of("1.jpg"), keys(source));
    }
    assertEquals(Map.of(), rejects());
  }

  @Test
  void whatComesAfterTheListingIsFoundAndWhatGoesIsNot() throws IOException {
    write("b.jpg", JPEG);
    write("d.jpg", JPEG);
    write("notes.txt", "text".getBytes(UTF_8));
    scan(options()).close();
    assertEquals(new Findings.Found(0, List.of()), newSince());
    write("a.jpg", JPEG);
    write("c/new", JPEG);
    write("e.jpg", "bad".getBytes(UTF_8));
    write("more.txt", "text".getBytes(UTF_8));
    Files.delete(temporary.resolve("source/b.jpg"));
    Files.write(temporary.resolve("source/d.jpg"), new byte[9]);
    assertEquals(new Findings.Found(3, List.of("a.jpg", "c/new", "e.jpg")), newSince());
    try (var files = Files.list(temporary)) {
      assertEquals(3, files.count(), "the comparison leaves nothing behind");
    }
  }

  private Findings.Found newSince() throws IOException {
    return new FolderSource(options()).newSince(temporary.resolve("listing"), seen -> {});
  }

  private FolderSourceOptions options() {
    return FolderSourceOptions.of(temporary.resolve("source"));
  }

  private Path write(String key, byte[] content) throws IOException {
    Path path = temporary.resolve("source").resolve(key).normalize();
    Files.createDirectories(path.getParent());
    return Files.write(path, content);
  }

  private SampleSource scan(FolderSourceOptions options) throws IOException {
    Path listing = temporary.resolve("listing");
    try (RejectLog log = RejectLog.open(temporary.resolve("rejects"), 0)) {
      new FolderSource(options).list(listing, log, seen -> {});
    }
    return new FolderSource(options).open(listing);
  }

  private Map<RejectReason, Long> rejects() throws IOException {
    return RejectCounts.of(temporary.resolve("rejects"), 0);
  }

  private List<String> rejectedPaths() throws IOException {
    List<String> paths = new ArrayList<>();
    for (String line : Files.readAllLines(temporary.resolve("rejects"))) {
      JsonObject reject = JsonObject.parse(line).orElseThrow();
      paths.add((String) reject.members().get("path"));
    }
    return paths;
  }

  private static List<String> keys(SampleSource source) throws IOException {
    List<String> keys = new ArrayList<>();
    try (SampleSource.Reader reader = source.reader()) {
      for (long i = 0; i < source.count(); i++) {
        keys.add(reader.read(i).key());
      }
    }
    return keys;
  }
}
