package io.pcr.format.internal.commit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.commit.DatasetBusyException;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.commit.DurableSteps.Step;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

// Covers R-COMMIT-13
class DatasetLockTest {
  @TempDir private Path folder;

  private static DatasetLock acquire(Path folder, String action) throws IOException {
    return DatasetLock.acquire(folder, action, DurableSteps.NONE);
  }

  private Path file() {
    return folder.resolve(DatasetLock.FILE_NAME);
  }

  @Test
  void secondIsRefusedAndToldWhoIsFirstByWhateverPathItComes() throws IOException {
    Path link =
        Files.createSymbolicLink(folder.resolveSibling(folder.getFileName() + "-l"), folder);
    try (DatasetLock first = acquire(folder, "pcr append")) {
      for (Path path : new Path[] {folder, link, folder.resolve(".")}) {
        DatasetBusyException e =
            assertThrows(DatasetBusyException.class, () -> acquire(path, "pcr quality"));
        String begins = "pcr append (process " + ProcessHandle.current().pid();
        assertTrue(e.getMessage().startsWith(begins), e.getMessage());
        assertTrue(e.getMessage().contains(" is writing to " + path), e.getMessage());
      }
      assertEquals(folder, first.folder());
    } finally {
      Files.delete(link);
    }
  }

  @Test
  void closedLockIsFreeAndLeavesNothing() throws IOException {
    DatasetLock first = acquire(folder, "pcr append");
    first.close();
    first.close();
    assertFalse(Files.exists(file()));
    try (DatasetLock second = acquire(folder, "pcr quality")) {
      assertThrows(DatasetBusyException.class, () -> acquire(folder, "pcr append"));
      first.close();
      assertTrue(Files.exists(second.folder().resolve(DatasetLock.FILE_NAME)));
      assertThrows(DatasetBusyException.class, () -> acquire(folder, "pcr append"));
    }
  }

  @Test
  void lockOfAProcessThatDiedIsTakenOver() throws IOException {
    Files.writeString(file(), "pcr append\t1\tx\t2020-01-01T00:00:00Z\t5\n" + "long ".repeat(300));
    try (DatasetLock lock = acquire(folder, "pcr convert")) {
      String text = Files.readString(lock.folder().resolve(DatasetLock.FILE_NAME));
      assertEquals("pcr convert", LockHolder.parse(text).orElseThrow().action());
    }
  }

  @Test
  void folderThatIsMovedStaysLockedUnderItsNewName() throws IOException {
    Path before = Files.createDirectory(folder.resolve("before"));
    Path after = folder.resolve("after");
    try (DatasetLock lock = acquire(before, "pcr repair")) {
      Files.move(before, after);
      lock.movedTo(after);
      assertThrows(DatasetBusyException.class, () -> acquire(after, "pcr append"));
    }
    assertFalse(Files.exists(after.resolve(DatasetLock.FILE_NAME)));
    acquire(after, "pcr append").close();
  }

  @Test
  void lockIsRefusedToOtherProcessesToo() throws Exception {
    try (DatasetLock lock = acquire(folder, "pcr append")) {
      String answer = inAnotherProcess(lock.folder());
      assertTrue(answer.startsWith("pcr append (process " + ProcessHandle.current().pid()), answer);
    }
    assertEquals("acquired", inAnotherProcess(folder));
  }

  /** Closing any file of a process frees its locks of that file: nothing here may do that. */
  @Test
  void lockOutlastsRefusalsInItsOwnProcess() throws Exception {
    try (DatasetLock lock = acquire(folder, "pcr append")) {
      assertThrows(DatasetBusyException.class, () -> acquire(folder, "pcr append"));
      assertTrue(inAnotherProcess(lock.folder()).startsWith("pcr append"));
    }
  }

  @Test
  void whatFailsWhileItIsTakenLeavesItFree() throws IOException {
    DurableSteps failing =
        (step, file) -> {
          throw new IOException("no " + step);
        };
    assertThrows(IOException.class, () -> DatasetLock.acquire(folder, "pcr append", failing));
    DurableSteps failingAtItsEnd =
        (step, file) -> {
          if (step == Step.DELETE) {
            throw new IOException("no end");
          }
        };
    DatasetLock lock = DatasetLock.acquire(folder, "pcr append", failingAtItsEnd);
    assertThrows(IOException.class, lock::close);
    assertTrue(Files.exists(file()));
    acquire(folder, "pcr append").close();
  }

