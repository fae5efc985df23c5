package io.pcr.format.internal.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rights of what the library makes in folders of one user and of several. */
class SharedRightsTest {
  @TempDir private Path temporary;
  private Path folder;

  @BeforeEach
  void make() throws IOException {
    folder = Files.createDirectory(temporary.resolve("dataset"));
  }

  private static String rights(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  private static void setRights(Path file, String rights) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(rights));
  }

  /**
   * Rights that the umask of these tests gives do not matter: those of the folder are looked at.
   */
  @ParameterizedTest
  @CsvSource({
    "rwxrwxr-x, group",
    "rwxrwxrwx, group others",
    "rwxr-xr-x, ''",
    "rwx------, ''",
  })
  void whoMayWriteInTheFolderMayLock(String rights, String sharedWith) throws IOException {
    setRights(folder, rights);
    Path lock = folder.resolve("lock");
    Path made = folder.resolve("made");
    OwnFile.openLock(lock).close();
    OwnFolder.make(made);
    assertEquals(sharedWith.contains("group"), rights(lock).substring(3, 6).equals("rw-"));
    assertEquals(sharedWith.contains("group"), rights(made).substring(3, 6).equals("rwx"));
    assertEquals(sharedWith.contains("others"), rights(lock).substring(6).equals("rw-"));
    assertEquals(sharedWith.contains("others"), rights(made).substring(6).equals("rwx"));
  }

  @ParameterizedTest
  @CsvSource({
    "1001, 1002, 1003, 1777, true",
    "1001, 1002, 0, 1777, true",
    "1001, 1001, 1003, 1777, false",
    "1001, 1002, 1001, 1777, false",
    "0, 1002, 1003, 1777, false",
    "1001, 1002, 1003, 0777, false",
  })
  void stickyFolderKeepsFilesForTheirOwnersAndItsOwn(
      int user, int owner, int folderOwner, String mode, boolean isKept) {
    int bits = 0040000 | Integer.parseInt(mode, 8);
    assertEquals(isKept, SharedRights.isKept(user, owner, folderOwner, bits));
  }

  @Test
  void ownFileInAStickyFolderMayBeReplaced() throws IOException {
    Path file = Files.createFile(folder.resolve("manifest.pcrm"));
    Files.setAttribute(folder, "unix:mode", 01777);
    OwnFile.requireReplaceableByUs(file);
    OwnFile.requireReplaceableByUs(folder.resolve("none"));
  }

  @Test
  void fileThatIsThereKeepsItsRights() throws IOException {
    setRights(folder, "rwxrwxrwx");
    Path lock = Files.createFile(folder.resolve("lock"));
    Path made = Files.createDirectory(folder.resolve("made"));
    setRights(lock, "rw-------");
    setRights(made, "rwx------");
    OwnFile.openLock(lock).close();
    OwnFolder.make(made);
    assertEquals("rw-------", rights(lock));
    assertEquals("rwx------", rights(made));
  }

  @Test
  void lockThatSomebodyHoldsIsNotDeleted() throws IOException {
    Path lock = folder.resolve("lock");
    assertFalse(OwnFile.deleteForeignLock(lock));
    try (FileChannel held = OwnFile.openLock(lock)) {
      held.lock();
      assertFalse(OwnFile.deleteForeignLock(lock));
      assertTrue(Files.exists(lock));
    }
    assertTrue(OwnFile.deleteForeignLock(lock));
    assertFalse(Files.exists(lock));
  }
}
