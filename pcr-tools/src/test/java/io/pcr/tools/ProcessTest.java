package io.pcr.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.testkit.FileTree;
import io.pcr.testkit.TestDataset;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What only a process of its own shows: pipes, full disks, signals. */
class ProcessTest {
  @TempDir private static Path folder;
  private static Path dataset;

  @TempDir private Path scratch;

  @BeforeAll
  static void write() throws IOException {
    dataset = TestDataset.small(folder.resolve("flowers"));
  }

  private ProcessBuilder pcr(List<String> properties, Object... words) {
    List<String> command = new ArrayList<>();
    // Whoever is started in the background of a script ignores interrupts, and so do its children.
    command.addAll(List.of("env", "--default-signal=INT"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(properties);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Pcr.class.getName()));
    for (Object word : words) {
      command.add(word.toString());
    }
    return new ProcessBuilder(command).redirectError(scratch.resolve("err").toFile());
  }

  private String err() throws IOException {
    return Files.readString(scratch.resolve("err"));
  }

  private static int end(Process process) throws InterruptedException {
    try {
      assertTrue(process.waitFor(60, TimeUnit.SECONDS), "it hangs");
      return process.exitValue();
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void answerThatAFullDiskTookIsNoSuccess() throws Exception {
    File full = new File("/dev/full");
    Process process = pcr(List.of(), "inspect", dataset, "--json").redirectOutput(full).start();
    assertEquals(ExitCode.IO, end(process));
    assertEquals("pcr: standard output: No space left on device\n", err());
  }

  @Test
  void readerWhoGoesAwayEndsTheCommandInSilence() throws Exception {
    String[] keys = new String[400];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = "rose/" + i + ".jpg";
    }
    Path broken = new TestDataset().size(16, 16).shard(keys).write(scratch.resolve("many"));
    byte[] shard = Files.readAllBytes(broken.resolve("part-00000.pcr"));
    // All slices damaged: far more lines than a pipe holds.
    for (int at = shard.length / 3; at < shard.length - 1000; at++) {
      shard[at] ^= 1;
    }
    Files.write(broken.resolve("part-00000.pcr"), shard);
    Process process = pcr(List.of(), "verify", broken).start();
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      assertTrue(out.readLine().startsWith("part-00000.pcr: "));
    }
    assertEquals(ExitCode.FOUND, end(process));
    assertEquals("", err());
  }

  @Test
  void interruptedCommandEndsAndLeavesNothingBehind() throws Exception {
    Path page = scratch.resolve("report.html");
    Process process = pcr(List.of(), "inspect", dataset, "--html", page).start();
    new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
    int status = end(process);
    boolean done = status == ExitCode.OK;
    assertTrue(done || status == 130, "status " + status);
    try (var files = Files.list(scratch)) {
      List<String> names = files.map(file -> file.getFileName().toString()).sorted().toList();
      assertEquals(done ? List.of("err", "report.html") : List.of("err"), names);
    }
  }

