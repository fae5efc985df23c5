package io.pcr.writer.internal.source.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.column.Placement;
import io.pcr.writer.internal.source.SourceSample;
import io.pcr.writer.internal.tar.TarFiles;
import io.pcr.writer.reject.RejectReason;
import io.pcr.writer.source.archive.TarSourceOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The samples of tars. */
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
    try (Listed listed = Listed.ofTar(folder, tar)) {
      assertEquals(List.of(), listed.rejects());
      assertEquals(
          List.of(
              new ColumnSpec("mask.png", ColumnType.BYTES, Placement.LATE),
              new ColumnSpec("txt", ColumnType.STRING, Placement.INLINE)),
          listed.source().columns());
      SourceSample first = listed.read(0);
      assertEquals("a/0", first.key());
      assertEquals(7, first.label().orElseThrow());
      assertEquals("image 0", UTF_8.decode(first.bytes()).toString());
      assertArrayEquals(mask, (byte[]) first.columnValues().get(0));
      assertEquals("a rose", Listed.text(first, 1));
      assertEquals(7 + 5000 + 6, listed.source().sizeOf(0), "with its columns");
      SourceSample second = listed.read(1);
      assertEquals(-3, second.label().orElseThrow());
      assertEquals(Arrays.asList(null, null), second.columnValues());
    }
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
    try (Listed listed = Listed.ofTar(folder, tar)) {
      assertEquals(List.of("good"), listed.keys());
      assertEquals(6, listed.rejects().size());
      listed.assertRejected("a.jpg", RejectReason.NOT_A_FILE);
      listed.assertRejected("dev.jpg", RejectReason.NOT_A_FILE);
      listed.assertRejected("README", RejectReason.NAME);
      listed.assertRejected("../../up.jpg", RejectReason.NAME);
      listed.assertRejected("c", RejectReason.ORPHAN);
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
      listed.assertRejected("a", RejectReason.DUPLICATE_KEY);
      listed.assertRejected("02.tar.gz", RejectReason.NOT_AN_IMAGE);
      assertTrue(listed.rejects().get(0).contains("gunzip it first"), listed.rejects()::toString);
      listed.assertRejected("more", RejectReason.NOT_A_FILE);
      listed.assertRejected("notes.txt", RejectReason.NOT_AN_IMAGE);
      assertEquals(4, listed.rejects().size());
    }
  }

  @Test
  void filesWhoseNamesHaveDotsMakeOneSampleAndSaySo() throws IOException {
    TarFiles tar = new TarFiles();
    for (int i = 0; i < 150; i++) {
      tar.file("photo." + i + ".jpg", "1");
    }
    try (Listed listed = Listed.ofTar(folder, tar.file("z.jpg", "2").ended())) {
      assertEquals(List.of("z"), listed.keys());
      assertEquals(51, listed.rejects().size());
      assertTrue(
          listed.rejects().get(0).contains("ends at the first dot"), listed.rejects()::toString);
      listed.assertRejected("photo", RejectReason.ORPHAN);
    }
  }
}