  @Test
  void whatIsNoPlainFileIsNamedAndStays() throws IOException {
    Path outside = Files.writeString(folder.resolve("outside"), "kept");
    Files.createSymbolicLink(file(), outside);
    FileSystemException e =
        assertThrows(FileSystemException.class, () -> acquire(folder, "pcr append"));
    assertTrue(e.getMessage().startsWith(file().toString()), e.getMessage());
    Files.delete(file());
    Files.createDirectory(file());
    assertThrows(FileSystemException.class, () -> acquire(folder, "pcr append"));
    Files.delete(file());
    Files.createLink(file(), outside);
    acquire(folder, "pcr append").close();
    assertArrayEquals("kept".getBytes(StandardCharsets.UTF_8), Files.readAllBytes(outside));
  }

  private static final DurableSteps WITHOUT_LOCKS =
      (step, file) -> {
        if (step == Step.LOCK) {
          throw new IOException("Function not implemented");
        }
      };

  @Test
  void fileSystemWithoutLocksIsANoticeAndNoError() throws IOException {
    try (DatasetLock lock = DatasetLock.acquire(folder, "pcr append", WITHOUT_LOCKS)) {
      assertFalse(lock.isKept());
      String notice = lock.notice().orElseThrow();
      assertTrue(notice.startsWith(folder + ": its file system keeps no locks"), notice);
      assertFalse(notice.contains("may be at work"), notice);
      assertThrows(DatasetBusyException.class, () -> acquire(folder, "pcr quality"));
    }
    assertFalse(Files.exists(file()));
    try (DatasetLock lock = acquire(folder, "pcr append")) {
      assertTrue(lock.isKept());
      assertEquals(Optional.empty(), lock.notice());
    }
  }

  @Test
  void withoutLocksWhoMayBeAtWorkIsNamedAndItsFileStays() throws IOException {
    String other = "pcr quality\t7\tanother-host\t2020-01-01T00:00:00Z\t5\n";
    Files.writeString(file(), other);
    try (DatasetLock lock = DatasetLock.acquire(folder, "pcr append", WITHOUT_LOCKS)) {
      String notice = lock.notice().orElseThrow();
      assertTrue(
          notice.endsWith("pcr quality (process 7 on another-host) may be at work there"), notice);
      Files.writeString(file(), other);
    }
    assertEquals(other, Files.readString(file()), "that of a writer that came later");
  }

  @Test
  void holderOfThisMachineLivesAsLongAsItsProcess() throws Exception {
    LockHolder self = LockHolder.ofThisProcess("pcr append", 1);
    assertTrue(self.mayLive());
    Process process = new ProcessBuilder("true").start();
    assertEquals(0, process.waitFor());
    assertTrue(
        new LockHolder("pcr append", process.pid(), "", self.since(), 1).mayLive(), "of any host");
    boolean hasName = !self.host().isEmpty();
    LockHolder gone = new LockHolder("pcr append", process.pid(), self.host(), self.since(), 1);
    assertEquals(!hasName, gone.mayLive());
    LockHolder before = new LockHolder("pcr append", self.process(), self.host(), Instant.EPOCH, 1);
    assertEquals(!hasName, before.mayLive(), "another process had the number");
  }

  @Property(tries = 500)
  void lockFileOfUnknownOriginIsReadOrNot(@ForAll String text) {
    LockHolder.parse(text);
    LockHolder holder = new LockHolder("pcr append", 7, "h-1.x", Instant.EPOCH, -3);
    assertEquals(Optional.of(holder), LockHolder.parse(holder.toText()));
    assertEquals(Optional.empty(), LockHolder.parse(holder.toText() + text + "x"));
  }

  private static String inAnotherProcess(Path folder) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Acquirer.class.getName(),
                folder.toString())
            .redirectErrorStream(true)
            .start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(process.waitFor(1, TimeUnit.MINUTES));
    return printed.strip();
  }

  /** Says whether it got the lock. */
  static final class Acquirer {
    private Acquirer() {}

    public static void main(String[] args) throws IOException {
      try (DatasetLock lock = acquire(Path.of(args[0]), "pcr quality")) {
        System.out.println(lock.folder().equals(Path.of(args[0])) ? "acquired" : "?");
      } catch (DatasetBusyException e) {
        System.out.println(e.getMessage());
      }
    }
  }
}
