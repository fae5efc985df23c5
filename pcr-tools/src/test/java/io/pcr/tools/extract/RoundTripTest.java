package io.pcr.tools.extract;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.column.Placement;
import io.pcr.testkit.FileTree;
import io.pcr.tools.CommandRun;
import io.pcr.tools.ExitCode;
import io.pcr.writer.PcrSample;
import io.pcr.writer.PcrWriter;
import io.pcr.writer.PcrWriterOptions;
import io.pcr.writer.internal.tar.TarWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What extract writes, convert reads: the same samples, labels and columns. */
class RoundTripTest {
  @TempDir Path folder;

  @Test
  void aFolderGoesThroughEveryArchiveAndComesBackTheSame() throws IOException {
    Path source = folder.resolve("photos");
    StringBuilder labels = new StringBuilder("path,label,count,score:float,title\n");
    for (int i = 0; i < 6; i++) {
      String key = (i % 2 == 0 ? "rose" : "tulip") + "/img.v" + i + ".JPEG";
      put(source.resolve(key), JpegFixtures.baseline(i, 40, 30));
      put(folder.resolve("photos/masks/img.v" + i + ".bin"), new byte[] {(byte) 0xfe, (byte) i});
      labels.append(key).append(',').append(i % 2).append(',').append(i * 1000L).append(',');
      labels.append(i == 3 ? "" : 0.1 * i).append(",smør ").append(i).append('\n');
    }
    put(folder.resolve("labels.csv"), labels.toString().getBytes(UTF_8));
    Path dataset = folder.resolve("dataset");
    CommandRun made =
        CommandRun.of(
            "convert",
            source,
            dataset,
            "--labels",
            folder.resolve("labels.csv"),
            "--column=mask=masks/{name}.bin");
    assertTrue(made.status() == ExitCode.OK || made.status() == ExitCode.FOUND, made.err());
    Map<String, Samples.Found> expected = Samples.of(dataset);
    assertEquals(6, expected.size());
    goesThrough(dataset, expected, "tar");
    for (String compression : List.of("none", "gzip", "zlib:9:rle", "zstd")) {
      goesThrough(dataset, expected, "tfrecord", "--compression=" + compression);
    }
  }

  private void goesThrough(
      Path dataset, Map<String, Samples.Found> expected, String form, String... options)
      throws IOException {
    String name = form + String.join("", options).replace(':', '-');
    Path archive = folder.resolve(name);
    Object[] extract = new Object[4 + options.length];
    extract[0] = "extract";
    extract[1] = dataset;
    extract[2] = archive;
    extract[3] = "--to=" + form;
    System.arraycopy(options, 0, extract, 4, options.length);
    CommandRun written = CommandRun.of(extract);
    assertEquals(ExitCode.OK, written.status(), written.err());
    Path back = folder.resolve(name + "-back");
    CommandRun read = CommandRun.of("convert", archive, back);
    assertEquals(ExitCode.OK, read.status(), read.err());
    assertEquals(expected, Samples.of(back), name);
  }

  /** Values of every kind, under keys that are hard to name files by. */
  @Property(tries = 12)
  void anyColumnsAndKeysGoThroughATarAndATfRecord(@ForAll("samples") List<PcrSample> samples)
      throws IOException {
    Path temporary = Files.createTempDirectory("round-trip");
    Path dataset = temporary.resolve("dataset");
    write(dataset, samples);
    Map<String, Samples.Found> expected = Samples.of(dataset);
    for (String form : List.of("tar", "tfrecord")) {
      Path archive = temporary.resolve("archive." + form);
      CommandRun written = CommandRun.of("extract", dataset, archive, "--to=" + form);
      assertEquals(ExitCode.OK, written.status(), written.err());
      Path back = temporary.resolve(form);
      CommandRun read = CommandRun.of("convert", archive, back, "--threads=1");
      assertEquals(ExitCode.OK, read.status(), read.err());
      assertEquals(expected, Samples.of(back), form);
    }
    FileTree.delete(temporary);
  }

