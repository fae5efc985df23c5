package io.pcr.conformance.scripts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code ./pcr} and {@code ./test} on a machine of our making: the scripts of the project in a
 * folder whose name has a space, and in front of the path programs that say what they were asked.
 */
class SetupScriptsTest {
  private static final Path ROOT = Path.of(System.getProperty("pcr.root"));

  @TempDir private Path folder;
  private Path root;
  private Path programs;
  private Path log;

  @BeforeEach
  void copyScriptsAndMakePrograms() throws IOException {
    root = Files.createDirectories(folder.resolve("a clone"));
    programs = Files.createDirectories(folder.resolve("programs"));
    log = folder.resolve("log");
    for (String name : List.of("pcr", "test", "pom.xml", "scripts/setup.sh", "scripts/counts")) {
      Files.createDirectories(root.resolve(name).getParent());
      Files.copy(ROOT.resolve(name), root.resolve(name));
    }
    testsOfPython("no tests ran", 0);
    Files.createDirectories(root.resolve("spec/schemas"));
    Files.createDirectories(root.resolve("pcr-tools/src/main"));
    Files.createFile(root.resolve("pcr-tools/pom.xml"));
    program("id", "echo ${FAKE_USER-0}");
    program("dpkg-query", "for last; do :; done; [ \"$last\" = \"$MISSING\" ] || printf installed");
    program("apt-get", "echo \"apt-get $*\" >>\"$LOG\"");
    program("sudo", "exit 1");
    program("javac", "exit 0");
    program(
        "java", "case \"$*\" in *Archive*) ;; *) echo \"java $* LC_ALL=${LC_ALL-none}\";; esac");
    program(
        "mvn",
        "echo \"mvn $*\" >>\"$LOG\"; sleep 0.2; mkdir -p pcr-tools/target/lib;"
            + " touch pcr-tools/target/pcr-tools-1.jar pcr-tools/target/lib/a.jar");
  }

  private void program(String name, String body) throws IOException {
    program(programs.resolve(name), body);
  }

  private static void program(Path file, String body) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + body + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private void testsOfPython(String said, int status) throws IOException {
    Path test = Files.createDirectories(root.resolve("python")).resolve("test");
    program(test, "echo python/test $* >>\"$LOG\"; echo \"" + said + "\"; exit " + status);
  }

  private record Ended(int status, String out, String err) {}

  private Process start(Map<String, String> environment, String... command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().put("PATH", programs + File.pathSeparator + System.getenv("PATH"));
    builder.environment().put("LOG", log.toString());
    builder.environment().keySet().removeAll(List.of("LC_ALL", "LC_CTYPE", "LANG", "MISSING"));
    builder.environment().putAll(environment);
    return builder.start();
  }

  private static Ended end(Process process) throws IOException, InterruptedException {
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(process.waitFor(60, TimeUnit.SECONDS), "it hangs");
    return new Ended(process.exitValue(), out, err);
  }

  private Ended run(Map<String, String> environment, String script, String... words)
      throws Exception {
    String[] command = new String[words.length + 1];
    command[0] = root.resolve(script).toString();
    System.arraycopy(words, 0, command, 1, words.length);
    return end(start(environment, command));
  }

  private List<String> logged() throws IOException {
    return Files.exists(log) ? Files.readAllLines(log) : List.of();
  }

  @Test
  void firstCallBuildsWithALineAndTheSecondGoesStraightToJava() throws Exception {
    Ended first = run(Map.of(), "pcr", "inspect", "a b");
    assertEquals(0, first.status(), first.err());
    assertTrue(first.out().contains("io.pcr.tools.Pcr inspect a b"), first.out());
    assertTrue(first.out().contains("-Dpcr.called=" + root.resolve("pcr") + " "), first.out());
    assertEquals("pcr: building (about a minute; later calls skip this)\n", first.err());

    Ended second = run(Map.of(), "pcr", "--version");
    assertEquals("", second.err());
    assertEquals(1, logged().size(), logged().toString());
  }

  @Test
  void jarsOfTheUserAreAddedToTheClassPath() throws Exception {
    Ended ended = run(Map.of("PCR_CLASS_PATH", "/opt/a store.jar"), "pcr", "inspect", "gs://b/x");
    assertEquals(0, ended.status(), ended.err());
    Path jar = root.toRealPath().resolve("pcr-tools/target/pcr-tools-1.jar");
    assertTrue(ended.out().contains(jar + ":/opt/a store.jar -Dpcr.called="), ended.out());
  }

