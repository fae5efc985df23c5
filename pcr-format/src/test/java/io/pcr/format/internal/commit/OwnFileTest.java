package io.pcr.format.internal.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.commit.DurableSteps;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Covers R-COMMIT-4. */
class OwnFileTest {
  private interface Operation {
    void on(Path file) throws IOException;
  }

  private static final ByteBuffer OURS = ByteBuffer.wrap("ours".getBytes(StandardCharsets.UTF_8));

  private static final List<Operation> OPERATIONS =
      List.of(
          OwnFile::requireReplaceable,
          OwnFile::delete,
          file -> OwnFile.create(file).close(),
          file -> OwnFile.open(file).close(),
          file -> OwnFile.openLock(file).close(),
          file -> AtomicFile.create(file).close(),
          file -> AtomicFile.write(file, DurableSteps.NONE, OURS.duplicate()),
          file -> AtomicFile.delete(file, DurableSteps.NONE));

  private static final Operation LOCK =
      file -> DatasetLock.acquire(file.getParent(), "test", DurableSteps.NONE).close();

  @TempDir private Path work;
  private Path folder;
  private Path outside;
  private String before;

  @BeforeEach
  void makeFolders() throws IOException {
    folder = Files.createDirectory(work.resolve("ours"));
    outside = Entries.outside(work.resolve("outside"));
    before = Entries.snapshot(outside);
  }

  @Test
  void whatIsNoPlainFileIsNeitherFollowedNorReplacedNorWaitedFor() throws Exception {
    for (Entries kind : Entries.values()) {
      Path name = folder.resolve(kind.name());
      if (kind == Entries.HARD_LINK || !kind.make(name, outside)) {
        continue;
      }
      Object made = key(name);
      for (Operation operation : OPERATIONS) {
        ForeignEntryException e =
            assertThrows(ForeignEntryException.class, () -> operation.on(name), kind.name());
        assertTrue(e.getMessage().startsWith(name + ": "), e.getMessage());
        assertEquals(made, key(name), "replaced");
      }
    }
    assertEquals(before, Entries.snapshot(outside));
  }

  @Test
  void lockOfADatasetIsNotFollowed() throws Exception {
    Path name = folder.resolve(DatasetLock.FILE_NAME);
    for (Entries kind : Entries.values()) {
      if (kind != Entries.HARD_LINK && kind.make(name, outside)) {
        ForeignEntryException e =
            assertThrows(ForeignEntryException.class, () -> LOCK.on(name), kind.name());
        assertTrue(e.getMessage().startsWith(name + ": "), e.getMessage());
        Files.delete(name);
      }
    }
    assertEquals(before, Entries.snapshot(outside));
  }

  private static Object key(Path name) throws IOException {
    return Files.getAttribute(name, "unix:ino", LinkOption.NOFOLLOW_LINKS);
  }

  @Test
  void fileThatHasAnotherNameOutsideIsNotWrittenThrough() throws Exception {
    Path name = folder.resolve("a");
    String theirs = "precious too\n";
    for (Operation writing :
        List.<Operation>of(
            file -> append(OwnFile.create(file), ""),
            file -> append(OwnFile.open(file), theirs),
            file -> AtomicFile.write(file, DurableSteps.NONE, OURS.duplicate()))) {
      assertTrue(Entries.HARD_LINK.make(name, outside));
      writing.on(name);
      assertTrue(Files.readString(name).endsWith("ours"));
      assertEquals(before, Entries.snapshot(outside));
      assertEquals(List.of("a"), List.of(folder.toFile().list()));
      Files.delete(name);
    }
  }

  /** Proves what the file held, and writes at its end. */
  private static void append(FileChannel opened, String held) throws IOException {
    try (FileChannel file = opened) {
      ByteBuffer found = ByteBuffer.allocate((int) file.size());
      file.read(found);
      assertEquals(held, StandardCharsets.UTF_8.decode(found.flip()).toString());
      file.write(OURS.duplicate());
    }
  }

  @Test
  void lockedFileKeepsAllItsNames() throws Exception {
    Path name = folder.resolve("lock");
    assertTrue(Entries.HARD_LINK.make(name, outside));
    try (FileChannel lock = OwnFile.openLock(name)) {
      assertTrue(lock.lock().isValid());
      assertEquals(key(outside.resolve("file")), key(name));
    }
    assertEquals(before, Entries.snapshot(outside));
  }

  @Test
  void lockThatSaysWhoHoldsItIsNotWrittenThroughAHardLink() throws Exception {
    Path name = folder.resolve(DatasetLock.FILE_NAME);
    assertTrue(Entries.HARD_LINK.make(name, outside));
    try (DatasetLock lock = DatasetLock.acquire(folder, "test", DurableSteps.NONE)) {
      assertTrue(Files.readString(name).startsWith("test"), lock.folder().toString());
    }
    assertEquals(before, Entries.snapshot(outside));
  }

  @Test
  void leftoversOfLinksAndPipesAreLeftAlone() throws Exception {
    Path target = folder.resolve("a");
    for (Entries kind : List.of(Entries.LINK_TO_FILE, Entries.PIPE, Entries.FOLDER)) {
      assertTrue(kind.make(folder.resolve(".a." + kind.name() + ".pcr-tmp"), outside));
    }
    Path abandoned = Files.createFile(folder.resolve(".a.x.pcr-tmp"));
    AtomicFile.deleteAbandoned(target);
    assertFalse(Files.exists(abandoned));
    assertEquals(3, folder.toFile().list().length);
    assertEquals(before, Entries.snapshot(outside));
  }

  @Test
  void newFileIsMadeAndAnOldOneIsOpenedWhereItIs() throws IOException {
    Path name = folder.resolve("a");
    append(OwnFile.open(name), "");
    Object made = key(name);
    append(OwnFile.open(name), "ours");
    assertEquals(made, key(name));
    assertTrue(OwnFile.exists(name));
    OwnFile.delete(name);
    OwnFile.delete(name);
    assertFalse(OwnFile.exists(name));
  }
}