  @Test
  void columnsOfRecordsKeepTheirTypesAddedToOtherShardsToo() throws IOException {
    Path first = tarOf("a");
    Path second = tarOf("c");
    Path records = folder.resolve("records");
    CommandRun.ok("convert", first, records, "--variant=tfrecord", "--order=source");
    assertArrayEquals(Files.readAllBytes(first), extracted(records, "**"));
    Path mixed = folder.resolve("mixed");
    CommandRun.ok("convert", first, mixed, "--variant=pcr", "--order=source");
    CommandRun.ok("append", mixed, second, "--variant=tfrecord", "--compression=zlib");
    assertArrayEquals(Files.readAllBytes(first), extracted(mixed, "a/*"));
    assertArrayEquals(Files.readAllBytes(second), extracted(mixed, "c/*"));
  }

  private Path tarOf(String name) throws IOException {
    Path dataset = folder.resolve("of-" + name);
    Set<String> keys = new LinkedHashSet<>(List.of(name + "/1.jpg", name + "/2.jpg"));
    write(dataset, samples(keys, new java.util.Random(7)));
    return Files.write(folder.resolve(name + ".tar"), extracted(dataset, "**"));
  }

  private byte[] extracted(Path dataset, String glob) throws IOException {
    Path tar = folder.resolve("extracted.tar");
    Files.deleteIfExists(tar);
    CommandRun.ok("extract", dataset, tar, "--to=tar", "--only=" + glob);
    return Files.readAllBytes(tar);
  }

  private static void write(Path dataset, List<PcrSample> samples) throws IOException {
    List<ColumnSpec> columns =
        List.of(
            new ColumnSpec("integer", ColumnType.INT64, Placement.INLINE),
            new ColumnSpec("number", ColumnType.FLOAT64, Placement.INLINE),
            new ColumnSpec("tïtle \"", ColumnType.STRING, Placement.INLINE),
            new ColumnSpec("caption", ColumnType.STRING, Placement.LATE),
            new ColumnSpec("seg.bin", ColumnType.BYTES, Placement.LATE));
    PcrWriterOptions options = PcrWriterOptions.builder().columns(columns).threads(1).build();
    try (PcrWriter writer = PcrWriter.create(dataset, options)) {
      for (PcrSample sample : samples) {
        writer.add(sample);
      }
      writer.finish();
    }
  }

  @Provide
  Arbitrary<List<PcrSample>> samples() {
    Arbitrary<String> name = Arbitraries.strings().withChars("ab.%ü").ofMinLength(1).ofMaxLength(5);
    Arbitrary<String> ending = Arbitraries.of("", ".jpg", ".JPEG", ".png", ".jpg.jpg");
    Arbitrary<String> keys =
        Combinators.combine(Arbitraries.of("", "d/", "v1.0/x/"), name, ending)
            .as((path, base, end) -> path + base + end)
            .filter(key -> !key.endsWith("/.") && !key.endsWith("..") && !key.equals("."));
    return keys.set()
        .ofMinSize(1)
        .ofMaxSize(8)
        .flatMap(set -> Arbitraries.randomValue(random -> samples(set, random)));
  }

  private static List<PcrSample> samples(Set<String> keys, java.util.Random random) {
    byte[] image = JpegFixtures.baseline(random.nextInt(20), 16, 16);
    return new LinkedHashSet<>(keys)
        .stream().map(key -> sample(PcrSample.of(key, image), random)).toList();
  }

