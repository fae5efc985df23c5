package io.pcr.format.internal.commit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.commit.DurableSteps;
import io.pcr.format.commit.DurableSteps.Step;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.GatheringByteChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileTest {
  private static final byte[] OLD = {1};
  private static final byte[] NEW = {2, 3, 4};

  @TempDir private Path folder;

  private List<Path> files() throws IOException {
    try (Stream<Path> list = Files.list(folder)) {
      return list.toList();
    }
  }

  @Test
  void committedFileHasItsNameAndContentAndReplacesTheOldOne() throws IOException {
    Path target = Files.write(folder.resolve("a"), OLD);
    try (AtomicFile out = AtomicFile.create(target)) {
      assertTrue(AtomicFile.isTemporary(out.temporary()));
      GatheringByteChannel channel = out.channel();
      channel.write(new ByteBuffer[] {ByteBuffer.wrap(NEW, 0, 1), ByteBuffer.wrap(NEW, 1, 2)});
      assertArrayEquals(OLD, Files.readAllBytes(target));
      out.commit();
    }
    assertArrayEquals(NEW, Files.readAllBytes(target));
    assertEquals(List.of(target), files());
    assertFalse(AtomicFile.isTemporary(target));
  }

  @Test
  void fileThatIsNotCommittedLeavesNothing() throws IOException {
    Path target = Files.write(folder.resolve("a"), OLD);
    AtomicFile out = AtomicFile.create(target);
    out.channel().write(ByteBuffer.wrap(NEW));
    out.close();
    out.close();
    assertArrayEquals(OLD, Files.readAllBytes(target));
    assertEquals(List.of(target), files());
  }

  @Test
  void stepsAreToldInTheOrderThatMakesTheFileDurable() throws IOException {
    List<Step> steps = new ArrayList<>();
    Path target = folder.resolve("a");
    AtomicFile.write(target, (step, file) -> steps.add(step), ByteBuffer.wrap(NEW));
    AtomicFile.delete(target, (step, file) -> steps.add(step));
    assertEquals(
        List.of(
            Step.CREATE,
            Step.WRITE,
            Step.FORCE,
            Step.RENAME,
            Step.FORCE_DIRECTORY,
            Step.DELETE,
            Step.FORCE_DIRECTORY),
        steps);
    assertEquals(List.of(), files());
  }

  /** Covers R-COMMIT-1. */
  @Test
  void failureAtAnyStepLeavesTheOldFileOrTheNewOneWhole() throws IOException {
    Path target = folder.resolve("a");
    for (Step failing : EnumSet.complementOf(EnumSet.of(Step.LINK, Step.LOCK))) {
      Files.write(target, OLD);
      DurableSteps steps =
          (step, file) -> {
            if (step == failing) {
              throw new IOException("no space left at " + step);
            }
          };
      boolean taken = failing == Step.DELETE;
      if (taken) {
        AtomicFile.write(target, steps, ByteBuffer.wrap(NEW));
      } else {
        assertThrows(
            IOException.class, () -> AtomicFile.write(target, steps, ByteBuffer.wrap(NEW)));
      }
      boolean named = taken || failing == Step.FORCE_DIRECTORY;
      assertArrayEquals(named ? NEW : OLD, Files.readAllBytes(target));
      assertEquals(List.of(target), files());
    }
  }

  @Test
  void whatAKilledProcessLeftIsRemovedAndWhatIsBeingWrittenIsNot() throws IOException {
    Path target = folder.resolve("a");
    Path left = Files.write(folder.resolve(".a.x1.pcr-tmp"), OLD);
    Path other = Files.write(folder.resolve(".b.x1.pcr-tmp"), OLD);
    try (AtomicFile out = AtomicFile.create(target)) {
      AtomicFile.deleteAbandoned(target);
      assertFalse(Files.exists(left));
      assertTrue(Files.exists(other));
      assertTrue(Files.exists(out.temporary()));
    }
  }

  /** Covers R-COMMIT-7. */
  @Test
  void newFileTakesNoNameThatIsTaken() throws IOException {
    Path target = Files.write(folder.resolve("a"), OLD);
    try (AtomicFile file = AtomicFile.create(target)) {
      file.channel().write(ByteBuffer.wrap(NEW));
      assertThrows(FileAlreadyExistsException.class, file::commitNew);
      assertThrows(FileAlreadyExistsException.class, file::commitByLink);
    }
    assertThrows(
        FileAlreadyExistsException.class, () -> AtomicFile.reserve(target, DurableSteps.NONE));
    assertArrayEquals(OLD, Files.readAllBytes(target));
    assertEquals(List.of(target), files());
    assertTrue(HardLinks.areIn(folder));
    assertEquals(List.of(target), files());
  }
}