  @Test
  void interruptedTuneSaysWhatItKnowsAndKeepsIt() throws Exception {
    String[] keys = new String[32];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = "rose/" + i + ".jpg";
    }
    Path many = new TestDataset().size(32, 32).shard(keys).write(scratch.resolve("many"));
    Path state = scratch.resolve("figures.json");
    Path out = scratch.resolve("out");
    Process process =
        pcr(List.of(), "tune", many, "--tries=99", "--try-seconds=9", "--state", state)
            .redirectOutput(out.toFile())
            .start();
    while (process.isAlive()
        && !(Files.exists(state) && Files.readString(state).contains("calibration"))) {
      Thread.onSpinWait();
    }
    new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
    assertEquals(130, end(process), err());
    assertTrue(err().contains("interrupted before all was measured"), err());
    assertTrue(Files.readString(out).startsWith("Read it at fidelity "), Files.readString(out));
  }

  @Test
  void terminalOfTwentyColumnsGetsShortLinesOfProgressAndNothingElseOnIt() throws Exception {
    List<String> narrow = List.of("-Dpcr.terminal.columns=20", "-Dpcr.output.columns=20");
    Path out = scratch.resolve("out");
    Process process = pcr(narrow, "verify", dataset).redirectOutput(out.toFile()).start();
    assertEquals(ExitCode.OK, end(process));
    assertTrue(Files.readString(out).startsWith("flowers: no damage"));
    for (String drawn : err().split("\r", -1)) {
      assertTrue(drawn.length() < 20, drawn);
    }
  }

  @Test
  void aTarOnStandardOutputIsUnpackedByTar() throws Exception {
    Path unpacked = Files.createDirectory(scratch.resolve("unpacked"));
    Process process = pcr(List.of(), "extract", dataset, "-", "--to=tar").start();
    ProcessBuilder tar = new ProcessBuilder("tar", "-x", "-C", unpacked.toString());
    Process unpack = tar.redirectError(scratch.resolve("tar").toFile()).start();
    try (OutputStream in = unpack.getOutputStream()) {
      process.getInputStream().transferTo(in);
    }
    assertEquals(ExitCode.OK, end(process), err());
    assertEquals(0, end(unpack));
    assertEquals("", Files.readString(scratch.resolve("tar")));
    assertTrue(err().startsWith("-: 5 samples written"), err());
    assertEquals("0", Files.readString(unpacked.resolve("rose/1.cls")));
    assertTrue(Files.size(unpacked.resolve("tulip/3.jpg")) > 100);
  }

  private Path tarOfTheDataset() throws Exception {
    Path tar = scratch.resolve("images.tar");
    assertEquals(ExitCode.OK, end(pcr(List.of(), "extract", dataset, tar, "--to=tar").start()));
    return tar;
  }

  @Test
  void aTarOnStandardInputIsConvertedAsTheFileIs() throws Exception {
    Path tar = tarOfTheDataset();
    Path streamed = scratch.resolve("streamed");
    Process process = pcr(List.of(), "convert", "-", streamed).redirectInput(tar.toFile()).start();
    assertEquals(ExitCode.OK, end(process), err());
    Path filed = scratch.resolve("filed");
    assertEquals(ExitCode.OK, end(pcr(List.of(), "convert", tar, filed).start()));
    assertEquals(FileTree.names(filed), FileTree.names(streamed));
    for (String name : List.of("part-00000.pcr", "manifest.pcrm")) {
      assertEquals(-1, Files.mismatch(filed.resolve(name), streamed.resolve(name)), name);
    }
    Process again = pcr(List.of(), "append", streamed, "-").redirectInput(tar.toFile()).start();
    assertEquals(ExitCode.OK, end(again), err());
  }

  @Test
  void aPipeThatBreaksLeavesNoDatasetAndSaysSo() throws Exception {
    byte[] tar = Files.readAllBytes(tarOfTheDataset());
    Path out = scratch.resolve("out");
    Process process = pcr(List.of(), "convert", "-", out).start();
    try (OutputStream in = process.getOutputStream()) {
      in.write(tar, 0, tar.length / 2);
    }
    assertEquals(ExitCode.IO, end(process));
    assertTrue(err().startsWith("pcr: standard input ended after " + tar.length / 2), err());
    assertTrue(err().endsWith("nothing was converted\n"), err());
    assertFalse(Files.exists(out.resolve("manifest.pcrm")));
    assertFalse(Files.exists(out.resolve(".pcr-run")));
  }

  @Test
  void aRunThatIsStoppedWhileItsTarComesIsBegunAnew() throws Exception {
    Path tar = tarOfTheDataset();
    // A program that was started in the background may ignore INT; to Java, TERM is the same.
    for (String signal : List.of("-TERM", "-KILL")) {
      Path out = scratch.resolve("out" + signal);
      Process process = pcr(List.of(), "convert", "-", out).start();
      try (OutputStream in = process.getOutputStream()) {
        in.write(Files.readAllBytes(tar), 0, 1000);
        in.flush();
        while (process.isAlive() && !Files.exists(out.resolve(".pcr-run").resolve("options"))) {
          Thread.sleep(10);
        }
        new ProcessBuilder("kill", signal, Long.toString(process.pid())).start().waitFor();
        assertTrue(end(process) > 128);
      }
      assertFalse(Files.exists(out.resolve("manifest.pcrm")));
      Process again = pcr(List.of(), "convert", "-", out).redirectInput(tar.toFile()).start();
      assertEquals(ExitCode.OK, end(again), err());
      assertTrue(err().contains("begun anew"), err());
      assertTrue(Files.exists(out.resolve("manifest.pcrm")));
    }
  }

  @Test
  void standardInputIsReadAsATarAndAsNothingElse() throws Exception {
    Process process = pcr(List.of(), "convert", "-", scratch.resolve("o"), "--from=folder").start();
    assertEquals(ExitCode.USAGE, end(process));
    assertTrue(err().contains("standard input is read as a tar, not as folder"), err());
  }

  @Test
  void interruptedRepairLeavesNoDatasetAndTheNextOneSucceeds() throws Exception {
    Path repaired = scratch.resolve("repaired");
    Process process = pcr(List.of(), "repair", dataset, repaired).start();
    new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
    int status = end(process);
    assertTrue(status == ExitCode.OK || status == 130, "status " + status);
    if (!Files.exists(repaired)) {
      assertEquals(ExitCode.OK, end(pcr(List.of(), "repair", dataset, repaired).start()));
    }
    try (var files = Files.list(scratch)) {
      List<String> names = files.map(file -> file.getFileName().toString()).sorted().toList();
      assertEquals(List.of("err", "repaired"), names);
    }
  }

  @Test
  void errorIsOneLineAndItsTraceIsForDebug() throws Exception {
    Path none = scratch.resolve("none");
    assertEquals(ExitCode.IO, end(pcr(List.of(), "verify", none).start()));
    assertEquals("pcr: " + none + ": no such file or folder\n", err());
    assertEquals(ExitCode.IO, end(pcr(List.of(), "verify", none, "--debug").start()));
    assertTrue(err().contains("\tat io.pcr.tools."), err());
  }
}
