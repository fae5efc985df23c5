package io.pcr.tools.convert;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Fidelity;
import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnValue;
import io.pcr.loader.Batch;
import io.pcr.loader.Loader;
import io.pcr.loader.LoaderOptions;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Sample;
import io.pcr.reader.Shard;
import io.pcr.reader.ShardReader;
import io.pcr.tools.CommandRun;
import io.pcr.tools.ExitCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of examples/coco: boxes, categories and masks, all the way to training and back. */
class CocoExampleTest {
  private static final Path EXAMPLE = Path.of(System.getProperty("pcr.root"), "examples/coco");

  @TempDir private static Path folder;

  private static Path source;
  private static Path dataset;

  @BeforeAll
  static void convert() throws Exception {
    source = folder.resolve("coco");
    dataset = folder.resolve("out");
    Path labels = folder.resolve("labels.jsonl");
    python(Files.createFile(folder.resolve("nothing")), "make_example.py", source);
    python(labels, "coco_to_jsonl.py", source.resolve("instances.json"));
    CommandRun run =
        CommandRun.of(
            "convert",
            source,
            dataset,
            "--labels",
            labels,
            "--column",
            "mask:early=masks/{name}.png",
            "--non-jpeg=encode");
    assertEquals(ExitCode.OK, run.status(), run.err());
  }

  private static void python(Path out, String script, Path argument) throws Exception {
    Path errors = folder.resolve("errors");
    Process process =
        new ProcessBuilder("python3", EXAMPLE.resolve(script).toString(), argument.toString())
            .redirectOutput(out.toFile())
            .redirectError(errors.toFile())
            .start();
    assertEquals(0, process.waitFor(), Files.readString(errors));
    assertEquals("", Files.readString(errors));
  }

  @Test
  void everyColumnIsThereWithTypeAndPlace() throws IOException {
    try (PcrDataset opened = PcrDataset.open(dataset)) {
      assertEquals(
          List.of(
              "annotations STRING",
              "bbox FLOAT32[]",
              "category STRING[]",
              "category_id INT64[]",
              "image_id INT64",
              "iscrowd BOOL[]",
              "mask BYTES"),
          opened.columns().stream().map(Object::toString).sorted().toList());
      Map<String, Map<String, Object>> samples = values(dataset);
      assertEquals(12, samples.size());
      int objects = 0;
      for (Map.Entry<String, Map<String, Object>> sample : samples.entrySet()) {
        long number = Long.parseLong(sample.getKey().substring(0, 12));
        Map<String, Object> columns = sample.getValue();
        assertEquals(List.of(number), columns.get("image_id"));
        List<?> categories = (List<?>) columns.get("category_id");
        assertEquals(number % 4, categories.size());
        assertEquals(4 * categories.size(), ((List<?>) columns.get("bbox")).size());
        for (int i = 0; i < categories.size(); i++, objects++) {
          String name = categories.get(i).equals(1L) ? "disc" : "square";
          assertEquals(
              categories.get(i).equals(7L) ? "stripe" : name,
              ((List<?>) columns.get("category")).get(i));
          assertEquals(i % 2 == 1, ((List<?>) columns.get("iscrowd")).get(i));
          float width = (Float) ((List<?>) columns.get("bbox")).get(4 * i + 2);
          assertEquals(0.5f, width - (int) width);
        }
        assertArrayEquals(
            Files.readAllBytes(source.resolve("masks").resolve(sample.getKey())),
            ((ByteBuffer) ((List<?>) columns.get("mask")).get(0)).array());
      }
      assertEquals(18, objects);
    }
    assertEquals(ExitCode.OK, CommandRun.of("verify", dataset, "--deep").status());
  }

  @Test
  void loaderGivesBoxesAndMasksWithTheImages() throws IOException {
    Map<String, Map<String, Object>> samples = values(dataset);
    LoaderOptions options =
        LoaderOptions.builder().batch(4).columns("bbox", "mask", "annotations").keys(true).build();
    int seen = 0;
    try (PcrDataset opened = PcrDataset.open(dataset);
        Loader loader = Loader.open(opened, options)) {
      for (int i = 0; i < 3; i++) {
        Batch batch = loader.next();
        for (int image = 0; image < batch.size(); image++, seen++) {
          Map<String, Object> expected = samples.get(batch.key(image));
          for (String column : List.of("bbox", "mask", "annotations")) {
            ColumnValue value = batch.value(image, column).orElseThrow();
            assertEquals(expected.get(column), elements(value), column);
          }
        }
      }
    }
    assertEquals(12, seen);
  }

