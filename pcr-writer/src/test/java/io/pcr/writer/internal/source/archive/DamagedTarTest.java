package io.pcr.writer.internal.source.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.writer.internal.source.InputRejectedException;
import io.pcr.writer.internal.source.SampleSource;
import io.pcr.writer.internal.tar.TarFiles;
import io.pcr.writer.internal.tar.TarLayout;
import io.pcr.writer.reject.RejectReason;
import io.pcr.writer.source.archive.TarSourceOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tars that are cut, damaged, or another when they are read. */
class DamagedTarTest {
  @TempDir Path folder;

  @Test
  void aTarCutAnywhereGivesItsWholeSamplesAndSaysSo() throws IOException {
    byte[] whole =
        new TarFiles().file("a.jpg", "1").file("a.cls", "1").file("b.jpg", "2").unfinished();
    for (int length = 1; length <= whole.length; length += length % 16 == 1 ? 14 : 1) {
      try (Listed listed = Listed.ofTar(folder, Arrays.copyOf(whole, length))) {
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
      try (Listed listed = Listed.ofTar(folder, damaged)) {
        assertTrue(listed.source().count() == 1 || !listed.rejects().isEmpty(), "bit " + bit);
      }
    }
  }

  @Test
  void anEnormousSizeIsNamed() throws IOException {
    byte[] tar = new TarFiles().member("a.jpg", '0', new byte[1], 0x1_ffff_ffffL).ended();
    try (Listed listed = Listed.ofTar(folder, tar)) {
      assertEquals(0, listed.source().count());
      assertTrue(listed.rejects().get(0).contains("TarHeader.size"), listed.rejects()::toString);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "99 path=a\n", "8 path=a", "999999999 path=a\n", "11 size=-1\n"})
  void malformedPosixHeadersAreNamed(String pax) throws IOException {
    byte[] bytes = pax.getBytes(UTF_8);
    byte[] tar = new TarFiles().member("p", 'x', bytes, bytes.length).file("a.jpg", "1").ended();
    try (Listed listed = Listed.ofTar(folder, tar)) {
      assertEquals(0, listed.source().count());
      assertTrue(listed.rejects().get(0).contains("TarHeader.pax"), listed.rejects()::toString);
    }
  }

  @Test
  void aSecondTarBehindTheFirstIsSaid() throws IOException {
    byte[] first = new TarFiles().file("a.jpg", "1").ended();
    byte[] both = new TarFiles().raw(first).file("b.jpg", "2").ended();
    try (Listed listed = Listed.ofTar(folder, both)) {
      assertEquals(List.of("a"), listed.keys());
      assertTrue(
          listed.rejects().get(0).contains("after the end mark of the tar, at " + first.length),
          listed.rejects()::toString);
    }
  }

  @Test
  void anEmptyFileIsADamagedTarAndOneWithoutMembersHoldsNothing() throws IOException {
    try (Listed listed = Listed.ofTar(folder, new byte[0])) {
      listed.assertRejected("x.tar", RejectReason.DAMAGED);
    }
    try (Listed listed = Listed.ofTar(folder, new TarFiles().ended())) {
      assertEquals(List.of(), listed.rejects());
      assertEquals(0, listed.source().count());
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
    try (Listed listed = Listed.ofTar(folder, tar)) {
      assertEquals(List.of("a"), listed.keys());
      assertEquals(1, listed.rejects().size(), listed.rejects()::toString);
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
}
