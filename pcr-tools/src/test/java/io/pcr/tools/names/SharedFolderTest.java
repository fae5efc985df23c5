package io.pcr.tools.names;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.manifest.Manifest;
import io.pcr.testkit.FileTree;
import io.pcr.testkit.TestDataset;
import io.pcr.tools.CommandRun;
import io.pcr.tools.ExitCode;
import io.pcr.tools.Pcr;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A dataset in a folder that two users of a group share, each with a umask of 022. Where the tests
 * run as root, they are two users; elsewhere files without the right to write stand for those of
 * the other.
 */
class SharedFolderTest {
  private static final boolean IS_ROOT = "root".equals(System.getProperty("user.name"));
  private static final int GROUP = 2000;
  private static final int OTHER = 1001;
  private static final int SELF = 1002;

  @TempDir private Path folder;
  private Path shared;
  private Path dataset;
  private Path first;
  private Path second;

  @BeforeEach
  void makeDataset() throws Exception {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    first = images("first", "rose/1.jpg", "rose/2.jpg", "tulip/1.jpg");
    second = images("second", "tulip/2.jpg", "tulip/3.jpg");
    shared = Files.createDirectory(folder.resolve("shared"));
    dataset = shared.resolve("dataset");
    share(shared);
    CommandRun convert = as(OTHER, "convert", first, dataset);
    assertEquals(ExitCode.OK, convert.status(), convert.err());
    share(dataset);
  }

  private Path images(String name, String... keys) throws IOException {
    Path made = new TestDataset().size(48, 40).shard(keys).write(folder.resolve("made " + name));
    Path images = folder.resolve(name);
    assertEquals(ExitCode.OK, CommandRun.of("restore", made, images).status());
    return images;
  }

  private static void share(Path path) throws IOException, InterruptedException {
    if (IS_ROOT) {
      run("chown", OTHER + ":" + GROUP, path.toString());
    }
    run("chmod", "2775", path.toString());
  }

  private static void run(String... command) throws IOException, InterruptedException {
    assertEquals(0, new ProcessBuilder(command).inheritIO().start().waitFor());
  }