  @Test
  void changedSourceIsBuiltAgainAndUnpacksItsOwnNativeLibraries() throws Exception {
    run(Map.of(), "pcr", "--version");
    Path target = root.toRealPath().resolve("pcr-tools/target");
    Path unpacked = Files.createDirectories(target.resolve("native/of an earlier build"));
    Files.createFile(root.resolve("pcr-tools/src/main/New.java"));
    run(Map.of(), "pcr", "--version");
    assertEquals(2, logged().size(), logged().toString());
    assertFalse(Files.exists(unpacked));
    String cache = "-Dorg.bytedeco.javacpp.cachedir=\"" + target.resolve("native") + "\"";
    assertTrue(Files.readAllLines(target.resolve("pcr.args")).contains(cache), cache);
  }

  @Test
  void ofTwoFirstCallsAtOnceOneBuildsAndTheOtherWaits() throws Exception {
    String pcr = root.resolve("pcr").toString();
    Process one = start(Map.of(), pcr, "--version");
    Process two = start(Map.of(), pcr, "--version");
    for (Ended each : List.of(end(one), end(two))) {
      assertEquals(0, each.status(), each.err());
    }
    assertEquals(1, logged().size(), logged().toString());
  }

  @Test
  void missingPackageIsInstalledByRoot() throws Exception {
    Ended ended = run(Map.of("MISSING", "libspng-dev"), "pcr", "--version");
    assertEquals(0, ended.status(), ended.err());
    assertTrue(ended.err().startsWith("pcr: installing libspng-dev \n"), ended.err());
    assertEquals("apt-get install -y --no-install-recommends libspng-dev", logged().get(1));
  }

  @Test
  void whoeverHasNoRightsIsToldTheCommandToRun() throws Exception {
    Map<String, String> user = Map.of("FAKE_USER", "1000", "MISSING", "libspng-dev");
    for (String script : List.of("pcr", "test")) {
      Ended ended = run(user, script);
      assertEquals(3, ended.status());
      assertTrue(ended.err().endsWith("sudo apt-get install libspng-dev \n"), ended.err());
    }
    assertEquals(List.of(), logged());
  }

  @Test
  void folderThatCannotBeWrittenIsNamed() throws Exception {
    // Root may write anywhere, so something else stands where a file of the build is to be.
    String said = "pcr: " + root.toRealPath() + ": no right to write here, and what is built, ";
    Path setup = Files.createFile(root.resolve(".pcr-setup"));
    Ended nothingBuilt = run(Map.of(), "pcr", "--version");
    assertEquals(3, nothingBuilt.status());
    assertTrue(nothingBuilt.err().startsWith(said), nothingBuilt.err());

    Files.delete(setup);
    run(Map.of(), "pcr", "--version");
    Files.createFile(root.resolve("pcr-tools/src/main/New.java"));
    Files.delete(setup.resolve("lock"));
    Files.createDirectory(setup.resolve("lock"));
    Ended outdated = run(Map.of(), "pcr", "--version");
    assertEquals(3, outdated.status());
    assertTrue(outdated.err().startsWith(said), outdated.err());
    assertEquals(1, outdated.err().lines().count(), outdated.err());
  }

  @Test
  void namesAreUtf8WhereNoLocaleIsSetAndAsTheLocaleSaysElsewhere() throws Exception {
    for (Map<String, String> none : List.of(Map.of("LC_ALL", "C"), Map.of("LANG", "POSIX"))) {
      assertTrue(run(none, "pcr", "x").out().endsWith(" LC_ALL=C.UTF-8\n"), none.toString());
    }
    assertTrue(run(Map.of(), "pcr", "x").out().endsWith(" LC_ALL=C.UTF-8\n"));
    assertTrue(run(Map.of("LANG", "C.UTF-8"), "pcr", "x").out().endsWith(" LC_ALL=none\n"));
  }

  @Test
  void whatTestsOfAnEarlierRunSaidIsNotCounted() throws Exception {
    Path target = Files.createDirectories(root.resolve("pcr-tools/target"));
    Files.writeString(target.resolve("programmes.tsv"), "T1\tsubject\told\texpected\t5\tio.Old\n");
    Ended ended = run(Map.of(), "test");
    assertEquals(1, ended.status());
    assertTrue(ended.out().contains("\n0 passed, 0 failed, 0 skipped\n"), ended.out());
    assertTrue(ended.out().contains("nothing said of: T1 T2 "), ended.out());
    assertFalse(ended.out().contains("old"), ended.out());
    assertEquals(List.of("mvn -B -ntp verify -Dtest.excludedGroups=long", "python/test"), logged());
  }

