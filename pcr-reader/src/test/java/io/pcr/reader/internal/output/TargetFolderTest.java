package io.pcr.reader.internal.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.commit.DurableSteps;
import io.pcr.format.commit.DurableSteps.Step;
import io.pcr.reader.output.OutputReport.Outcome;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TargetFolderTest {
  private static final ByteBuffer CONTENT = StandardCharsets.UTF_8.encode("content");

  @TempDir private Path work;

  private static Outcome write(TargetFolder target, String key) throws IOException {
    return target.write(key, CONTENT.duplicate());
  }

  /** Does something once, just before a step is taken. */
  private static final class Meanwhile implements DurableSteps {
    private interface Work {
      void run() throws IOException;
    }

    private final Step step;
    private final String name;
    private Work work;

    Meanwhile(Step step, String name) {
      this.step = step;
      this.name = name;
    }

    @Override
    public void before(Step taken, Path file) throws IOException {
      if (taken == step && file.endsWith(name) && work != null) {
        Work due = work;
        work = null;
        due.run();
      }
    }
  }

  @Test
  void keyWhoseNameBecomesTheFolderOfAnotherIsAConflictOfItsOwn() throws IOException {
    Meanwhile meanwhile = new Meanwhile(Step.LINK, "x");
    TargetFolder target = TargetFolder.open(work, meanwhile);
    meanwhile.work = () -> assertEquals(Outcome.WRITTEN, write(target, "x/y"));
    FileAlreadyExistsException e =
        assertThrows(FileAlreadyExistsException.class, () -> write(target, "x"));
    assertEquals(
        work.toRealPath().resolve("x") + ": a folder already has this name", e.getMessage());
    assertNull(meanwhile.work);
    assertEquals("content", Files.readString(work.resolve("x").resolve("y")));
    assertEquals(List.of("x"), List.of(work.toFile().list()));
    assertEquals(Outcome.WRITTEN, write(target, "x/z"));
    assertThrows(FileAlreadyExistsException.class, () -> write(target, "x"));
  }

  @Test
  void fileThatAppearsInTheLastMomentIsNotWrittenOver() throws IOException {
    Meanwhile meanwhile = new Meanwhile(Step.LINK, "x");
    TargetFolder target = TargetFolder.open(work, meanwhile);
    meanwhile.work = () -> Files.writeString(work.resolve("x"), "another's");
    FileAlreadyExistsException e =
        assertThrows(FileAlreadyExistsException.class, () -> write(target, "x"));
    assertTrue(
        e.getMessage().endsWith("a file with other content already has this name"), e.getMessage());
    assertEquals("another's", Files.readString(work.resolve("x")));
    assertEquals(List.of("x"), List.of(work.toFile().list()));
    Files.delete(work.resolve("x"));
    meanwhile.work = () -> Files.writeString(work.resolve("x"), "content");
    assertEquals(Outcome.THERE_ALREADY, write(target, "x"));
  }

  @Test
  void keyWhoseFolderBecomesTheFileOfAnotherIsAConflictOfItsOwn() throws IOException {
    Meanwhile meanwhile = new Meanwhile(Step.CREATE, "x");
    TargetFolder target = TargetFolder.open(work, meanwhile);
    meanwhile.work = () -> assertEquals(Outcome.WRITTEN, write(target, "x"));
    UnsafeKeyException e = assertThrows(UnsafeKeyException.class, () -> write(target, "x/y"));
    assertTrue(e.getMessage().contains("\"x/y\""), e.getMessage());
    assertEquals("content", Files.readString(work.resolve("x")));
    assertEquals(List.of("x"), List.of(work.toFile().list()));
    assertThrows(UnsafeKeyException.class, () -> write(target, "x/z"));
    assertEquals(Outcome.THERE_ALREADY, write(target, "x"));
  }

  @Test
  void everyFolderThatGotANameIsForcedOnceBehindTheLastName() throws IOException {
    List<String> steps = new ArrayList<>();
    Path folder = work.resolve("new").resolve("target");
    TargetFolder target =
        TargetFolder.open(folder, (step, file) -> steps.add(step + " " + work.relativize(file)));
    assertEquals(List.of("FORCE_DIRECTORY ", "FORCE_DIRECTORY new"), steps);
    steps.clear();
    for (String key : List.of("a", "b/1", "b/2", "c/d/1", "c/d/2")) {
      assertEquals(Outcome.WRITTEN, write(target, key));
    }
    long names = steps.stream().filter(step -> step.startsWith("LINK ")).count();
    assertEquals(5, names);
    assertFalse(steps.stream().anyMatch(step -> step.startsWith("FORCE_DIRECTORY ")));
    steps.clear();
    target.force();
    List<String> folders =
        List.of("new/target", "new/target/b", "new/target/c", "new/target/c/d").stream()
            .map(name -> "FORCE_DIRECTORY " + name)
            .toList();
    assertEquals(folders, new ArrayList<>(new TreeSet<>(steps)));
    assertEquals(folders.size(), steps.size());
  }

  @Test
  void foldersThatAKilledRunMadeAreForcedByTheNext() throws IOException {
    write(TargetFolder.open(work), "a/b/c");
    List<Path> forced = new ArrayList<>();
    TargetFolder target =
        TargetFolder.open(
            work,
            (step, file) -> {
              if (step == Step.FORCE_DIRECTORY) {
                forced.add(work.toRealPath().relativize(file));
              }
            });
    assertEquals(Outcome.THERE_ALREADY, write(target, "a/b/c"));
    target.force();
    assertEquals(3, forced.size());
    assertTrue(forced.containsAll(List.of(Path.of(""), Path.of("a"), Path.of("a/b"))), "" + forced);
  }
}