  @Test
  void tfRecordsKeepTypesAndComeBack() throws IOException {
    Map<String, Map<String, Object>> back = throughArchive("tfrecord");
    Map<String, Map<String, Object>> expected = values(dataset);
    for (Map<String, Object> sample : expected.values()) {
      // A record has no truth values, and no empty lists.
      sample.computeIfPresent(
          "iscrowd",
          (name, list) -> ((List<?>) list).stream().map(b -> b.equals(true) ? 1L : 0L).toList());
      sample.values().removeIf(List.of()::equals);
    }
    assertEquals(expected, back);
  }

  @Test
  void tarsKeepListsAndComeBack() throws IOException {
    Map<String, Map<String, Object>> back = throughArchive("tar");
    Map<String, Map<String, Object>> expected = values(dataset);
    for (Map<String, Object> sample : expected.values()) {
      sample.computeIfPresent(
          "bbox", (name, list) -> ((List<?>) list).stream().map(f -> (double) (Float) f).toList());
    }
    assertEquals(expected, back);
  }

  /** What is converted of an archive of the dataset. */
  private Map<String, Map<String, Object>> throughArchive(String form) throws IOException {
    Path archive = folder.resolve("out." + form);
    CommandRun extracted = CommandRun.of("extract", dataset, archive, "--to=" + form);
    assertEquals(ExitCode.OK, extracted.status(), extracted.err());
    Path again = folder.resolve("again-" + form);
    CommandRun converted = CommandRun.of("convert", archive, again);
    assertEquals(ExitCode.OK, converted.status(), converted.err());
    return values(again);
  }

  @Test
  void annotationsThatNoImageHasAreSaid() throws Exception {
    Path file = folder.resolve("orphans.json");
    Files.writeString(
        file,
        "{\"images\":[{\"id\":1,\"file_name\":\"é.jpg\"}],\"annotations\":["
            + "{\"image_id\":1,\"id\":5,\"caption\":\"ein Bär\"},{\"image_id\":2,\"caption\":\"x\"}]}");
    Process process =
        new ProcessBuilder(
                "python3",
                EXAMPLE.resolve("coco_to_jsonl.py").toString(),
                file.toString(),
                "--prefix=a/")
            .start();
    assertEquals(
        "{\"path\": \"a/\\u00e9.jpg\", \"image_id:int64\": 1, \"caption:string[]\":"
            + " [\"ein B\\u00e4r\"], \"annotations:string:late\":"
            + " \"[{\\\"image_id\\\":1,\\\"id\\\":5,\\\"caption\\\":\\\"ein B\\\\u00e4r\\\"}]\"}\n",
        new String(process.getInputStream().readAllBytes(), UTF_8));
    String errors = new String(process.getErrorStream().readAllBytes(), UTF_8);
    assertTrue(errors.startsWith("annotations of 1 images"), errors);
    assertEquals(1, process.waitFor());
  }

  @Test
  void instancesAsLabelsSayWhatMakesLabelsOfThem() {
    CommandRun run =
        CommandRun.of(
            "convert",
            source,
            folder.resolve("none"),
            "--labels",
            source.resolve("instances.json"));
    assertEquals(ExitCode.USAGE, run.status(), run.err());
    assertTrue(run.err().contains("examples/coco/coco_to_jsonl.py"), run.err());
  }

  /** The elements of all values by key and column. */
  private static Map<String, Map<String, Object>> values(Path dataset) throws IOException {
    Map<String, Map<String, Object>> found = new HashMap<>();
    try (PcrDataset opened = PcrDataset.open(dataset)) {
      for (Shard shard : opened.shards()) {
        try (ShardReader reader = shard.read(Fidelity.FULL)) {
          for (Sample sample : reader) {
            Map<String, Object> columns = new TreeMap<>();
            for (ColumnSpec column : sample.columns()) {
              columns.put(column.name(), elements(sample.value(column.name()).orElseThrow()));
            }
            found.put(sample.key(), columns);
          }
        }
      }
    }
    return found;
  }

  private static List<?> elements(ColumnValue value) {
    return switch (value.spec().type()) {
      case INT64 -> Arrays.stream(value.int64s()).boxed().toList();
      case FLOAT64 -> Arrays.stream(value.float64s()).boxed().toList();
      case FLOAT32 -> {
        List<Float> floats = new ArrayList<>();
        for (float number : value.float32s()) {
          floats.add(number);
        }
        yield floats;
      }
      case BOOL -> {
        List<Boolean> bools = new ArrayList<>();
        for (boolean bool : value.bools()) {
          bools.add(bool);
        }
        yield bools;
      }
      case STRING -> value.strings();
      case BYTES ->
          value.byteStrings().stream()
              .map(bytes -> ByteBuffer.allocate(bytes.remaining()).put(bytes).flip())
              .toList();
    };
  }
}
