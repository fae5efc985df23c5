package io.pcr.conformance.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.conformance.CommandRun;
import io.pcr.reader.http.FolderServer;
import io.pcr.testkit.FileTree;
import io.pcr.tools.ExitCode;
import io.pcr.tools.Pcr;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the commands do with a dataset on a server that wants a signature with each request: those
 * that read give what they give of a local folder, those that write say that they cannot.
 */
class CommandsOverHttpTest {
  private static final int IMAGES = 6;

  private static final Set<String> WITHOUT_A_DATASET = Set.of("help", "completion");

  @TempDir private static Path folder;
  private static Path images;
  private static FolderServer server;

  @BeforeAll
  static void serve() throws IOException {
    images = Files.createDirectories(folder.resolve("images/rose"));
    for (int i = 0; i < IMAGES; i++) {
      Files.write(images.resolve(i + ".jpg"), JpegFixtures.baseline(i, 200, 190));
    }
    images = images.getParent();
    for (String variant : List.of("pcr", "liquid", "tfrecord")) {
      String dataset = folder.resolve("served").resolve(variant).toString();
      Files.createDirectories(folder.resolve("served"));
      List<String> words =
          new ArrayList<>(List.of("convert", images.toString(), dataset, "--variant=" + variant));
      words.add("--shard-samples=4");
      if (variant.equals("liquid")) {
        words.add("--mix=jpeg:1,png:1,bmp:1");
      }
      CommandRun run = CommandRun.of(words.toArray());
      assertEquals(ExitCode.OK, run.status(), run.err());
    }
    server = FolderServer.startSigned(folder.resolve("served"));
  }

  @AfterAll
  static void end() {
    server.close();
  }

  @AfterEach
  void everyRequestWasSigned() {
    assertEquals(List.of(), server.unsigned());
  }

  private static String uri(String name) {
    return server.uri(name).toString();
  }

  private Path fresh(String name) throws IOException {
    return Files.createTempDirectory(folder, "out").resolve(name);
  }

  /**
   * Runs a command that reads all it needs, and the manifest once; verify reads its bytes once
   * more, to compare them with those of its generation.
   */
  private static CommandRun reads(String... words) {
    server.clear();
    CommandRun run = CommandRun.of((Object[]) words);
    assertEquals(ExitCode.OK, run.status(), run.out() + run.err());
    long manifests = server.requests().stream().filter(n -> n.contains("/manifest.pcrm ")).count();
    int wanted = words[0].equals("verify") ? 2 : 1;
    assertEquals(wanted, manifests, String.join(" ", words) + ": " + server.requests());
    return run;
  }

