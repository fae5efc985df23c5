package io.pcr.format.internal.manifest;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.commit.DurableSteps;
import io.pcr.format.commit.DurableSteps.Step;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.commit.ForeignEntryException;
import io.pcr.format.manifest.Manifest;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

// Covers R-COMMIT-7, R-COMMIT-8, R-COMMIT-9, R-COMMIT-11, R-COMMIT-13
class ManifestPublicationTest {
  @TempDir private Path folder;

  private Manifest publish(String work, DurableSteps steps) throws IOException {
    Optional<Manifest> base = ManifestPublication.base(folder, steps);
    return ManifestPublication.publish(folder, base, new Works(work), steps);
  }

  private Manifest publish(String work) throws IOException {
    return publish(work, DurableSteps.NONE);
  }

  private Path copy() {
    return folder.resolve(Manifest.FILE_NAME);
  }

  private Path generation(long number) {
    return folder.resolve(GenerationNames.of(number));
  }

  private List<String> files() throws IOException {
    try (var files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void generationsFollowEachOtherAndEachStays() throws IOException {
    assertFalse(ManifestPublication.isDataset(folder));
    assertEquals(Optional.empty(), ManifestPublication.newest(folder));
    Manifest first = publish("a");
    byte[] bytes = Files.readAllBytes(generation(1));
    Manifest second = publish("b");
    assertEquals(List.of("a", "b"), Works.of(second));
    assertEquals(1, second.parentGeneration());
    assertEquals(Optional.of(second), ManifestPublication.newest(folder));
    assertArrayEquals(bytes, Files.readAllBytes(generation(1)));
    assertArrayEquals(Files.readAllBytes(generation(2)), Files.readAllBytes(copy()));
    assertEquals(1, first.generation());
    assertEquals(List.of("manifest-1.pcrm", "manifest-2.pcrm", "manifest.pcrm"), files());
  }

  /** As on a file system on which the lock tells another machine nothing. */
  @Test
  void whoComesSecondBuildsOnTheFirst() throws IOException {
    Manifest first = publish("a");
    publish("b");
    Manifest third =
        ManifestPublication.publish(folder, Optional.of(first), new Works("c"), DurableSteps.NONE);
    assertEquals(3, third.generation());
    assertEquals(List.of("a", "b", "c"), Works.of(third));
    assertEquals(Optional.of(third), ManifestPublication.newest(folder));
  }

  @Test
  void whoComesInTheLastMomentIsBuiltOn() throws IOException {
    publish("a");
    AtomicBoolean done = new AtomicBoolean();
    DurableSteps another =
        (step, path) -> {
          if (step == Step.LINK && !done.getAndSet(true)) {
            publish("b");
          }
        };
    assertEquals(List.of("a", "b", "c"), Works.of(publish("c", another)));
  }

  @Test
  void workThatIsWorthNothingOnAnotherGenerationLeavesThatAsItIs() throws IOException {
    publish("a");
    Manifest second = publish("b");
    ManifestPublication.Root first = new Works("c").onlyFirst(folder);
    DatasetChangedException e =
        assertThrows(
            DatasetChangedException.class,
            () -> ManifestPublication.publish(folder, Optional.empty(), first, DurableSteps.NONE));
    assertTrue(e.getMessage().startsWith(folder.toString()), e.getMessage());
    assertEquals(Optional.of(second), ManifestPublication.newest(folder));
    assertEquals(List.of("manifest-1.pcrm", "manifest-2.pcrm", "manifest.pcrm"), files());
  }

  @Test
  void writerThatDiedBeforeTheCopyBlocksNobodyAndReadersSeeTheGenerationBefore()
      throws IOException {
    publish("a");
    DurableSteps dying =
        (step, path) -> {
          if (step == Step.RENAME) {
            throw new IOException("ended here");
          }
        };
    assertThrows(IOException.class, () -> publish("b", dying));
    assertEquals(List.of("a"), Works.of(Works.read(copy())));
    assertEquals(List.of("a", "b"), Works.of(ManifestPublication.newest(folder).orElseThrow()));
    assertEquals(List.of("a"), Works.of(Works.read(copy())), "who only reads mends nothing");
    Optional<Manifest> base = ManifestPublication.base(folder, DurableSteps.NONE);
    assertEquals(List.of("a", "b"), Works.of(base.orElseThrow()));
    assertEquals(List.of("a", "b"), Works.of(Works.read(copy())), "who writes mends");
    assertEquals(List.of("a", "b", "c"), Works.of(publish("c")));
  }

  @Test
  void answerThatIsLostIsSettledByTheCommitId() throws IOException {
    publish("a");
    AtomicBoolean lost = new AtomicBoolean();
    DurableSteps losing =
        (step, path) -> {
          if (step == Step.FORCE_DIRECTORY && !lost.getAndSet(true)) {
            throw new FileSystemException("the link was made, and its answer was lost");
          }
        };
    Manifest second = publish("b", losing);
    assertTrue(lost.get());
    assertEquals(2, second.generation());
    assertEquals(List.of("a", "b"), Works.of(Works.read(copy())));
    assertTrue(ManifestPublication.isCommitted(folder, 2, second.commitId()));
    assertFalse(ManifestPublication.isCommitted(folder, 1, second.commitId()));
  }

  @Test
  void creationThatFailsWithoutATraceIsTriedAgain() throws IOException {
    AtomicBoolean failed = new AtomicBoolean();
    DurableSteps failing =
        (step, path) -> {
          if (step == Step.LINK && !failed.getAndSet(true)) {
            throw new FileSystemException("not now");
          }
        };
    assertEquals(1, publish("a", failing).generation());
    DurableSteps never =
        (step, path) -> {
          if (step == Step.LINK) {
            throw new FileSystemException("never");
          }
        };
    assertThrows(FileSystemException.class, () -> publish("b", never));
    assertEquals(List.of("a"), Works.of(ManifestPublication.newest(folder).orElseThrow()));
  }

  @Test
  void copyThatIsMissingOrDamagedIsMadeAgainFromTheGenerations() throws IOException {
    for (String work : List.of("a", "b", "c", "d", "e")) {
      publish(work);
    }
    for (byte[] damaged : new byte[][] {null, {}, {1, 2, 3}, Files.readAllBytes(generation(4))}) {
      if (damaged == null) {
        Files.delete(copy());
      } else {
        Files.write(copy(), damaged);
      }
      assertTrue(ManifestPublication.isDataset(folder));
      assertEquals(5, ManifestPublication.newest(folder).orElseThrow().generation());
      assertEquals(
          5, ManifestPublication.base(folder, DurableSteps.NONE).orElseThrow().generation());
      assertArrayEquals(Files.readAllBytes(generation(5)), Files.readAllBytes(copy()));
    }
  }

  /** Covers R-COMMIT-12: the name stays, the space is given back. */
  @Test
  void generationWithoutBytesIsPassedOver() throws IOException {
    publish("a");
    publish("b");
    publish("c");
    Files.write(generation(1), new byte[0]);
    Files.write(generation(2), new byte[0]);
    Files.delete(copy());
    assertTrue(ManifestPublication.isDataset(folder));
    assertEquals(List.of("a", "b", "c", "d"), Works.of(publish("d")));
  }

  @Test
  void damageOfTheNewestGenerationIsNotBuiltOver() throws IOException {
    publish("a");
    publish("b");
    byte[] bytes = Files.readAllBytes(generation(2));
    bytes[bytes.length - 1] ^= 1;
    Files.write(generation(2), bytes);
    Files.copy(generation(1), folder.resolve("x"));
    Files.delete(copy());
    Files.move(folder.resolve("x"), copy());
    assertThrows(PcrException.Corrupt.class, () -> publish("c"));
    assertFalse(Files.exists(generation(3)));
    assertEquals(List.of("a"), Works.of(Works.read(copy())));
  }

  /** Of a writer where there are no hard links: covers R-COMMIT-14 where there are. */
  @Test
  void tornGenerationIsSkippedAndStaysAsItIs() throws IOException {
    publish("a");
    publish("b");
    byte[] whole = Files.readAllBytes(generation(2));
    for (int length : new int[] {0, 9, 50}) {
      byte[] torn = Arrays.copyOf(whole, length);
      long number = ManifestPublication.newest(folder).orElseThrow().generation() + 1;
      Manifest before = ManifestPublication.newest(folder).orElseThrow();
      Files.write(generation(number), torn);
      assertEquals(Optional.of(before), ManifestPublication.newest(folder));
      Manifest next = publish("after " + number);
      assertEquals(number + 1, next.generation());
      assertEquals(before.generation(), next.parentGeneration());
      assertArrayEquals(torn, Files.readAllBytes(generation(number)));
      assertArrayEquals(
          Files.readAllBytes(generation(number + 1)), Files.readAllBytes(copy()), "settled");
    }
    assertEquals(
        List.of("a", "b", "after 3", "after 5", "after 7"),
        Works.of(ManifestPublication.newest(folder).orElseThrow()));
  }

  @Test
  void generationBehindAGapIsBuiltOn() throws IOException {
    for (String work : List.of("a", "b", "c", "d", "e")) {
      publish(work);
    }
    Files.copy(generation(3), copy(), StandardCopyOption.REPLACE_EXISTING);
    Files.delete(generation(4));
    assertEquals(5, ManifestPublication.newest(folder).orElseThrow().generation());
    Manifest next = publish("f");
    assertEquals(6, next.generation());
    assertEquals(List.of("a", "b", "c", "d", "e", "f"), Works.of(Works.read(copy())));
    assertFalse(Files.exists(generation(4)), "a name that is not freed is not taken");
  }

  /** The look for a next generation is older than what is there, as on a network file system. */
  @Test
  void nothingIsPublishedOutsideTheNewestChain() throws IOException {
    publish("a");
    publish("b");
    Optional<Manifest> base = ManifestPublication.base(folder, DurableSteps.NONE);
    publish("other 3");
    publish("other 4");
    Files.delete(generation(3));
    Manifest ours = ManifestPublication.publish(folder, base, new Works("ours"), DurableSteps.NONE);
    assertEquals(5, ours.generation());
    assertEquals(List.of("a", "b", "other 3", "other 4", "ours"), Works.of(ours));
    assertEquals(ours, Works.read(copy()));
  }

  @Test
  void generationOfAnotherDatasetIsNotBuiltOn() throws IOException {
    Manifest first = publish("a");
    Manifest foreign =
        Manifest.builder(new UUID(0x8000L, 5)).generation(2).parentGeneration(1).build();
    Files.write(generation(2), foreign.encode().array());
    assertThrows(PcrException.Corrupt.class, () -> publish("b"));
    assertThrows(PcrException.Corrupt.class, () -> ManifestPublication.newest(folder));
    assertEquals(first, Works.read(copy()));
  }

  @Test
  void nothingComesBehindTheLastNumber() throws IOException {
    Manifest first = publish("a");
    Manifest last = first.next().generation(Long.MAX_VALUE).parentGeneration(1).build();
    Files.write(generation(Long.MAX_VALUE), last.encode().array());
    List<String> before = files();
    IOException e =
        assertThrows(
            LastGenerationException.class,
            () -> ManifestPublication.base(folder, DurableSteps.NONE));
    assertTrue(e.getMessage().contains("the last number"), e.getMessage());
    assertEquals(before, files());
  }

  @Test
  void whatIsNoFileIsNamedAndStays() throws IOException {
    publish("a");
    Path elsewhere = Files.writeString(folder.resolve("elsewhere"), "kept");
    Files.createSymbolicLink(generation(2), elsewhere);
    assertThrows(ForeignEntryException.class, () -> publish("b"));
    assertEquals("kept", Files.readString(elsewhere));
    Files.delete(generation(2));
    Files.createDirectory(generation(2));
    assertThrows(ForeignEntryException.class, () -> publish("b"));
    assertTrue(Files.isDirectory(generation(2)));
  }
}
