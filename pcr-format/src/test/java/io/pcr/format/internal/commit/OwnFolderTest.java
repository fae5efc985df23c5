package io.pcr.format.internal.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.commit.DurableSteps;
import io.pcr.format.commit.DurableSteps.Step;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Covers R-COMMIT-4. */
class OwnFolderTest {
  private interface Operation {
    void on(Path folder) throws IOException;
  }

  @TempDir private Path work;
  private Path own;
  private Path outside;
  private String before;

  @BeforeEach
  void makeOutside() throws IOException {
    own = work.resolve("own");
    outside = Entries.outside(work.resolve("outside"));
    before = Entries.snapshot(outside);
  }

  @Test
  void whatIsNoFolderIsNeitherFollowedNorDeleted() throws Exception {
    List<Operation> operations =
        List.of(
            OwnFolder::make,
            OwnFolder::delete,
            OwnFolder::deleteTree,
            folder -> OwnFolder.empty(folder, "kept"),
            folder -> OwnFolder.requirePlainFiles(folder, "kept"));
    for (Entries kind : Entries.values()) {
      if (kind == Entries.FOLDER || !kind.make(own, outside)) {
        continue;
      }
      for (Operation operation : operations) {
        ForeignEntryException e =
            assertThrows(ForeignEntryException.class, () -> operation.on(own), kind.name());
        assertTrue(e.getMessage().startsWith(own + ": "), e.getMessage());
      }
      Files.delete(own);
    }
    assertEquals(before, Entries.snapshot(outside));
  }

  @Test
  void linksInsideAreDeletedAndNotWhatTheyLeadTo() throws Exception {
    OwnFolder.make(own);
    for (Entries kind : Entries.values()) {
      if (kind != Entries.FOLDER) {
        kind.make(own.resolve(kind.name()), outside);
      }
    }
    Files.createFile(own.resolve("plain"));
    OwnFolder.empty(own, "plain");
    assertEquals(List.of("plain"), List.of(own.toFile().list()));
    OwnFolder.delete(own);
    OwnFolder.delete(own);
    assertFalse(Files.exists(own));
    assertEquals(before, Entries.snapshot(outside));
  }

  @Test
  void folderInsideIsDeletedOnlyWhereFoldersAreMade() throws IOException {
    OwnFolder.make(own);
    OwnFolder.make(own);
    Path inner = Files.createDirectories(own.resolve("inner").resolve("inmost"));
    Files.createSymbolicLink(inner.resolve("link"), outside.resolve("folder"));
    ForeignEntryException e =
        assertThrows(ForeignEntryException.class, () -> OwnFolder.delete(own));
    assertTrue(e.getMessage().startsWith(own.resolve("inner") + ": "), e.getMessage());
    OwnFolder.deleteTree(own);
    assertFalse(Files.exists(own));
    assertEquals(before, Entries.snapshot(outside));
  }

  @Test
  void folderWithALinkInItIsRefusedAndAHardLinkBecomesACopy() throws Exception {
    OwnFolder.make(own);
    assertTrue(Entries.HARD_LINK.make(own.resolve("hard"), outside));
    OwnFolder.requirePlainFiles(own, "lock");
    Files.writeString(own.resolve("hard"), "ours");
    assertTrue(Entries.LINK_TO_FILE.make(own.resolve("link"), outside));
    assertThrows(ForeignEntryException.class, () -> OwnFolder.requirePlainFiles(own, "lock"));
    assertEquals(before, Entries.snapshot(outside));
  }

  @Test
  void everyFolderOnTheWayIsMadeDurableInTheOneThatHoldsIt() throws IOException {
    List<Path> forced = new ArrayList<>();
    DurableSteps steps =
        (step, folder) -> {
          assertEquals(Step.FORCE_DIRECTORY, step);
          forced.add(folder);
        };
    Files.createSymbolicLink(work.resolve("link"), outside);
    Path wanted = work.resolve("link").resolve("a").resolve("b").resolve("c");
    OwnFolder.makeAll(wanted, steps);
    Path b = wanted.getParent();
    assertEquals(List.of(work.resolve("link"), b.getParent(), b), forced);
    OwnFolder.makeAll(wanted, steps);
    assertEquals(3, forced.size());
    assertTrue(Files.isDirectory(wanted));
  }

  @Test
  void linkThatLeadsNowhereIsNotAFolderThatAUserNamed() throws Exception {
    assertTrue(Entries.DANGLING_LINK.make(own, outside));
    assertThrows(FileAlreadyExistsException.class, () -> OwnFolder.makeAll(own, DurableSteps.NONE));
    assertEquals(before, Entries.snapshot(outside));
  }
}
