package io.pcr.conformance.readme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.reader.http.FolderServer;
import io.pcr.testkit.Pictures;
import io.pcr.tools.ExitCode;
import io.pcr.tools.Pcr;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What the README shows is what compiles, runs and is there. */
class ReadmeTest {
  private static final Path ROOT = Path.of(System.getProperty("pcr.root"));
  private static final String SOURCE =
      "conformance-tests/src/test/java/io/pcr/conformance/readme/FirstProgram.java";

  private static final String SECOND_SOURCE =
      "conformance-tests/src/test/java/io/pcr/conformance/readme/CheckAndRestore.java";

  private static final String TRAINING_SOURCE =
      "conformance-tests/src/test/java/io/pcr/conformance/readme/Training.java";

  /** A PNG of one pixel, which is stored as it is. */
  private static final String PIXEL =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==";

  @TempDir private Path folder;

  @Test
  void firstProgramOfTheReadmeIsTheOneThatRunsHere() throws IOException {
    String source = Files.readString(ROOT.resolve(SOURCE));
    String body =
        source.substring(source.indexOf("    try (PcrDataset"), source.indexOf("\n  }\n}"));
    assertTrue(
        Files.readString(ROOT.resolve("README.md")).contains(body.stripIndent()),
        "the README's program is not FirstProgram's:\n" + body.stripIndent());
  }

  @Test
  void firstProgramPrintsEverySampleOfAConvertedFolder() throws IOException {
    Path images = folder.resolve("images");
    for (String key : List.of("cat/1.jpg", "cat/2.jpg", "dog/3.jpg")) {
      Path file = images.resolve(key);
      Files.createDirectories(file.getParent());
      Files.write(file, photo(key.hashCode()));
    }
    Files.write(images.resolve("dog/4.png"), Base64.getDecoder().decode(PIXEL));
    String dataset = folder.resolve("dataset").toString();
    CommandLine pcr = Pcr.commandLine();
    assertEquals(ExitCode.OK, pcr.execute("convert", images.toString(), dataset));

    List<String> lines = printedBy(() -> FirstProgram.main(new String[] {dataset}));

    assertEquals(4, lines.size(), lines.toString());
    assertTrue(lines.stream().anyMatch(l -> l.startsWith("dog/4.png OptionalLong[1] ")));
    assertTrue(lines.stream().anyMatch(l -> l.startsWith("cat/1.jpg OptionalLong[0] ")));
    assertTrue(lines.stream().anyMatch(l -> l.startsWith("dog/3.jpg OptionalLong[1] ")));
  }

  @Test
  void secondProgramOfTheReadmeIsTheOneThatRunsHere() throws IOException {
    String source = Files.readString(ROOT.resolve(SECOND_SOURCE));
    String body = source.substring(source.indexOf("    URI uri ="), source.indexOf("\n  }\n}"));
    assertTrue(
        Files.readString(ROOT.resolve("README.md")).contains(body.stripIndent()),
        "the README's program is not CheckAndRestore's:\n" + body.stripIndent());
  }

  @Test
  void secondProgramChecksADatasetAndRestoresAnOriginalOverHttp() throws IOException {
    Path image = folder.resolve("images/rose/1.jpg");
    Files.createDirectories(image.getParent());
    Files.write(image, photo(1));
    Path served = Files.createDirectories(folder.resolve("served"));
    Path dataset = served.resolve("roses");
    CommandLine pcr = Pcr.commandLine();
    assertEquals(
        ExitCode.OK,
        pcr.execute("convert", folder.resolve("images").toString(), dataset.toString()));
    Path back = folder.resolve("back.jpg");
    try (FolderServer server = FolderServer.startSigned(served)) {
      String uri = server.uri("roses/").toString();
      List<String> lines =
          printedBy(() -> CheckAndRestore.main(new String[] {uri, back.toString()}));
      assertEquals(List.of("1 samples, 0 damages"), lines);
      assertEquals(-1, Files.mismatch(image, back));

      Path shard = dataset.resolve("part-00000.pcr");
      byte[] bytes = Files.readAllBytes(shard);
      bytes[bytes.length / 2] ^= 1;
      Files.write(shard, bytes);
      List<String> damaged =
          printedBy(
              () ->
                  assertThrows(
                      IOException.class,
                      () -> CheckAndRestore.main(new String[] {uri, back.toString()})));
      assertTrue(damaged.get(0).startsWith("part-00000.pcr: "), damaged.toString());
      assertEquals("1 samples, 1 damages", damaged.get(1));
    }
  }

