package io.pcr.writer.source.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.column.Placement;
import io.pcr.format.metadata.ShardMetadata;
import io.pcr.writer.reject.RejectReason;
import io.pcr.writer.source.InputRejectedException;
import io.pcr.writer.source.SampleSource;
import io.pcr.writer.source.SourceSample;
import io.pcr.writer.tar.TarFiles;
import io.pcr.writer.tar.TarLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TarSourceTest {
  @TempDir Path folder;

  @Test
  void membersOfOneNameAreOneSampleWithItsLabelAndColumns() throws IOException {
    byte[] mask = new byte[5000];
    byte[] tar =
        new TarFiles()
            .file("a/0.jpg", "image 0")
            .file("a/0.cls", "7\n")
            .file("a/0.txt", "a rose")
            .file("a/0.mask.png", mask)
            .file("a/1.cls", "-3")
            .file("a/1.JPEG", "image 1")
            .ended();
    try (Listed listed = list(tar)) {
      assertEquals(List.of(), listed.rejects());
      assertEquals(
          List.of(
              new ColumnSpec("mask.png", ColumnType.BYTES, Placement.LATE),
              new ColumnSpec("txt", ColumnType.STRING, Placement.INLINE)),
          listed.source().columns());
      SourceSample first = listed.read(0);
      assertEquals("a/0", first.key());
      assertEquals(7, first.label());
      assertEquals("image 0", UTF_8.decode(first.bytes()).toString());
      assertArrayEquals(mask, (byte[]) first.columnValues().get(0));
      assertEquals("a rose", text(first, 1));
      assertEquals(7 + 5000 + 6, listed.source().sizeOf(0), "with its columns");
      SourceSample second = listed.read(1);
      assertEquals(-3, second.label());
      assertEquals(Arrays.asList(null, null), second.columnValues());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "key.jpg, key, jpg",
    "./a/b.c.JPG, a/b, c.jpg",
    "v1.0/x.seg.png, v1.0/x, seg.png",
    "/etc/passwd.jpg, etc/passwd, jpg",
    "ü 1.jpg, ü 1, jpg",
    "a/./b.jpg, a/b, jpg",
    "a//.///b.jpg, a/b, jpg",
    ".//a.jpg, a, jpg",
    "...a/b.jpg, ...a/b, jpg",
  })
  void theKeyEndsAtTheFirstDotOfTheBaseName(String name, String key, String extension) {
    assertEquals(
        new WebDatasetName(key, extension),
        WebDatasetName.parse(name.getBytes(UTF_8)).orElseThrow());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "key",
        ".jpg",
        "a/.jpg",
        "key.",
        "../x.jpg",
        "a/../../x.jpg",
        "./",
        "a.jpg/",
        "..",
        "x/..//a.jpg"
      })
  void otherNamesAreNone(String name) {
    assertTrue(WebDatasetName.parse(name.getBytes(UTF_8)).isEmpty());
  }

  @Test
  void linksDevicesAndNamesWithoutKeyAreRejectedAndTheRestGoesIn() throws IOException {
    byte[] none = {};
    byte[] tar =
        new TarFiles()
            .member("dir/", '5', none, 0)
            .member("a.jpg", '2', none, 0)
            .member("b.jpg", '1', none, 0)
            .member("dev.jpg", '3', none, 0)
            .file("README", "no key")
            .file("../../up.jpg", "out")
            .file("c.txt", "a caption alone")
            .file("good.jpg", "image")
            .ended();
    try (Listed listed = list(tar)) {
      assertEquals(List.of("good"), listed.keys());
      assertEquals(6, listed.rejects().size());
      assertRejected(listed, "a.jpg", RejectReason.NOT_A_FILE);
      assertRejected(listed, "dev.jpg", RejectReason.NOT_A_FILE);
      assertRejected(listed, "README", RejectReason.NAME);
      assertRejected(listed, "../../up.jpg", RejectReason.NAME);
      assertRejected(listed, "c", RejectReason.ORPHAN);
    }
  }

  @Test
  void aKeyOfTwoTarsGetsInOnce() throws IOException {
    Path tars = folder.resolve("tars");
    TarFiles.write(
        tars.resolve("00.tar"), new TarFiles().file("z.jpg", "1").file("a.jpg", "2").ended());
    TarFiles.write(
        tars.resolve("01.tar"), new TarFiles().file("a.jpg", "3").file("b.jpg", "4").ended());
    TarFiles.write(tars.resolve("02.tar.gz"), new byte[] {0x1f, (byte) 0x8b, 8});
    TarFiles.write(tars.resolve("more/03.tar"), new byte[] {1});
    TarFiles.write(tars.resolve("notes.txt"), new byte[] {1});
    TarFiles.write(tars.resolve("without-suffix"), new TarFiles().file("c.jpg", "5").ended());
    try (Listed listed = Listed.of(TarSourceOptions.of(tars), folder.resolve("work"))) {
      assertEquals(List.of("z", "a", "b", "c"), listed.keys());
      assertArrayEquals("2".getBytes(UTF_8), listed.bytes(1));
      assertRejected(listed, "a", RejectReason.DUPLICATE_KEY);
      assertRejected(listed, "02.tar.gz", RejectReason.NOT_AN_IMAGE);
      assertTrue(listed.rejects().get(0).contains("gunzip it first"), listed.rejects()::toString);
      assertRejected(listed, "more", RejectReason.NOT_A_FILE);
      assertRejected(listed, "notes.txt", RejectReason.NOT_AN_IMAGE);
      assertEquals(4, listed.rejects().size());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ustar", "gnu", "posix", "v7"})
  void whatTheSystemsTarPacksIsReadBack(String format) throws Exception {
    Path images = folder.resolve("images");
    Random random = new Random(1);
    Set<String> keys = new HashSet<>();
    // Of the old formats v7 has 100 bytes for a name, ustar a prefix beside them.
    int[] lengths = format.equals("v7") ? new int[] {5, 80} : new int[] {5, 80, 95, 140};
    for (int length : lengths) {
      String key = "d".repeat(40) + "/" + "k".repeat(length - 4 > 90 ? 90 : length);
      if (format.equals("v7")) {
        key = "k".repeat(length);
      } else if (!format.equals("ustar")) {
        key = "long/" + "n".repeat(length + 60);
      }
      byte[] image = new byte[length * 13];
      random.nextBytes(image);
      TarFiles.write(images.resolve(key + ".jpg"), image);
      keys.add(key);
    }
    Path tar = folder.resolve("x.tar");
    TarFiles.pack(images, tar, format);
    try (Listed listed = Listed.of(TarSourceOptions.of(tar), folder.resolve("work"))) {
      assertEquals(List.of(), listed.rejects());
      assertEquals(keys, new HashSet<>(listed.keys()));
      for (int i = 0; i < listed.source().count(); i++) {
        Path image = images.resolve(listed.read(i).key() + ".jpg");
        assertArrayEquals(Files.readAllBytes(image), listed.bytes(i));
      }
    }
  }

  @Test
  void aTarCutAnywhereGivesItsWholeSamplesAndSaysSo() throws IOException {
    byte[] whole =
        new TarFiles().file("a.jpg", "1").file("a.cls", "1").file("b.jpg", "2").unfinished();
    for (int length = 1; length <= whole.length; length += length % 16 == 1 ? 14 : 1) {
      try (Listed listed = list(Arrays.copyOf(whole, length))) {
        assertTrue(listed.rejects().size() >= 1, "cut at " + length);
        for (int i = 0; i < listed.source().count(); i++) {
          assertEquals(1, listed.bytes(i).length);
        }
      }
    }
  }

  @Test
  void noFlippedBitOfAHeaderDoesMoreThanReject() throws IOException {
    byte[] whole = new TarFiles().file("a.jpg", "1").ended();
    // One bit of each byte, another from byte to byte.
    for (int bit = 0; bit < TarLayout.BLOCK_LENGTH * Byte.SIZE; bit += Byte.SIZE + 1) {
      byte[] damaged = whole.clone();
      damaged[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
      try (Listed listed = list(damaged)) {
        assertTrue(listed.source().count() == 1 || !listed.rejects().isEmpty(), "bit " + bit);
      }
    }
  }

  @Test
  void anEnormousSizeIsNamed() throws IOException {
    byte[] tar = new TarFiles().member("a.jpg", '0', new byte[1], 0x1_ffff_ffffL).ended();
    try (Listed listed = list(tar)) {
      assertEquals(0, listed.source().count());
      assertTrue(listed.rejects().get(0).contains("TarHeader.size"), listed.rejects()::toString);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "99 path=a\n", "8 path=a", "999999999 path=a\n", "11 size=-1\n"})
  void malformedPosixHeadersAreNamed(String pax) throws IOException {
    byte[] bytes = pax.getBytes(UTF_8);
    byte[] tar = new TarFiles().member("p", 'x', bytes, bytes.length).file("a.jpg", "1").ended();
    try (Listed listed = list(tar)) {
      assertEquals(0, listed.source().count());
      assertTrue(listed.rejects().get(0).contains("TarHeader.pax"), listed.rejects()::toString);
    }
  }

  @Test
  void aTarThatChangesAfterItWasListedIsNotRead() throws IOException {
    byte[] tar = new TarFiles().file("a.jpg", "1").ended();
    Path tars = folder.resolve("tars");
    Path file = TarFiles.write(tars.resolve("x.tar"), tar);
    try (Listed listed = Listed.of(TarSourceOptions.of(tars), folder.resolve("work"));
        SampleSource.Reader reader = listed.source().reader()) {
      assertEquals("a", reader.read(0).key());
      FileTime before = Files.getLastModifiedTime(file);
      Files.setLastModifiedTime(file, FileTime.fromMillis(1));
      assertRejects(reader, RejectReason.CHANGED);
      Files.write(file, new byte[] {1}, StandardOpenOption.APPEND);
      Files.setLastModifiedTime(file, before);
      assertRejects(reader, RejectReason.CHANGED);
      Files.write(file, Arrays.copyOf(tar, 600));
      assertRejects(reader, RejectReason.CHANGED);
      Files.delete(file);
      assertRejects(reader, RejectReason.VANISHED);
      Files.delete(tars);
      assertThrows(NoSuchFileException.class, () -> reader.read(0));
    }
  }

  private static void assertRejects(SampleSource.Reader reader, RejectReason reason) {
    InputRejectedException e = assertThrows(InputRejectedException.class, () -> reader.read(0));
    assertEquals(reason, e.reject().reason());
    assertThrows(InputRejectedException.class, () -> reader.head(0, 1));
  }

  @Test
  void textThatIsNotUtf8RejectsItsSample() throws IOException {
    byte[] tar = new TarFiles().file("a.jpg", "1").file("a.txt", new byte[] {(byte) 0xff}).ended();
    try (Listed listed = list(tar)) {
      InputRejectedException e = assertThrows(InputRejectedException.class, () -> listed.read(0));
      assertEquals(RejectReason.DAMAGED, e.reject().reason());
    }
  }

  @Test
  void membersOfTheObjectAreColumnsOfTheirTypes() throws IOException {
    byte[] tar =
        new TarFiles()
            .file("a.jpg", "1")
            .file("a.json", "{\"w\": 7, \"score\": 1, \"title\": \"r\\u00f8se\", \"none\": null}")
            .file("b.jpg", "2")
            .file("b.json", "{\"score\": 0.1, \"w\": -9223372036854775808}")
            .ended();
    try (Listed listed = list(tar)) {
      assertEquals(
          List.of(
              new ColumnSpec("score", ColumnType.FLOAT64, Placement.INLINE),
              new ColumnSpec("title", ColumnType.STRING, Placement.INLINE),
              new ColumnSpec("w", ColumnType.INT64, Placement.INLINE)),
          listed.source().columns());
      assertEquals("røse", text(listed.read(0), 1));
      assertEquals(1.0, listed.read(0).columnValues().get(0));
      assertEquals(7L, listed.read(0).columnValues().get(2));
      assertEquals(Arrays.asList(0.1, null, Long.MIN_VALUE), listed.read(1).columnValues());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"w\": true}",
        "{\"w\": [1]}",
        "{\"w\": {\"x\": 1}}",
        "{\"w\": \"text where others have numbers\"}",
        "{\"w\": 1, \"w\": 1}",
        "{\"w\": 9223372036854775808}",
        "{\"w\": 1e999}",
        "{\"\\ud800\": 1}",
        "{\"\": 1}",
        "{\"txt\": 1}",
        "[1]",
        "{\"w\": 01}",
        "not JSON",
        "",
      })
  void whatColumnsCannotSayStaysText(String json) throws IOException {
    byte[] tar =
        new TarFiles()
            .file("a.jpg", "1")
            .file("a.json", json)
            .file("b.jpg", "1")
            .file("b.json", "{\"w\": 5}")
            .file("b.txt", "x")
            .ended();
    try (Listed listed = list(tar)) {
      assertEquals(List.of(), listed.rejects());
      List<String> names = listed.source().columns().stream().map(ColumnSpec::name).toList();
      assertEquals(json, text(listed.read(0), names.indexOf("json")));
      SourceSample other = listed.read(1);
      if (names.contains("w")) {
        Object w = other.columnValues().get(names.indexOf("w"));
        assertTrue(w.equals(5L) || w.equals(5.0), w::toString);
        assertNull(other.columnValues().get(names.indexOf("json")));
      } else {
        assertEquals("{\"w\": 5}", text(other, names.indexOf("json")));
      }
    }
  }

  @Test
  void theObjectMayHoldTheKey() throws IOException {
    byte[] tar =
        new TarFiles()
            .file("a%2Ejpg.jpg", "1")
            .file("a%2Ejpg.json", "{\"__key__\": \"a.b/c.jpg\"}")
            .ended();
    try (Listed listed = list(tar)) {
      assertEquals(List.of("a.b/c.jpg"), listed.keys());
      assertEquals(List.of(), listed.source().columns());
    }
  }

  @Test
  void aKeyThatIsNoTextIsTheNames() throws IOException {
    byte[] tar =
        new TarFiles()
            .file("a.jpg", "1")
            .file("a.json", "{\"__key__\": \"\\ud800\"}")
            .file("b.jpg", "1")
            .file("b.json", "{\"__key__\": \"\"}")
            .ended();
    try (Listed listed = list(tar)) {
      assertEquals(List.of("a"), listed.keys());
      assertEquals(1, listed.rejects().size());
      assertTrue(listed.rejects().get(0).contains("NAME"), listed.rejects()::toString);
    }
  }

  @Test
  void filesWhoseNamesHaveDotsMakeOneSampleAndSaySo() throws IOException {
    TarFiles tar = new TarFiles();
    for (int i = 0; i < 150; i++) {
      tar.file("photo." + i + ".jpg", "1");
    }
    try (Listed listed = list(tar.file("z.jpg", "2").ended())) {
      assertEquals(List.of("z"), listed.keys());
      assertEquals(51, listed.rejects().size());
      assertTrue(
          listed.rejects().get(0).contains("ends at the first dot"), listed.rejects()::toString);
      assertRejected(listed, "photo", RejectReason.ORPHAN);
    }
  }

  @Test
  void moreKindsOfFilesThanColumnsCanBeAreRefused() throws IOException {
    TarFiles tar = new TarFiles();
    int room = ShardMetadata.MAX_COLUMNS - 1;
    for (int i = 0; i < room + 10; i++) {
      tar.file(i + ".jpg", "1").file(i + ".x" + i, "2");
      tar.file(i + ".json", "{\"f" + i + "\": 1}");
    }
    try (Listed listed = list(tar.ended())) {
      assertEquals(room, listed.source().count());
      assertEquals(10, listed.rejects().size());
      assertRejected(listed, "264", RejectReason.LIMIT);
      List<ColumnSpec> columns = listed.source().columns();
      assertEquals(room + 1, columns.size(), "with the text of what is too much");
      assertEquals("{\"f0\": 1}", text(listed.read(0), columnOf(columns, "json")));
    }
  }

  @Test
  void membersThatNoColumnHasRoomForStayTextAndTheOthersAreColumns() throws IOException {
    StringBuilder json = new StringBuilder("{\"m0\": 0");
    for (int i = 1; i < 300; i++) {
      json.append(", \"m").append(i).append("\": ").append(i);
    }
    String text = json.append('}').toString();
    try (Listed listed = list(new TarFiles().file("a.jpg", "1").file("a.json", text).ended())) {
      assertEquals(List.of(), listed.rejects());
      List<ColumnSpec> columns = listed.source().columns();
      assertEquals(ShardMetadata.MAX_COLUMNS, columns.size());
      assertEquals(text, text(listed.read(0), columnOf(columns, "json")));
      assertEquals(0L, listed.read(0).columnValues().get(columnOf(columns, "m0")));
    }
  }

  private static int columnOf(List<ColumnSpec> columns, String name) {
    return columns.stream().map(ColumnSpec::name).toList().indexOf(name);
  }

  @Test
  void aSecondTarBehindTheFirstIsSaid() throws IOException {
    byte[] first = new TarFiles().file("a.jpg", "1").ended();
    byte[] both = new TarFiles().raw(first).file("b.jpg", "2").ended();
    try (Listed listed = list(both)) {
      assertEquals(List.of("a"), listed.keys());
      assertTrue(
          listed.rejects().get(0).contains("behind the mark that ends a tar, at " + first.length),
          listed.rejects()::toString);
    }
  }

  @Test
  void anEmptyFileIsADamagedTarAndOneWithoutMembersHoldsNothing() throws IOException {
    try (Listed listed = list(new byte[0])) {
      assertRejected(listed, "x.tar", RejectReason.DAMAGED);
    }
    try (Listed listed = list(new TarFiles().ended())) {
      assertEquals(List.of(), listed.rejects());
      assertEquals(0, listed.source().count());
    }
  }

  @Test
  void sparseFilesAreRejectedAndWhatFollowsIsFound() throws Exception {
    Path images = folder.resolve("images");
    byte[] holes = new byte[1 << 20];
    for (int i = 0; i < holes.length; i += 1 << 15) {
      holes[i] = 1;
    }
    TarFiles.write(images.resolve("a.jpg"), new byte[] {1});
    TarFiles.write(images.resolve("b.jpg"), holes);
    TarFiles.write(images.resolve("c.jpg"), new byte[] {3});
    dig(images.resolve("b.jpg"));
    for (String format : List.of("gnu", "posix")) {
      Path tar = folder.resolve(format + ".tar");
      TarFiles.pack(images, tar, format, "--sparse", "--hole-detection=raw");
      try (Listed listed = Listed.of(TarSourceOptions.of(tar), folder.resolve("work"))) {
        assertEquals(List.of("a", "c"), listed.keys(), format);
        assertTrue(listed.rejects().get(0).contains("./b.jpg"), listed.rejects()::toString);
        assertTrue(listed.rejects().get(0).contains("sparse"), listed.rejects()::toString);
      }
    }
  }

  /** Turns the zeros of a file into holes. */
  private static void dig(Path file) throws Exception {
    Process process = new ProcessBuilder("fallocate", "-d", file.toString()).inheritIO().start();
    assertEquals(0, process.waitFor());
  }

  @Test
  void pythonsTarfileIsReadInAllItsFormats() throws Exception {
    String script =
        """
        import io, sys, tarfile
        for form in (tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT):
            with tarfile.open(sys.argv[1] + '/' + str(form) + '.tar', 'w', format=form) as tar:
                def add(name, data):
                    info = tarfile.TarInfo(name)
                    info.size = len(data)
                    info.mtime = 1.5 if form == tarfile.PAX_FORMAT else 1
                    tar.addfile(info, io.BytesIO(data))
                for i in range(3):
                    key = 'train/%08d' % i
                    add(key + '.jpg', b'image %d' % i)
                    add(key + '.cls', b'%d' % i)
                    add(key + '.json', b'{"i": %d}' % i)
                add('d/' + 'l' * 90 + '/' + 'k' * 90 + '.jpg', b'long')
                if form != tarfile.USTAR_FORMAT:
                    add('k' * 200 + '.jpg', b'longer')
                    add('sm\u00f8r.jpg', b'unicode')
        """;
    Process process =
        new ProcessBuilder("python3", "-c", script, folder.toString()).inheritIO().start();
    assertEquals(0, process.waitFor());
    for (int format = 0; format < 3; format++) {
      Path tar = folder.resolve(format + ".tar");
      try (Listed listed = Listed.of(TarSourceOptions.of(tar), folder.resolve("work"))) {
        assertEquals(List.of(), listed.rejects(), "format " + format);
        assertEquals(format == 0 ? 4 : 6, listed.source().count());
        assertEquals(2, listed.read(2).label());
        assertEquals(List.of(2L), listed.read(2).columnValues());
        assertEquals("d/" + "l".repeat(90) + "/" + "k".repeat(90), listed.keys().get(3));
        if (format > 0) {
          assertEquals("k".repeat(200), listed.keys().get(4));
          assertEquals("smør", listed.keys().get(5));
        }
      }
    }
  }

  @Test
  void linksHaveNoDataWhateverTheirSizeSays() throws IOException {
    byte[] none = {};
    byte[] tar =
        new TarFiles()
            .member("link.jpg", '1', none, 1000)
            .member("old/", '\0', none, 0)
            .file("a.jpg", "1")
            .ended();
    try (Listed listed = list(tar)) {
      assertEquals(List.of("a"), listed.keys());
      assertEquals(1, listed.rejects().size(), listed.rejects()::toString);
    }
  }

  private static String text(SourceSample sample, int column) {
    return new String((byte[]) sample.columnValues().get(column), UTF_8);
  }

  private Listed list(byte[] tar) throws IOException {
    Path file = TarFiles.write(folder.resolve("x.tar"), tar);
    return Listed.of(TarSourceOptions.of(file), folder.resolve("work"));
  }

  private static void assertRejected(Listed listed, String name, RejectReason reason) {
    boolean isThere =
        listed.rejects().stream()
            .anyMatch(line -> line.contains(name + "\"") && line.contains(reason.name()));
    assertTrue(isThere, listed.rejects()::toString);
  }
}
