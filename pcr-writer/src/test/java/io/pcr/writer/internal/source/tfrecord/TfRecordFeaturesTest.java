package io.pcr.writer.internal.source.tfrecord;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnValue;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.tfrecord.example.FeatureNames;
import io.pcr.tfrecord.example.FeatureNames.Role;
import io.pcr.tfrecord.internal.compression.TfRecordCompressions;
import io.pcr.tfrecord.internal.example.Example;
import io.pcr.tfrecord.internal.example.Feature;
import io.pcr.writer.internal.source.SourceValue;
import io.pcr.writer.internal.source.archive.Listed;
import io.pcr.writer.internal.tar.TarFiles;
import io.pcr.writer.source.tfrecord.TfRecordSourceOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which features are what, and what becomes a column. */
class TfRecordFeaturesTest {
  @TempDir Path folder;

  @Test
  void otherPeoplesNamesAreGivenAndKeysMayBeMissing() throws IOException {
    Map<String, Feature> features = new LinkedHashMap<>();
    features.put("jpeg", Feature.ofText("bytes"));
    features.put("cls", Feature.ofInt64s(-7));
    features.put("image/encoded", Feature.ofText("another column has that name"));
    byte[] bytes = RecordFiles.write(TfRecordCompressions.NONE, List.of(Example.of(features)));
    Path file = TarFiles.write(folder.resolve("x.tfrecord"), bytes);
    FeatureNames names = FeatureNames.DEFAULT.with(Role.ENCODED, "jpeg").with(Role.LABEL, "cls");
    TfRecordSourceOptions options = TfRecordSourceOptions.of(file).withNames(names);
    try (Listed listed = Listed.of(options, folder.resolve("work"))) {
      assertEquals(List.of("x.tfrecord/0"), listed.keys());
      assertEquals(-7, listed.read(0).label().orElseThrow());
      assertArrayEquals("bytes".getBytes(UTF_8), listed.bytes(0));
      assertEquals("image/encoded", listed.source().columns().get(0).name());
    }
  }

  @Test
  void aNameThatIsGivenAndNoRecordHasIsSaidOnce() throws IOException {
    List<Example> examples = new ArrayList<>();
    for (String key : List.of("a", "b")) {
      Map<String, Feature> features = RecordFiles.image("k", 3, "x");
      features.put("who", Feature.ofText(key));
      examples.add(Example.of(features));
    }
    Path file =
        TarFiles.write(
            folder.resolve("x.tfrecord"), RecordFiles.write(TfRecordCompressions.NONE, examples));
    FeatureNames names = FeatureNames.DEFAULT.with(Role.LABEL, "labels").with(Role.FILENAME, "who");
    TfRecordSourceOptions options = TfRecordSourceOptions.of(file).withNames(names);
    try (Listed listed = Listed.of(options, folder.resolve("work"))) {
      assertEquals(List.of("a", "b"), listed.keys());
      assertEquals(1, listed.rejects().size(), listed.rejects()::toString);
      String reject = listed.rejects().get(0);
      assertTrue(reject.contains("\"feature labels\",\"reason\":\"ORPHAN\""), reject);
      assertTrue(reject.contains("no record has it; the records have image/class/label, "), reject);
    }
  }

  @Test
  void aKeyOfNoCharactersIsNone() throws IOException {
    Map<String, Feature> features = RecordFiles.image("", 3, "x");
    try (Listed listed =
        RecordFiles.list(
            folder, RecordFiles.write(TfRecordCompressions.NONE, List.of(Example.of(features))))) {
      assertEquals(List.of(), listed.rejects());
      assertTrue(listed.keys().get(0).endsWith("/0"), listed.keys()::toString);
    }
  }

  @Test
  void noMoreFeaturesBecomeColumnsThanADatasetHasAndThatIsSaid() throws IOException {
    Map<String, Feature> features = RecordFiles.image("k", 3, "");
    for (int i = 0; i < 300; i++) {
      features.put("f" + i, Feature.ofInt64s(i));
    }
    try (Listed listed =
        RecordFiles.list(
            folder, RecordFiles.write(TfRecordCompressions.NONE, List.of(Example.of(features))))) {
      List<ColumnSpec> columns = listed.source().columns();
      assertEquals(ShardMetadata.MAX_COLUMNS, columns.size(), "that of the class among them");
      assertEquals(1, listed.source().count());
      assertEquals(1, listed.rejects().size(), listed.rejects()::toString);
      assertTrue(listed.rejects().get(0).contains("more than 255"), listed.rejects()::toString);
    }
  }

  @Test
  void listsAreColumnsOfListsAndWhatCannotBeAColumnIsSaidOnce() throws IOException {
    List<Example> examples = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Map<String, Feature> features = RecordFiles.image("" + i, i, "x");
      float[] box = new float[i];
      Arrays.fill(box, 0.5f);
      features.put("box", Feature.ofFloats(box));
      features.put("ids", Feature.ofInt64s(i, -1));
      features.put(
          "texts",
          Feature.ofBytes(List.of(ByteBuffer.allocate(1), ByteBuffer.wrap(new byte[] {-1, 0}))));
      features.put("mixed", i == 0 ? Feature.ofInt64s(1) : Feature.ofFloats(1));
      features.put("n".repeat(256), Feature.ofInt64s(1));
      features.put("empty", Feature.ofInt64s());
      examples.add(Example.of(features));
    }
    try (Listed listed =
        RecordFiles.list(folder, RecordFiles.write(TfRecordCompressions.NONE, examples))) {
      assertEquals(3, listed.source().count());
      assertEquals(
          List.of("box FLOAT32[]", "ids INT64[]", "texts BYTES[]", "class STRING"),
          listed.source().columns().stream().map(c -> c.name() + " " + c.kind()).toList());
      assertArrayEquals(new float[] {0.5f, 0.5f}, value(listed, 2, 0).float32s());
      assertNull(listed.read(0).columnValues().get(0), "an empty list is none");
      assertArrayEquals(new long[] {1, -1}, value(listed, 1, 1).int64s());
      assertEquals(
          List.of(ByteBuffer.allocate(1), ByteBuffer.wrap(new byte[] {-1, 0})),
          value(listed, 0, 2).byteStrings());
      assertEquals(2, listed.rejects().size(), listed.rejects()::toString);
      assertTrue(listed.rejects().get(0).contains("\"feature mixed\""), listed.rejects()::toString);
    }
  }

  private static ColumnValue value(Listed listed, int sample, int column) throws IOException {
    return SourceValue.of(
        listed.source().columns().get(column), listed.read(sample).columnValues().get(column));
  }
}