  @Test
  void trainingProgramOfTheReadmeIsTheOneThatRunsHere() throws IOException {
    String source = Files.readString(ROOT.resolve(TRAINING_SOURCE));
    String body = source.substring(source.indexOf("    LoaderOptions"), source.indexOf("\n  }\n}"));
    assertTrue(
        Files.readString(ROOT.resolve("README.md")).contains(body.stripIndent()),
        "the README's program is not Training's:\n" + body.stripIndent());
  }

  @Test
  void trainingProgramRunsTwoEpochsAndEndsAtTheBeginningOfTheThird() throws IOException {
    for (int i = 0; i < 5; i++) {
      Path file = folder.resolve("images/cat/" + i + ".jpg");
      Files.createDirectories(file.getParent());
      Files.write(file, photo(i));
    }
    String dataset = folder.resolve("dataset").toString();
    String images = folder.resolve("images").toString();
    assertEquals(ExitCode.OK, Pcr.commandLine().execute("convert", images, dataset));

    List<String> lines = printedBy(() -> Training.main(new String[] {dataset, "2"}));

    String zero = " OptionalLong[0]";
    assertEquals(
        List.of("0 0" + zero, "0 1" + zero, "1 0" + zero, "1 1" + zero), lines.subList(0, 4));
    assertTrue(lines.get(4).contains("\"epoch\":2,\"position\":0"), lines.get(4));
  }

  @Test
  void everyCommandOfTheReadmeExists() throws IOException {
    List<String> known = List.copyOf(Pcr.commandLine().getSubcommands().keySet());
    Files.readString(ROOT.resolve("README.md"))
        .lines()
        .map(line -> line.strip().replaceFirst("^\\$ ", ""))
        .filter(line -> line.startsWith("./pcr ") && !line.contains("--version"))
        .map(line -> line.split("\\s+", -1)[1])
        .forEach(command -> assertTrue(known.contains(command), command + " not in " + known));
  }

  @Test
  void pictureOfTheReadmeIsTheOneThatItsCommandsMake() throws IOException {
    String readme = Files.readString(ROOT.resolve("README.md"));
    Path demo = folder.resolve("pcr-demo");
    assertEquals(ExitCode.OK, Pcr.commandLine().execute("demo", demo.toString(), "--images", "6"));
    String command = "inspect pcr-demo/dataset --sample small/005.jpg --strip docs/fidelities.svg";
    assertTrue(readme.contains("`./pcr " + command + "`"), "another command");
    String[] words = command.split(" ", -1);
    words[1] = demo.resolve("dataset").toString();
    words[5] = folder.resolve("strip.svg").toString();
    assertEquals(ExitCode.OK, Pcr.commandLine().execute(words));
    Path picture = ROOT.resolve("docs/fidelities.svg");
    assertEquals(-1, Files.mismatch(picture, folder.resolve("strip.svg")));
  }

  private static byte[] photo(long seed) {
    return Pictures.jpeg(seed, 96, 64, 90);
  }

  private interface Program {
    void run() throws IOException;
  }

  private static List<String> printedBy(Program program) throws IOException {
    PrintStream before = System.out;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (PrintStream capture = new PrintStream(out, true, StandardCharsets.UTF_8)) {
      System.setOut(capture);
      program.run();
    } finally {
      System.setOut(before);
    }
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }
}
