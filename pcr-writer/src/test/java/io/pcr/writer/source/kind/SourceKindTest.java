package io.pcr.writer.source.kind;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pcr.format.manifest.Manifest;
import io.pcr.tfrecord.internal.TfRecordWriteOptions;
import io.pcr.tfrecord.internal.TfRecordWriter;
import io.pcr.writer.internal.tar.TarWriter;
import io.pcr.writer.source.FolderSourceOptions;
import io.pcr.writer.source.archive.TarSourceOptions;
import io.pcr.writer.source.kind.UnclearSourceException.Reason;
import io.pcr.writer.source.tfrecord.TfRecordSourceOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceKindTest {
  @TempDir private Path folder;

  private static ByteBuffer bytes(String text) {
    return StandardCharsets.UTF_8.encode(text);
  }

  private static void tar(Path file) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      TarWriter tar = new TarWriter(channel);
      tar.add("a.jpg", List.of(bytes("x")));
      tar.finish();
    }
  }

  private static void records(Path file) throws IOException {
    try (FileChannel channel =
            FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        TfRecordWriter writer = new TfRecordWriter(channel, TfRecordWriteOptions.DEFAULT)) {
      writer.write(bytes("record"));
      writer.finish();
    }
  }

  private Reason reasonOf(Path source) {
    return assertThrows(UnclearSourceException.class, () -> SourceKind.of(source)).reason();
  }

  @Test
  void kindIsToldByWhatFilesBeginWithAndNotByTheirNames() throws IOException {
    tar(folder.resolve("one"));
    records(folder.resolve("two"));
    assertEquals(SourceKind.TAR, SourceKind.of(folder.resolve("one")));
    assertEquals(SourceKind.TFRECORD, SourceKind.of(folder.resolve("two")));
    Files.writeString(folder.resolve("three.txt"), "three");
    assertEquals(Reason.UNKNOWN, reasonOf(folder.resolve("three.txt")));
  }

  @Test
  void folderIsOfTheKindOfAllItsFilesAndEmptyOnesSayNothing() throws IOException {
    Path tars = Files.createDirectory(folder.resolve("tars"));
    tar(tars.resolve("1.tar"));
    tar(tars.resolve("2.tar"));
    Files.createFile(tars.resolve("_SUCCESS"));
    assertEquals(SourceKind.TAR, SourceKind.of(tars));
    Files.writeString(tars.resolve("README"), "read me");
    assertEquals(Reason.MIXED, reasonOf(tars));
    Path both = Files.createDirectory(folder.resolve("both"));
    tar(both.resolve("1.tar"));
    records(both.resolve("1.tfrecord"));
    assertEquals(Reason.MIXED, reasonOf(both));
  }

  @Test
  void archivesInFoldersOfAFolderAreNotTakenForImages() throws IOException {
    Path train = Files.createDirectories(folder.resolve("all/train"));
    tar(train.resolve("1.tar"));
    assertEquals(Reason.ARCHIVES_BELOW, reasonOf(folder.resolve("all")));
    Path images = Files.createDirectories(folder.resolve("photos/rose"));
    Files.write(images.resolve("1.jpg"), new byte[] {1});
    assertEquals(SourceKind.FOLDER, SourceKind.of(folder.resolve("photos")));
  }

  @Test
  void datasetIsNoSource() throws IOException {
    Files.createFile(folder.resolve(Manifest.FILE_NAME));
    assertEquals(Reason.DATASET, reasonOf(folder));
  }

  @Test
  void whatIsNotThereIsAFolderWhoseReaderSaysSo() throws IOException {
    assertEquals(SourceKind.FOLDER, SourceKind.of(folder.resolve("missing")));
  }

  @Test
  void eachKindMakesASourceOfItsOwn() {
    assertEquals(FolderSourceOptions.of(folder), SourceKind.FOLDER.options(folder));
    assertEquals(TarSourceOptions.of(folder), SourceKind.TAR.options(folder));
    assertEquals(TfRecordSourceOptions.of(folder), SourceKind.TFRECORD.options(folder));
    assertEquals("reference-pcr", SourceKind.REFERENCE_PCR.toString());
  }
}