  /** Makes files the other user's, as that user's umask would have made them. */
  private static void giveToOther(Path path) throws IOException, InterruptedException {
    List<Path> files;
    try (Stream<Path> walk = Files.walk(path)) {
      files = walk.toList();
    }
    for (Path file : files) {
      if (IS_ROOT) {
        run("chown", "-h", OTHER + ":" + GROUP, file.toString());
      }
      if (Files.isRegularFile(file)) {
        String rights = IS_ROOT ? "rw-r--r--" : "r--r--r--";
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(rights));
      }
    }
  }

  /** Runs a command as one of the users. The right to read lets it read this program. */
  private CommandRun as(int user, Object... words) throws IOException, InterruptedException {
    if (!IS_ROOT) {
      return CommandRun.of(words);
    }
    Path home = Files.createDirectories(folder.resolve("home " + user));
    run("chown", Integer.toString(user), home.toString());
    List<String> command =
        new ArrayList<>(
            List.of(
                "setpriv",
                "--reuid=" + user,
                "--regid=" + GROUP,
                "--clear-groups",
                "--inh-caps=+dac_read_search",
                "--ambient-caps=+dac_read_search",
                "sh",
                "-c",
                "umask 022; exec \"$@\"",
                "sh",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + home,
                "-Dorg.bytedeco.javacpp.cachedir=" + home,
                "-cp",
                System.getProperty("java.class.path"),
                Pcr.class.getName()));
    for (Object word : words) {
      command.add(word.toString());
    }
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    process.getOutputStream().close();
    int status = process.waitFor();
    return new CommandRun(
        status,
        Files.readString(out, StandardCharsets.UTF_8),
        Files.readString(err, StandardCharsets.UTF_8));
  }

  private static String other() {
    return IS_ROOT ? Integer.toString(OTHER) : System.getProperty("user.name");
  }

  private void assertComplete() throws IOException, InterruptedException {
    CommandRun verify = as(SELF, "verify", dataset);
    assertEquals(ExitCode.OK, verify.status(), verify.out());
    assertTrue(verify.out().contains("index: intact"), verify.out());
    CommandRun restore = as(SELF, "restore", dataset, home().resolve("back"));
    assertEquals(ExitCode.OK, restore.status(), restore.err());
    int images = FileTree.files(first).size() + FileTree.files(second).size();
    assertEquals(images, FileTree.files(home().resolve("back")).size());
  }

  private Path home() throws IOException {
    return IS_ROOT ? folder.resolve("home " + SELF) : folder;
  }

  @Test
  void eachAppendsToWhatTheOtherMade() throws Exception {
    CommandRun append = as(SELF, "append", dataset, second);
    assertEquals(ExitCode.OK, append.status(), append.err());
    assertEquals("", append.err());
    assertComplete();
    CommandRun again = as(OTHER, "append", dataset, images("third", "lily/1.jpg"));
    assertEquals(ExitCode.OK, again.status(), again.err());
    assertEquals("", again.err());
  }

  @Test
  void lockThatTheOthersKilledProcessLeftIsNoObstacle() throws Exception {
    // As the library makes it in such a folder.
    Path lock = Files.createFile(dataset.resolve(".pcr-lock"));
    giveToOther(lock);
    Files.setPosixFilePermissions(lock, PosixFilePermissions.fromString("rw-rw-r--"));
    giveToOther(Files.write(dataset.resolve(".index.lock"), new byte[0]));
    CommandRun append = as(SELF, "append", dataset, second);
    assertEquals(ExitCode.OK, append.status(), append.err());
    assertComplete();
    assertFalse(Files.exists(lock));
  }

  @Test
  void lockThatOnlyTheOtherMayOpenIsSaidToBeTheOthersAndCanBeDeleted() throws Exception {
    Path lock = Files.createFile(dataset.resolve(".pcr-lock"));
    giveToOther(lock);
    CommandRun append = as(SELF, "append", dataset, second);
    assertEquals(ExitCode.IO, append.status(), append.err());
    assertTrue(append.err().contains(lock + ": it belongs to user " + other()), append.err());
    assertTrue(append.err().contains("it can be deleted"), append.err());
    Files.delete(lock);
    assertEquals(ExitCode.OK, as(SELF, "append", dataset, second).status());
    assertComplete();
  }

  @Test
  void unfinishedRunOfTheOtherIsNamedAndCanBeGivenUp() throws Exception {
    Path run = Files.createDirectory(dataset.resolve(".pcr-run"));
    Files.writeString(run.resolve("options"), "command=append\n");
    share(run);
    giveToOther(run.resolve("options"));
    byte[] before = Files.readAllBytes(dataset.resolve(Manifest.FILE_NAME));
    CommandRun append = as(SELF, "append", dataset, second);
    assertEquals(ExitCode.USAGE, append.status(), append.err());
    assertTrue(append.err().contains("an unfinished run of user " + other()), append.err());
    assertTrue(append.err().contains("delete only " + run), append.err());
    assertEquals(
        new String(before, StandardCharsets.ISO_8859_1),
        Files.readString(dataset.resolve(Manifest.FILE_NAME), StandardCharsets.ISO_8859_1));
    FileTree.delete(run);
    assertEquals(ExitCode.OK, as(SELF, "append", dataset, second).status());
    assertComplete();
  }

  @Test
  void indexThatCannotBeWrittenIsANotice() throws Exception {
    Path scratch = Files.createDirectory(dataset.resolve(".index.tmp"));
    Files.createFile(scratch.resolve("left"));
    giveToOther(scratch);
    Files.setPosixFilePermissions(scratch, PosixFilePermissions.fromString("r-xr-xr-x"));
    CommandRun append = as(SELF, "append", dataset, second);
    assertEquals(ExitCode.OK, append.status(), append.err());
    assertTrue(append.err().contains("the index cannot be written in "), append.err());
    assertTrue(append.err().contains("the dataset is complete"), append.err());
    assertFalse(Files.exists(dataset.resolve(".pcr-run")));
    CommandRun verify = as(SELF, "verify", dataset);
    assertEquals(ExitCode.OK, verify.status(), verify.out());
    assertTrue(verify.out().contains("index: stale"), verify.out());
    Files.setPosixFilePermissions(scratch, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
