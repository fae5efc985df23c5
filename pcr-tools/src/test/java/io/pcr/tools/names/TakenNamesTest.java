package io.pcr.tools.names;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.internal.commit.Entries;
import io.pcr.format.programme.Programme;
import io.pcr.tools.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Somebody took a name that this library writes, before it: whatever stands there, nothing outside
 * the folder changes, and nobody waits for a pipe. Covers R-COMMIT-4.
 */
class TakenNamesTest {
  private static final List<Entries> KINDS = List.of(Entries.values());

  @TempDir private Path work;

  private Folders folders;
  private final List<String> failures = new ArrayList<>();
  private final Map<Entries, Integer> tried = new EnumMap<>(Entries.class);

  @BeforeEach
  void makeFolders() throws Exception {
    folders = Folders.make(Files.createDirectory(work.resolve("made")));
  }

  /** The kinds take turns, so that every name meets one of them and every command all. */
  @Test
  void nothingOutsideChangesWhateverHasAName() throws Exception {
    int turn = 0;
    for (Writing writing : Writing.values()) {
      int undisturbed = undisturbed(writing);
      for (String name : writing.names()) {
        attempt(writing, name, KINDS.get(turn++ % KINDS.size()), undisturbed);
      }
    }
    report("names × commands, the kinds in turn");
  }

  @Test
  @Tag("long")
  void nothingOutsideChangesWhateverHasAnyName() throws Exception {
    for (Writing writing : Writing.values()) {
      int undisturbed = undisturbed(writing);
      for (String name : writing.names()) {
        for (Entries kind : KINDS) {
          attempt(writing, name, kind, undisturbed);
        }
      }
    }
    report("names × kinds × commands");
  }

  private void report(String what) {
    assertEquals("", String.join("\n", failures));
    int all = tried.values().stream().mapToInt(Integer::intValue).sum();
    tried.forEach((kind, cases) -> System.out.println(what + ": " + kind + " " + cases));
    Programme.NAMES.passed(what, all);
  }

  /** The exit status where no name is taken. */
  private int undisturbed(Writing writing) throws Exception {
    Path place = place(writing);
    CommandRun run = writing.run(place, folders);
    assertTrue(run.status() <= 1, writing + " fails undisturbed: " + run);
    Entries.delete(work.resolve("case"));
    return run.status();
  }

  private Path place(Writing writing) throws IOException {
    Path place = Files.createDirectories(work.resolve("case").resolve("place"));
    Folders.copy(folders.template(writing.folder()), place.resolve("ds"));
    return place;
  }

  private void attempt(Writing writing, String name, Entries kind, int undisturbed)
      throws Exception {
    Path place = place(writing);
    Path outside = Entries.outside(work.resolve("case").resolve("outside"));
    Path entry = place.resolve(name);
    Files.createDirectories(entry.getParent());
    if (kind.take(entry, outside)) {
      String before = Entries.snapshot(outside);
      CommandRun run = writing.run(place, folders);
      String told = writing + ", " + kind + " at " + name + ": " + run;
      if (!before.equals(Entries.snapshot(outside))) {
        failures.add("changed outside: " + told);
      }
      if (run.status() != undisturbed && !isNamed(run, entry, kind)) {
        failures.add("not named: " + told);
      }
      if (!isLeftAlone(kind, entry)) {
        failures.add("replaced: " + told);
      }
      tried.merge(kind, 1, Integer::sum);
    }
    Entries.delete(work.resolve("case"));
  }

  private static boolean isNamed(CommandRun run, Path entry, Entries kind) {
    // What could be a file or folder of a dataset makes the folder one that is taken.
    boolean plain = kind == Entries.HARD_LINK || kind == Entries.FOLDER;
    String told = run.err() + run.out();
    return !told.contains("please report")
        && (told.contains(entry.getFileName().toString())
            || (plain && told.contains(entry.getParent().toString())));
  }

  /** A link at a name of a folder that this library empties may go; at any other it stays. */
  private static boolean isLeftAlone(Entries kind, Path entry) {
    boolean emptied = entry.getParent().getFileName().toString().matches("\\.(index|out).*");
    return emptied
        || switch (kind) {
          case LINK_TO_FOLDER, LINK_TO_FILE, DANGLING_LINK -> Files.isSymbolicLink(entry);
          case PIPE, DEVICE ->
              Files.exists(entry, LinkOption.NOFOLLOW_LINKS)
                  && !Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS);
          case HARD_LINK, FOLDER -> true;
        };
  }

  /** What was seen to delete every file of a folder that had nothing to do with the dataset. */
  @Test
  void filesOfTheFolderThatALinkLeadsToStay() throws Exception {
    for (String name : List.of(".index.tmp", ".pcr-run", ".pcr-run-finished")) {
      for (Writing writing :
          List.of(Writing.APPEND, Writing.CONVERT, Writing.INDEX_REBUILD, Writing.READ_BY_KEY)) {
        attempt(writing, "ds/" + name, Entries.LINK_TO_FOLDER, 0);
      }
    }
    assertEquals("", String.join("\n", failures));
    assertEquals(Map.of(Entries.LINK_TO_FOLDER, 12), tried);
  }
}