  /** A Maven whose tests say something of every programme, and of which one fails. */
  private void mavenThatTests(int failures) throws IOException {
    program(
        "mvn",
        """
        mkdir -p pcr-tools/target pcr-format/target
        for t in $(sed -n 's/^programmes="\\(.*\\)"$/\\1/p' scripts/counts | sed 's/T12 //'); do
          printf '%s\\t%s\\t%s\\t%s\\t%s\\t%s\\n' $t "subject of $t" what expected 1234 'io.pcr.ATest$Inner'
        done >pcr-tools/target/programmes.tsv
        grep '^T9' pcr-tools/target/programmes.tsv >pcr-format/target/programmes.tsv
        echo "[INFO] Tests run: 30, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 1 s -- in io.pcr.AFuzzTest"
        echo "[INFO] Tests run: 12, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 1 s -- in io.pcr.BFuzzTest"
        echo "[INFO] Tests run: 1000, Failures: 0, Errors: 0, Skipped: 1"
        echo "[ERROR] Tests run: 7, Failures: FAILURES, Errors: 0, Skipped: 0, Time elapsed: 1 s <<< FAILURE! -- in io.pcr.ATest"
        echo "[ERROR] Tests run: 2000, Failures: FAILURES, Errors: 0, Skipped: 0"
        exit FAILURES
        """
            .replace("FAILURES", Integer.toString(failures)));
  }

  @Test
  void countsOfAllModulesAreAddedUp() throws Exception {
    mavenThatTests(0);
    testsOfPython("40 passed, 2 skipped in 1.25s", 0);
    Ended ended = run(Map.of(), "test");
    assertEquals(0, ended.status(), ended.out());
    assertTrue(ended.out().contains("\n3039 passed, 0 failed, 3 skipped\n"), ended.out());
    assertTrue(ended.out().matches("(?s).*\nT9 +subject of T9 +2468 cases 0 failed\n.*"));
    assertTrue(ended.out().matches("(?s).*\nT10 +subject of T10 +1234 cases 0 failed\n.*"));
  }

  @Test
  void failedTestsStandBesideTheProgrammesThatTheyAreOf() throws Exception {
    mavenThatTests(1);
    Ended ended = run(Map.of(), "test");
    assertEquals(1, ended.status(), ended.out());
    assertTrue(ended.out().contains("\n2998 passed, 1 failed, 1 skipped\n"), ended.out());
    assertTrue(ended.out().matches("(?s).*\nT1 +what +1234 cases 1 failed +ATest\n.*"));
  }

  @Test
  void failedTestsOfPythonAreCountedAndFailTheRun() throws Exception {
    mavenThatTests(0);
    testsOfPython("2 failed, 38 passed, 1 error in 61.20s (0:01:01)", 1);
    Ended ended = run(Map.of(), "test");
    assertEquals(1, ended.status(), ended.out());
    assertTrue(ended.out().contains("\n3037 passed, 3 failed, 1 skipped\n"), ended.out());
  }

  @Test
  void tablesAreWrittenOfTheRunAndOnlyWhenNothingIsMissing() throws Exception {
    String marked = "before\n<!-- counts -->\nold\n<!-- end of counts -->\nafter\n";
    Path readme = Files.writeString(root.resolve("README.md"), marked);
    Path pages = Files.createDirectories(root.resolve("docs"));
    Path page = Files.writeString(pages.resolve("reliability.md"), marked);
    run(Map.of(), "test");
    assertEquals(1, run(Map.of(), "scripts/counts", "--write").status());
    assertEquals(marked, Files.readString(readme));

    mavenThatTests(0);
    run(Map.of(), "test");
    Ended written = run(Map.of(), "scripts/counts", "--write");
    assertEquals(0, written.status(), written.err());
    String table = Files.readString(readme);
    assertTrue(table.startsWith("before\n<!-- counts -->\nOf a run of `./test` on "), table);
    assertTrue(table.contains("\n| T9 | subject of T9 | 2,468 | 0 | expected |\n"), table);
    assertTrue(table.endsWith("|\n<!-- end of counts -->\nafter\n"), table);
    assertFalse(table.contains("old"), table);
    assertTrue(Files.readString(page).contains("\n| what | 1,234 | 0 | `ATest` |\n"), table);
  }

  @Test
  void unknownOptionOfTheTestsIsUsage() throws Exception {
    Ended ended = run(Map.of(), "test", "--everything");
    assertEquals(2, ended.status());
    assertTrue(ended.err().contains("usage: ./test [--all]"), ended.err());
    assertFalse(Files.exists(log));
  }

  @Test
  void widthOfTheTerminalReachesTheProgram() throws Exception {
    run(Map.of(), "pcr", "--version");
    String call = "stty cols 20; '" + root.resolve("pcr") + "' inspect x";
    Ended ended = end(start(Map.of(), "script", "-qec", call, "/dev/null"));
    assertEquals(0, ended.status(), ended.err());
    assertTrue(ended.out().contains("-Dpcr.terminal.columns=20 "), ended.out());
    assertTrue(ended.out().contains("-Dpcr.output.columns=20 "), ended.out());
    assertFalse(run(Map.of(), "pcr", "inspect", "x").out().contains("columns"), "no terminal");
  }
}