  @ParameterizedTest
  @ValueSource(strings = {"pcr", "liquid", "tfrecord"})
  void datasetIsRestoredByteForByte(String variant) throws IOException {
    Path back = fresh("back");
    reads("restore", uri(variant), back.toString());
    assertEquals(FileTree.files(images), FileTree.files(back));
    Path one = fresh("one");
    reads("restore", uri(variant), one.toString(), "--only", "rose/3.jpg");
    assertEquals(List.of("rose/3.jpg"), List.copyOf(FileTree.files(one).keySet()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"pcr", "liquid", "tfrecord"})
  void datasetIsVerified(String variant) {
    assertTrue(reads("verify", uri(variant)).out().contains("no damage; checked 6 samples"));
    assertTrue(reads("verify", uri(variant + "/"), "--deep").out().contains("no damage"));
    String manifest = uri(variant + "/manifest.pcrm");
    assertTrue(reads("verify", manifest, "--json").out().contains("\"ok\": true"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"pcr", "liquid", "tfrecord"})
  void datasetIsInspected(String variant) throws IOException {
    Path local = folder.resolve("served").resolve(variant);
    String facts = reads("inspect", uri(variant), "--json").out();
    if (variant.equals("tfrecord")) {
      // What only their records say would be all of the dataset to fetch.
      assertTrue(facts.contains("\"samples\": 6"), facts);
    } else {
      assertEquals(CommandRun.of("inspect", local.toString(), "--json").out(), facts);
    }
    assertTrue(reads("inspect", uri(variant)).out().contains("6"));
    assertTrue(reads("inspect", uri(variant), "--sample=rose/2.jpg").out().contains("rose/2.jpg"));
    Path page = fresh("page.html");
    reads("inspect", uri(variant), "--html=" + page);
    assertTrue(Files.size(page) > 0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"pcr", "liquid", "tfrecord"})
  void datasetIsExtractedAsFromAFolder(String variant) throws IOException {
    Path local = fresh("local");
    Path remote = fresh("remote");
    String from = folder.resolve("served").resolve(variant).toString();
    assertEquals(ExitCode.OK, CommandRun.of("extract", from, local.toString()).status());
    reads("extract", uri(variant), remote.toString());
    assertEquals(FileTree.files(local), FileTree.files(remote));
    Path tar = fresh("all.tar");
    reads("extract", uri(variant), tar.toString());
    assertTrue(Files.size(tar) > 0);
  }

  @Test
  void qualityIsMeasuredAndNotKept() {
    Map<String, ByteBuffer> before = served();
    assertTrue(reads("quality", uri("pcr"), "--images=2").out().contains("MS-SSIM"));
    assertEquals(before, served());
  }

  private static Map<String, ByteBuffer> served() {
    try {
      return FileTree.files(folder.resolve("served"));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @CsvSource({"pcr/part-00000.pcr", "liquid/part-00001.pcrl", "tfrecord/part-00000.tfrecord"})
  void shardByItselfIsVerifiedInspectedAndExtracted(String shard) throws IOException {
    for (String command : List.of("verify", "inspect")) {
      CommandRun run = CommandRun.of(command, uri(shard));
      assertEquals(ExitCode.OK, run.status(), run.err());
    }
    Path out = fresh("out");
    CommandRun run = CommandRun.of("extract", uri(shard), out.toString());
    assertEquals(ExitCode.OK, run.status(), run.err());
    assertFalse(FileTree.files(out).isEmpty());
  }

  @Test
  void shardThatTheServerDoesNotHaveIsDamage() throws IOException {
    Path cut = folder.resolve("served/cut");
    Files.createDirectories(cut);
    for (String name : List.of("manifest.pcrm", "part-00000.pcr")) {
      Files.copy(folder.resolve("served/pcr").resolve(name), cut.resolve(name));
    }
    try {
      CommandRun run = CommandRun.of("verify", uri("cut"));
      assertEquals(ExitCode.FOUND, run.status(), run.out() + run.err());
      assertTrue(run.out().contains("part-00001.pcr: the file is missing"), run.out());
      Path back = fresh("back");
      CommandRun restore = CommandRun.of("restore", uri("cut"), back.toString());
      assertEquals(ExitCode.FOUND, restore.status(), restore.err());
      assertEquals(4, FileTree.files(back).size());
    } finally {
      for (String name : FileTree.files(cut).keySet()) {
        Files.delete(cut.resolve(name));
      }
      Files.delete(cut);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"pcr", "liquid", "tfrecord"})
  void datasetIsLoadedAsFromAFolder(String variant) throws IOException {
    Path local = fresh("local.jsonl");
    Path remote = fresh("remote.jsonl");
    String from = folder.resolve("served").resolve(variant).toString();
    String[] options = {"--batch=2", "--transform=resize:32", "--seed=4", "--keys"};
    assertEquals(ExitCode.OK, CommandRun.of((Object[]) load(from, options, local)).status());
    reads(load(uri(variant), options, remote));
    assertEquals(IMAGES / 2, Files.readAllLines(remote).size());
    assertEquals(Files.readAllLines(local), Files.readAllLines(remote));
  }

  private static String[] load(String dataset, String[] options, Path keys) {
    List<String> words = new ArrayList<>(List.of("load", dataset));
    words.addAll(List.of(options));
    words.add(keys.toString());
    return words.toArray(String[]::new);
  }

  /** A new command belongs into one of these lists, and into a test of this class. */
  @Test
  void everyCommandIsTriedOverHttp() {
    Set<String> tried =
        new TreeSet<>(List.of("restore", "verify", "inspect", "extract", "quality", "load"));
    writingTo("x").forEach(words -> tried.add(words.get(0)));
    Set<String> commands = new TreeSet<>(Pcr.commandLine().getSubcommands().keySet());
    commands.removeAll(WITHOUT_A_DATASET);
    assertEquals(commands, tried);
  }

  /** Commands that write, with a place of the scheme for what they write. */
  private static List<List<String>> writingTo(String place) {
    String pcr = folder.resolve("served/pcr").toString();
    String source = images.toString();
    return List.of(
        List.of("convert", source, place),
        List.of("append", place, source),
        List.of("repair", pcr, place),
        List.of("repair", place, folder.resolve("repaired").toString()),
        List.of("restore", pcr, place),
        List.of("extract", pcr, place),
        List.of("extract", pcr, place + ".tar"),
        List.of("inspect", pcr, "--html", place),
        List.of("inspect", pcr, "--sample=rose/1.jpg", "--strip", place),
        List.of("demo", place),
        List.of("bench", source, "--work", place),
        List.of("tune", source, "--work", place),
        List.of("tune", pcr, "--html", place),
        List.of("tune", pcr, "--state", place),
        List.of("index", "rebuild", place),
        List.of("index", "check", place));
  }

  @ParameterizedTest
  @ValueSource(strings = {"http", "https", "s3", "file"})
  void commandThatCannotWriteToAUriSaysSoAndMakesNoFolder(String scheme) {
    Map<String, ByteBuffer> before = served();
    String place =
        switch (scheme) {
          case "http" -> uri("pcr");
          case "file" -> folder.resolve("elsewhere").toUri().toString();
          default -> scheme + "://b.invalid/x";
        };
    for (List<String> words : writingTo(place)) {
      boolean isRead = words.get(0).equals("index");
      if (isRead && (scheme.equals("https") || scheme.equals("file"))) {
        continue; // Would ask a host that there is not; of a file, it is a local folder.
      }
      CommandRun run = CommandRun.of(words.toArray());
      assertEquals(ExitCode.USAGE, run.status(), words + ": " + run.out() + run.err());
      List<String> said = new ArrayList<>(run.err().lines().toList());
      said.removeIf(line -> line.contains("--help' lists "));
      assertEquals(1, said.size(), words + ": " + run.err());
      assertFalse(run.err().contains("signature="), "a secret is shown: " + run.err());
    }
    assertFalse(Files.exists(Path.of(scheme + ":")), "a folder was made");
    assertFalse(Files.exists(folder.resolve("elsewhere")), "a folder was made");
    assertEquals(before, served());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "inspect", "verify", "restore", "extract", "quality", "convert", "append", "bench", "tune"
      })
  void schemeThatNothingServesIsAnErrorAndNoFolder(String command) {
    List<String> words = new ArrayList<>(List.of(command, "s3://b/x"));
    words.addAll(
        switch (command) {
          case "restore", "extract", "convert", "append" ->
              Collections.singletonList(folder.resolve("new").toString());
          default -> List.of();
        });
    CommandRun run = CommandRun.of(words.toArray());
    assertEquals(ExitCode.USAGE, run.status(), run.out() + run.err());
    assertTrue(run.err().contains("s3://b/x"), run.err());
    assertFalse(Files.exists(Path.of("s3:")));
    assertFalse(Files.exists(folder.resolve("new")));
  }
}