  private static PcrSample sample(PcrSample plain, java.util.Random random) {
    PcrSample sample = random.nextBoolean() ? plain.withLabel(random.nextLong() >> 1) : plain;
    if (random.nextInt(4) > 0) {
      sample = sample.with("integer", random.nextLong());
    }
    if (random.nextInt(4) > 0) {
      double number = Double.longBitsToDouble(random.nextLong());
      sample = sample.with("number", Double.isFinite(number) ? number : -0.0);
    }
    String text = "\"\\\n\u0000\u2028\ud83d\ude00 {}".substring(0, random.nextInt(5)) + "ü";
    if (random.nextInt(4) > 0) {
      sample = sample.with("tïtle \"", text).with("caption", text + text);
    }
    byte[] bytes = new byte[1 + random.nextInt(600)];
    random.nextBytes(bytes);
    bytes[0] = (byte) 0xff; // So that it is no text.
    return sample.with("seg.bin", bytes);
  }

  @Test
  void objectsThatColumnsCannotSayComeBackToTheByte() throws IOException {
    Map<String, String> files = new LinkedHashMap<>();
    files.put("a.json", "{ \"deep\": {\"x\": [1, 2]},  \"w\": 7}");
    files.put("b.json", "{\"w\":8}");
    files.put("c.json", "{}");
    files.put("d.json", "[1]");
    files.put("e.json", "{\"yes\":true}");
    files.put("f.json", "{\"v\": 1.50, \"caption\":\"r\\u00f8se\", \"none\":null}\n");
    files.put("g.json", "{\"n\":-0,\"__key__\": \"g\",\"cls\":\"rose\"}");
    files.put("h.json", "{\"__key__\":\"h\",\"json\":\"x\",\"txt\":\"\u00fc\"}");
    files.put("i.cls", "7\n");
    files.put("i.txt", "a text\r\n");
    files.put("i.seg", "\u0000");
    files.put("j.cls", "unknown");
    files.put("k.cls", "-3");
    files.put("l.json", "");
    files.put("m.json", "{\"__key__\": 7, \"w\": 1e400, \"w\": 1}");
    Path tar = folder.resolve("in.tar");
    try (FileChannel channel =
        FileChannel.open(tar, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      TarWriter writer = new TarWriter(channel);
      byte[] image = JpegFixtures.baseline(1, 16, 16);
      Set<String> keys = new LinkedHashSet<>();
      for (Map.Entry<String, String> file : files.entrySet()) {
        String key = file.getKey().substring(0, 1);
        if (keys.add(key)) {
          writer.add(key + ".jpg", List.of(ByteBuffer.wrap(image)));
        }
        writer.add(file.getKey(), List.of(ByteBuffer.wrap(file.getValue().getBytes(UTF_8))));
      }
      writer.finish();
    }
    Path first = folder.resolve("first");
    CommandRun.of("convert", tar, first);
    Map<String, Samples.Found> expected = Samples.of(first);
    assertEquals(13, expected.size());
    assertEquals("STRING " + files.get("a.json"), expected.get("a").columns().get("json"));
    assertEquals("INT64 7", expected.get("a").columns().get("w"));
    assertFalse(expected.get("b").columns().containsKey("json"));
    Path out = folder.resolve("out.tar");
    CommandRun written = CommandRun.of("extract", first, out, "--to=tar");
    assertEquals(ExitCode.OK, written.status(), written.err());
    Map<String, String> found = members(out);
    found.keySet().removeIf(name -> name.endsWith(".jpg"));
    assertEquals(files, found);
    Path second = folder.resolve("second");
    CommandRun.of("convert", out, second);
    assertEquals(expected, Samples.of(second));
  }

  /** The files of a tar by name, their bytes as text. */
  private static Map<String, String> members(Path tar) throws IOException {
    Map<String, String> members = new LinkedHashMap<>();
    byte[] bytes = Files.readAllBytes(tar);
    for (int at = 0; bytes[at] != 0; ) {
      String name = new String(bytes, at, 100, ISO_8859_1).replaceAll("\0.*", "");
      String size = new String(bytes, at + 124, 11, ISO_8859_1);
      int length = Integer.parseInt(size, 8);
      members.put(name, new String(bytes, at + 512, length, UTF_8));
      at += 512 + (length + 511) / 512 * 512;
    }
    return members;
  }

  @Test
  void objectsKeepTheirTextBesideAKeyThatNoNameCanSay() throws IOException {
    List<ColumnSpec> columns = List.of(new ColumnSpec("json", ColumnType.STRING, Placement.INLINE));
    Path dataset = folder.resolve("dataset");
    try (PcrWriter writer =
        PcrWriter.create(dataset, PcrWriterOptions.builder().columns(columns).build())) {
      byte[] image = JpegFixtures.baseline(1, 16, 16);
      writer.add(PcrSample.of("x/a.jpg", image).with("json", "{\"deep\": [[\"}\"]]}"));
      writer.add(PcrSample.of("x/a", image).with("json", " { } "));
      writer.add(PcrSample.of("x/\"\\.jpg", image).with("json", "{\n\"t\":{}}"));
      writer.add(PcrSample.of("x/none.jpg", image).with("json", "[no object]"));
      writer.finish();
    }
    Path tar = folder.resolve("out.tar");
    CommandRun written = CommandRun.of("extract", dataset, tar, "--to=tar");
    assertEquals(ExitCode.FOUND, written.status());
    assertTrue(
        written.err().startsWith("pcr: x/none.jpg: column json cannot be stored"), written.err());
    Path back = folder.resolve("back");
    assertEquals(ExitCode.OK, CommandRun.of("convert", tar, back).status());
    Map<String, Samples.Found> expected = new TreeMap<>(Samples.of(dataset));
    expected.remove("x/none.jpg");
    Map<String, Samples.Found> found = Samples.of(back);
    assertEquals(expected.keySet(), found.keySet());
    assertEquals(expected.get("x/a.jpg"), found.get("x/a.jpg"));
    assertEquals(expected.get("x/\"\\.jpg"), found.get("x/\"\\.jpg"));
    assertEquals(expected.get("x/a"), found.get("x/a"));
  }

  /** The grouping of WebDataset itself, in Python's words. */
  @Test
  void pythonFindsEachSampleOnceUnderOneName() throws Exception {
    Path dataset = folder.resolve("dataset");
    try (PcrWriter writer = PcrWriter.create(dataset, PcrWriterOptions.DEFAULT)) {
      byte[] image = JpegFixtures.baseline(1, 16, 16);
      for (String key : List.of("a", "a.jpg", "a.png", "a%2Ejpg", "d.1/b.c.jpg", "a%", "d.1/e")) {
        writer.add(PcrSample.of(key, image).withLabel(key.length()));
      }
      writer.finish();
    }
    Path tar = folder.resolve("out.tar");
    assertEquals(ExitCode.OK, CommandRun.of("extract", dataset, tar, "--to=tar").status());
    String script =
        """
        import json, re, sys, tarfile
        samples = {}
        for member in (tar := tarfile.open(sys.argv[1])):
            key, ext = re.match(r'^((?:.*/|)[^.]+)[.]([^/]*)$', member.name).groups()
            assert ext not in samples.setdefault(key, {}), member.name
            samples[key][ext] = tar.extractfile(member).read()
        for key, sample in samples.items():
            assert sample['jpg'][:2] == b'\\xff\\xd8', key
            name = json.loads(sample['json'])['__key__'] if 'json' in sample else key
            assert int(sample['cls']) == len(name), key
            print(name)
        """;
    Process python = new ProcessBuilder("python3", "-c", script, tar.toString()).start();
    String names = new String(python.getInputStream().readAllBytes(), UTF_8);
    String err = new String(python.getErrorStream().readAllBytes(), UTF_8);
    assertEquals(0, python.waitFor(), err);
    assertEquals(
        Set.of("a", "a.jpg", "a.png", "a%2Ejpg", "d.1/b.c.jpg", "a%", "d.1/e"),
        Set.copyOf(names.lines().toList()));
  }

  private static void put(Path file, byte[] bytes) throws IOException {
    Files.createDirectories(file.getParent());
    Files.write(file, bytes);
  }
}
