package io.pcr.tools.extract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.format.manifest.ClassName;
import io.pcr.reader.PcrDataset;
import io.pcr.testkit.FileTree;
import io.pcr.tools.CommandRun;
import io.pcr.tools.ExitCode;
import io.pcr.writer.internal.tar.TarWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names of classes that go through the forms of an extraction and come back. */
class ClassNamesRoundTripTest {
  @TempDir Path folder;

  /** Labels with names, as the manifest has them. */
  private static List<ClassName> classes(Path dataset) throws IOException {
    try (PcrDataset opened = PcrDataset.open(dataset)) {
      return opened.manifest().orElseThrow().classNames();
    }
  }

  private Path classesOfThree() throws IOException {
    Path source = folder.resolve("photos");
    for (String key : List.of("rose/1.jpg", "tulip/2.jpg", "ütter \"x\"/3.jpg")) {
      Path file = source.resolve(key);
      Files.createDirectories(file.getParent());
      Files.write(file, JpegFixtures.baseline(key.length(), 16, 16));
    }
    Path dataset = folder.resolve("dataset");
    CommandRun.ok("convert", source, dataset);
    return dataset;
  }

  @Test
  void namesOfClassesGoThroughEveryForm() throws IOException {
    Path dataset = classesOfThree();
    assertEquals(3, classes(dataset).size());
    for (String form : List.of("tar", "tfrecord", "folder")) {
      Path there = folder.resolve("there." + form);
      CommandRun.ok("extract", dataset, there, "--to=" + form);
      Path back = folder.resolve("back-" + form);
      CommandRun.ok("convert", there, back);
      assertEquals(classes(dataset), classes(back), form);
      assertEquals(Samples.of(dataset), Samples.of(back), form);
    }
  }

  @Test
  void tarsOfOneSourceAgreeOnTheNamesOfClassesOrHaveNone() throws IOException {
    Path tar = folder.resolve("in/a.tar");
    Files.createDirectories(tar.getParent());
    CommandRun.ok("extract", classesOfThree(), tar, "--to=tar");
    Path second = tarWith("in/b.tar", "{\"0\":\"rose\"}", 2);
    Path both = folder.resolve("both");
    CommandRun.ok("convert", tar.getParent(), both);
    assertEquals(classes(folder.resolve("dataset")), classes(both));
    Files.delete(second);
    Map<String, String> wrong = new LinkedHashMap<>();
    wrong.put("{\"0\":\"daisy\"}", "label 0 is rose, and daisy in b.tar: ./__classes__");
    wrong.put("{\"4\":\"daisy\"}", "they do not name all labels from 0 on");
    wrong.put("{\"3\":\"rose\"}", "two labels have the same name");
    wrong.put("[]", "b.tar: ./__classes__ is not an object of labels and names");
    wrong.put("{\"x\":\"rose\"}", "b.tar: ./__classes__ is not an object of labels and names");
    wrong.put("{\"0\":7}", "b.tar: ./__classes__ is not an object of labels and names");
    wrong.put("{}", "label 3 has no name");
    for (Map.Entry<String, String> one : wrong.entrySet()) {
      Path other = tarWith("in/b.tar", one.getKey(), 3);
      Path out = folder.resolve("out");
      CommandRun run = CommandRun.of("convert", tar.getParent(), out);
      assertEquals(ExitCode.FOUND, run.status(), one.getKey());
      assertEquals(List.of(), classes(out), one.getKey());
      assertEquals(4, Samples.of(out).size());
      String rejects = Files.readString(out.resolve("rejects.jsonl"));
      assertTrue(rejects.contains("the names of classes are left out: " + one.getValue()), rejects);
      Files.delete(other);
      FileTree.delete(out);
    }
  }

  private Path tarWith(String name, String classes, long label) throws IOException {
    Path tar = folder.resolve(name);
    try (FileChannel channel =
        FileChannel.open(tar, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      TarWriter writer = new TarWriter(channel);
      writer.add("./__classes__", List.of(ByteBuffer.wrap(classes.getBytes(UTF_8))));
      byte[] image = JpegFixtures.baseline(1, 16, 16);
      writer.add("other.jpg", List.of(ByteBuffer.wrap(image)));
      byte[] number = Long.toString(label).getBytes(UTF_8);
      writer.add("other.cls", List.of(ByteBuffer.wrap(number)));
      writer.finish();
    }
    return tar;
  }

  /** The member that WebDataset passes over, by the pattern that it has for that. */
  @Test
  void pythonReadsTheNamesAndWebDatasetPassesThemOver() throws Exception {
    Path tar = folder.resolve("named.tar");
    CommandRun.ok("extract", classesOfThree(), tar, "--to=tar");
    String script =
        """
        import json, re, sys, tarfile
        tar = tarfile.open(sys.argv[1])
        names = json.load(tar.extractfile('__classes__'))
        samples = [m.name for m in tar if not re.match(r'__[^/]*__($|/)', m.name)]
        assert len(samples) == 9 and all('.' in s for s in samples), samples
        print(json.dumps(names, sort_keys=True, ensure_ascii=False))
        """;
    Process python = new ProcessBuilder("python3", "-c", script, tar.toString()).start();
    String names = new String(python.getInputStream().readAllBytes(), UTF_8);
    String err = new String(python.getErrorStream().readAllBytes(), UTF_8);
    assertEquals(0, python.waitFor(), err);
    assertEquals("{\"0\": \"rose\", \"1\": \"tulip\", \"2\": \"ütter \\\"x\\\"\"}\n", names);
  }
}
