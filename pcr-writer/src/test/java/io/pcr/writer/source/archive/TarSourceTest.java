package io.pcr.writer.source.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.column.Placement;
import io.pcr.writer.reject.RejectReason;
import io.pcr.writer.source.InputRejectedException;
import io.pcr.writer.source.SourceSample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
            .file("a/0.json", "{\"w\":1}")
            .file("a/0.mask.png", mask)
            .file("a/1.cls", "-3")
            .file("a/1.JPEG", "image 1")
            .ended();
    try (Listed listed = list(tar)) {
      assertEquals(List.of(), listed.rejects());
      assertEquals(
          List.of(
              new ColumnSpec("json", ColumnType.STRING, Placement.INLINE),
              new ColumnSpec("mask.png", ColumnType.BYTES, Placement.LATE)),
          listed.source().columns());
      SourceSample first = listed.read(0);
      assertEquals("a/0", first.key());
      assertEquals(7, first.label());
      assertEquals("image 0", UTF_8.decode(first.bytes()).toString());
      assertEquals("{\"w\":1}", new String((byte[]) first.columnValues().get(0), UTF_8));
      assertArrayEquals(mask, (byte[]) first.columnValues().get(1));
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
  })
  void theKeyEndsAtTheFirstDotOfTheBaseName(String name, String key, String extension) {
    assertEquals(
        new WebDatasetName(key, extension),
        WebDatasetName.parse(name.getBytes(UTF_8)).orElseThrow());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "key", ".jpg", "a/.jpg", "key.", "../x.jpg", "a/../../x.jpg", "./"})
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
    TarFiles.write(tars.resolve("notes.txt"), new byte[] {1});
    try (Listed listed = Listed.of(TarSourceOptions.of(tars), folder.resolve("work"))) {
      assertEquals(List.of("z", "a", "b"), listed.keys());
      assertArrayEquals("2".getBytes(UTF_8), listed.bytes(1));
      assertRejected(listed, "a", RejectReason.DUPLICATE_KEY);
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
    try (Listed listed = list(tar)) {
      Files.setLastModifiedTime(folder.resolve("x.tar"), FileTime.fromMillis(1));
      InputRejectedException e = assertThrows(InputRejectedException.class, () -> listed.read(0));
      assertEquals(RejectReason.CHANGED, e.reject().reason());
    }
    try (Listed listed = list(tar)) {
      Files.delete(folder.resolve("x.tar"));
      InputRejectedException e = assertThrows(InputRejectedException.class, () -> listed.read(0));
      assertEquals(RejectReason.VANISHED, e.reject().reason());
    }
  }

  @Test
  void textThatIsNotUtf8RejectsItsSample() throws IOException {
    byte[] tar = new TarFiles().file("a.jpg", "1").file("a.txt", new byte[] {(byte) 0xff}).ended();
    try (Listed listed = list(tar)) {
      InputRejectedException e = assertThrows(InputRejectedException.class, () -> listed.read(0));
      assertEquals(RejectReason.DAMAGED, e.reject().reason());
    }
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
