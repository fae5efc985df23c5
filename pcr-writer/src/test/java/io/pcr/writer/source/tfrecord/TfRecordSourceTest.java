package io.pcr.writer.source.tfrecord;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.Zstd;
import io.pcr.format.Limits;
import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.column.Placement;
import io.pcr.format.metadata.ShardMetadata;
import io.pcr.format.source.MemoryByteSource;
import io.pcr.format.tfrecord.ColumnFeatures;
import io.pcr.format.tfrecord.Example;
import io.pcr.format.tfrecord.Feature;
import io.pcr.format.tfrecord.FeatureNames;
import io.pcr.format.tfrecord.FeatureNames.Role;
import io.pcr.format.tfrecord.TfRecordCompression;
import io.pcr.format.tfrecord.TfRecordLayout;
import io.pcr.writer.reject.RejectReason;
import io.pcr.writer.source.InputRejectedException;
import io.pcr.writer.source.SampleSource;
import io.pcr.writer.source.archive.Listed;
import io.pcr.writer.tar.TarFiles;
import io.pcr.writer.tfrecord.TfRecordWriteOptions;
import io.pcr.writer.tfrecord.TfRecordWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TfRecordSourceTest {
  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(TfRecordCompression.class)
  void recordsAreInputsWhateverTheCompression(TfRecordCompression compression) throws IOException {
    List<Example> examples = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      Map<String, Feature> features = image("k/" + i + ".jpg", i % 2, i % 2 == 0 ? "cat" : "dog");
      features.put("width", Feature.ofInt64s(i));
      features.put("score", Feature.ofFloats(i / 2f));
      ColumnFeatures.putFloat64(features, "exact", 0.1 * i);
      features.put("caption", Feature.ofText("smør " + i));
      features.put("mask", Feature.ofBytes(ByteBuffer.wrap(new byte[] {(byte) 0xff, (byte) i})));
      if (i == 3) {
        features.remove("width");
        features.put("score", Feature.ofFloats());
        features.put("caption", Feature.none());
      }
      examples.add(Example.of(features));
    }
    // Another name than its compression would have: only bytes count.
    Path file = Files.write(folder.resolve("train-00000-of-00001"), write(compression, examples));
    try (Listed listed = Listed.of(TfRecordSourceOptions.of(file), folder.resolve("work"))) {
      assertEquals(List.of(), listed.rejects());
      assertEquals(List.of("cat", "dog"), listed.source().classNames());
      assertEquals(
          List.of("caption STRING", "exact FLOAT64", "mask BYTES", "score FLOAT64", "width INT64"),
          listed.source().columns().stream().map(c -> c.name() + " " + c.type()).toList());
      for (int i = 0; i < 20; i++) {
        var sample = listed.read(i);
        assertEquals("k/" + i + ".jpg", sample.key());
        assertEquals(i % 2, sample.label());
        assertArrayEquals(("bytes of k/" + i + ".jpg").getBytes(UTF_8), listed.bytes(i));
        List<Object> values = sample.columnValues();
        assertEquals(0.1 * i, values.get(1));
        assertArrayEquals(new byte[] {(byte) 0xff, (byte) i}, (byte[]) values.get(2));
        if (i == 3) {
          assertNull(values.get(0));
          assertNull(values.get(3));
          assertNull(values.get(4));
        } else {
          assertEquals("smør " + i, new String((byte[]) values.get(0), UTF_8));
          assertEquals(i / 2.0, values.get(3));
          assertEquals((long) i, values.get(4));
        }
      }
      try (SampleSource.Reader reader = listed.source().reader()) {
        assertEquals(ByteBuffer.wrap("byte".getBytes(UTF_8)), reader.head(7, 4));
      }
    }
  }

  @Test
  void oneLargeFrameIsDecompressedOnceAndReadInAnyOrder() throws IOException {
    List<Example> examples = new ArrayList<>();
    List<byte[]> images = new ArrayList<>();
    Random random = new Random(5);
    for (int i = 0; i < 12; i++) {
      byte[] image = new byte[1 << 20];
      random.nextBytes(image);
      images.add(image);
      Map<String, Feature> features = image("" + i, i, "x");
      features.put("image/encoded", Feature.ofBytes(ByteBuffer.wrap(image)));
      examples.add(Example.of(features));
    }
    byte[] frame = Zstd.compress(write(TfRecordCompression.NONE, examples));
    Path file = Files.write(folder.resolve("big"), frame);
    Path work = folder.resolve("work");
    try (Listed listed = Listed.of(TfRecordSourceOptions.of(file), work)) {
      try (SampleSource.Reader reader = listed.source().reader()) {
        assertEquals(ByteBuffer.wrap(images.get(11), 0, 18), reader.head(11, 18));
        assertFalse(Files.exists(work.resolve("unpacked-0")), "a look decompresses nothing");
        assertEquals(ByteBuffer.wrap(images.get(11), 0, 50), reader.head(11, 50));
      }
      assertTrue(listed.source().sizeOf(0) > 1 << 20);
      for (int i : new int[] {11, 0, 9, 10, 3}) {
        assertArrayEquals(images.get(i), listed.bytes(i));
      }
      assertTrue(Files.exists(work.resolve("unpacked-0")));
      assertFalse(Files.exists(work.resolve("unpacked-1")));
      // All classes have one name: none of them can be the dataset's.
      assertEquals(List.of(), listed.source().classNames());
      assertEquals(
          List.of(new ColumnSpec("class", ColumnType.STRING, Placement.INLINE)),
          listed.source().columns());
      assertEquals("x", new String((byte[]) listed.read(4).columnValues().get(0), UTF_8));
      Files.setLastModifiedTime(file, FileTime.fromMillis(1));
      InputRejectedException e = assertThrows(InputRejectedException.class, () -> listed.read(0));
      assertEquals(RejectReason.CHANGED, e.reject().reason());
    }
  }

  @Test
  void aDamagedRecordIsNamedAndTheOthersGetIn() throws IOException {
    byte[] file = write(TfRecordCompression.NONE, examples(5));
    int[] starts = starts(file);
    file[starts[2] + 60] ^= 1;
    try (Listed listed = list(file)) {
      assertEquals(List.of("0", "1", "3", "4"), listed.keys());
      assertEquals(1, listed.rejects().size());
      String reject = listed.rejects().get(0);
      assertTrue(reject.contains("TfRecord[2].data_crc"), reject);
      assertTrue(reject.contains("x.tfrecord"), reject);
      assertTrue(reject.contains(" at "), reject);
    }
  }

  @Test
  void behindADamagedLengthAllIsLostAndThatIsSaid() throws IOException {
    byte[] file = write(TfRecordCompression.NONE, examples(5));
    int[] starts = starts(file);
    file[starts[3]] ^= 1;
    try (Listed listed = list(file)) {
      assertEquals(List.of("0", "1", "2"), listed.keys());
      assertEquals(1, listed.rejects().size());
      assertTrue(
          listed.rejects().get(0).contains("TfRecord[3].length_crc"), listed.rejects()::toString);
      assertTrue(
          listed.rejects().get(0).contains("what follows is lost"), listed.rejects()::toString);
    }
  }

  @ParameterizedTest
  @EnumSource(TfRecordCompression.class)
  void aFileCutAnywhereGivesItsWholeRecordsAndSaysSo(TfRecordCompression compression)
      throws IOException {
    byte[] file = write(compression, examples(3));
    List<Integer> boundaries = new ArrayList<>();
    if (compression == TfRecordCompression.NONE) {
      Arrays.stream(starts(file)).forEach(boundaries::add);
    }
    for (int length = 1; length < file.length; length += 7) {
      try (Listed listed = list(Arrays.copyOf(file, length))) {
        boolean isBoundary = boundaries.contains(length);
        assertEquals(isBoundary ? 0 : 1, listed.rejects().size(), "cut at " + length);
        assertEquals(List.of("0", "1", "2").subList(0, listed.keys().size()), listed.keys());
      }
    }
  }

  @Test
  void behindARecordBeyondTheLimitAllIsLostAndWhatIsBeforeIsRead() throws IOException {
    List<Example> examples = examples(4);
    Map<String, Feature> large = image("large", 0, "x");
    large.put("more", Feature.ofBytes(ByteBuffer.allocate(2000)));
    examples.set(2, Example.of(large));
    Limits limits = Limits.DEFAULT.withSliceBytes(1000);
    for (TfRecordCompression compression : TfRecordCompression.values()) {
      Path file = Files.write(folder.resolve("limited"), write(compression, examples));
      var options = new TfRecordSourceOptions(file, FeatureNames.DEFAULT, limits);
      try (Listed listed = Listed.of(options, folder.resolve("work"))) {
        assertEquals(List.of("0", "1"), listed.keys());
        assertEquals(1, listed.rejects().size());
        assertTrue(listed.rejects().get(0).contains("TfRecord[2]"), listed.rejects()::toString);
      }
    }
  }

  @Test
  void garbageBehindAGzipMemberIsSaidAndTheRecordsGetIn() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(write(TfRecordCompression.GZIP, examples(1)));
    out.writeBytes(write(TfRecordCompression.GZIP, examples(3)));
    out.writeBytes("garbage".getBytes(UTF_8));
    try (Listed listed = list(out.toByteArray())) {
      assertEquals(List.of("0", "1", "2"), listed.keys());
      assertEquals(2, listed.rejects().size(), listed.rejects()::toString);
      assertTrue(
          listed.rejects().stream().anyMatch(line -> line.contains("7 bytes behind the end")),
          listed.rejects()::toString);
    }
  }

  @Test
  void noFlippedBitGetsInUnseen() throws IOException {
    byte[] file = write(TfRecordCompression.NONE, examples(2));
    for (int bit = 0; bit < file.length * Byte.SIZE; bit += 5) {
      byte[] damaged = file.clone();
      damaged[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
      try (Listed listed = list(damaged)) {
        assertFalse(listed.rejects().isEmpty(), "bit " + bit);
      }
    }
  }

  @Test
  void whatIsNoExampleOrHasNoImageIsRejectedByRecord() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TfRecordWriter writer =
        new TfRecordWriter(Channels.newChannel(out), TfRecordWriteOptions.DEFAULT)) {
      writer.write(ByteBuffer.wrap("no message".getBytes(UTF_8)));
      writer.write(ByteBuffer.allocate(0));
      writer.write(Example.of(Map.of("jpeg", Feature.ofText("x"), "cls", Feature.ofInt64s(1))));
      writer.write(Example.of(Map.of("image/encoded", Feature.ofInt64s(1))));
      Map<String, Feature> twice = image("a", 0, "x");
      twice.put("image/class/label", Feature.ofInt64s(1, 2));
      writer.write(Example.of(twice));
      writer.write(Example.of(image("good", 0, "x")));
      writer.finish();
    }
    try (Listed listed = list(out.toByteArray())) {
      assertEquals(List.of("good"), listed.keys());
      assertEquals(5, listed.rejects().size());
      for (int i = 0; i < 5; i++) {
        String reject = listed.rejects().get(i);
        assertTrue(reject.contains("\"x.tfrecord: record " + i + "\""), reject);
      }
      assertTrue(
          listed.rejects().get(2).contains("no feature image/encoded at 42; there is cls, jpeg"),
          listed.rejects()::toString);
    }
  }

  @Test
  void otherPeoplesNamesAreGivenAndKeysMayBeMissing() throws IOException {
    Map<String, Feature> features = new LinkedHashMap<>();
    features.put("jpeg", Feature.ofText("bytes"));
    features.put("cls", Feature.ofInt64s(-7));
    features.put("image/encoded", Feature.ofText("a column of that name"));
    byte[] bytes = write(TfRecordCompression.NONE, List.of(Example.of(features)));
    Path file = TarFiles.write(folder.resolve("x.tfrecord"), bytes);
    FeatureNames names = FeatureNames.DEFAULT.with(Role.ENCODED, "jpeg").with(Role.LABEL, "cls");
    TfRecordSourceOptions options = TfRecordSourceOptions.of(file).withNames(names);
    try (Listed listed = Listed.of(options, folder.resolve("work"))) {
      assertEquals(List.of("x.tfrecord/0"), listed.keys());
      assertEquals(-7, listed.read(0).label());
      assertArrayEquals("bytes".getBytes(UTF_8), listed.bytes(0));
      assertEquals("image/encoded", listed.source().columns().get(0).name());
    }
  }

  @Test
  void aNameThatIsGivenAndNoRecordHasIsSaidOnce() throws IOException {
    List<Example> examples = new ArrayList<>();
    for (String key : List.of("a", "b")) {
      Map<String, Feature> features = image("k", 3, "x");
      features.put("who", Feature.ofText(key));
      examples.add(Example.of(features));
    }
    Path file =
        TarFiles.write(folder.resolve("x.tfrecord"), write(TfRecordCompression.NONE, examples));
    FeatureNames names = FeatureNames.DEFAULT.with(Role.LABEL, "labels").with(Role.FILENAME, "who");
    TfRecordSourceOptions options = TfRecordSourceOptions.of(file).withNames(names);
    try (Listed listed = Listed.of(options, folder.resolve("work"))) {
      assertEquals(List.of("a", "b"), listed.keys());
      assertEquals(1, listed.rejects().size(), listed.rejects()::toString);
      String reject = listed.rejects().get(0);
      assertTrue(reject.contains("\"feature labels\",\"reason\":\"ORPHAN\""), reject);
      assertTrue(reject.contains("no record has it; there is image/class/label, "), reject);
    }
  }

  @Test
  void aKeyOfNoCharactersIsNone() throws IOException {
    Map<String, Feature> features = image("", 3, "x");
    try (Listed listed = list(write(TfRecordCompression.NONE, List.of(Example.of(features))))) {
      assertEquals(List.of(), listed.rejects());
      assertTrue(listed.keys().get(0).endsWith("/0"), listed.keys()::toString);
    }
  }

  @Test
  void noMoreFeaturesBecomeColumnsThanADatasetHasAndThatIsSaid() throws IOException {
    Map<String, Feature> features = image("k", 3, "");
    for (int i = 0; i < 300; i++) {
      features.put("f" + i, Feature.ofInt64s(i));
    }
    try (Listed listed = list(write(TfRecordCompression.NONE, List.of(Example.of(features))))) {
      List<ColumnSpec> columns = listed.source().columns();
      assertEquals(ShardMetadata.MAX_COLUMNS, columns.size(), "that of the class among them");
      assertEquals(1, listed.source().count());
      assertEquals(1, listed.rejects().size(), listed.rejects()::toString);
      assertTrue(listed.rejects().get(0).contains("more than 255"), listed.rejects()::toString);
    }
  }

  @Test
  void listsOfNumbersAreBytesAndWhatCannotBeAColumnIsSaidOnce() throws IOException {
    List<Example> examples = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Map<String, Feature> features = image("" + i, i, "x");
      float[] box = new float[i];
      Arrays.fill(box, 0.5f);
      features.put("box", Feature.ofFloats(box));
      features.put("ids", Feature.ofInt64s(i, -1));
      features.put(
          "texts", Feature.ofBytes(List.of(ByteBuffer.allocate(1), ByteBuffer.allocate(2))));
      features.put("mixed", i == 0 ? Feature.ofInt64s(1) : Feature.ofFloats(1));
      features.put("n".repeat(256), Feature.ofInt64s(1));
      features.put("empty", Feature.ofInt64s());
      examples.add(Example.of(features));
    }
    try (Listed listed = list(write(TfRecordCompression.NONE, examples))) {
      assertEquals(3, listed.source().count());
      assertEquals(
          List.of("box", "ids", "class"),
          listed.source().columns().stream().map(ColumnSpec::name).toList());
      byte[] box = (byte[]) listed.read(2).columnValues().get(0);
      ByteBuffer floats = ByteBuffer.wrap(box).order(ByteOrder.LITTLE_ENDIAN);
      assertEquals(8, box.length);
      assertEquals(0.5f, floats.getFloat(4));
      assertEquals(0, ((byte[]) listed.read(0).columnValues().get(0)).length);
      byte[] ids = (byte[]) listed.read(1).columnValues().get(1);
      assertEquals(-1, ByteBuffer.wrap(ids).order(ByteOrder.LITTLE_ENDIAN).getLong(8));
      assertEquals(3, listed.rejects().size(), listed.rejects()::toString);
      assertTrue(listed.rejects().get(0).contains("\"feature mixed\""), listed.rejects()::toString);
      assertTrue(listed.rejects().get(2).contains("\"feature texts\""), listed.rejects()::toString);
    }
  }

  @Test
  void aFolderGivesItsFilesInOrderAndNamesTheOthers() throws IOException {
    Path files = folder.resolve("files");
    byte[] one = write(TfRecordCompression.GZIP, List.of(Example.of(image("b", 0, "x"))));
    byte[] two = write(TfRecordCompression.NONE, List.of(Example.of(image("a", 0, "x"))));
    TarFiles.write(files.resolve("1-of-2"), one);
    TarFiles.write(files.resolve("2-of-2"), two);
    TarFiles.write(files.resolve("3-of-2"), two);
    TarFiles.write(files.resolve("empty"), new byte[0]);
    TarFiles.write(files.resolve("notes.txt"), "no records".getBytes(UTF_8));
    try (Listed listed = Listed.of(TfRecordSourceOptions.of(files), folder.resolve("work"))) {
      assertEquals(List.of("b", "a"), listed.keys());
      assertEquals(2, listed.rejects().size(), listed.rejects()::toString);
      assertTrue(listed.rejects().get(0).contains("NOT_AN_IMAGE"), listed.rejects()::toString);
      assertTrue(listed.rejects().get(1).contains("DUPLICATE_KEY"), listed.rejects()::toString);
    }
  }

  @Test
  void tfRecordsAreToldFromOtherFiles() throws IOException {
    for (TfRecordCompression compression : TfRecordCompression.values()) {
      byte[] file = write(compression, examples(2));
      assertTrue(isTfRecord(file), compression::toString);
    }
    byte[] damaged = write(TfRecordCompression.NONE, examples(1));
    damaged[damaged.length - 1] ^= 1;
    assertTrue(isTfRecord(damaged));
    assertTrue(isTfRecord(Arrays.copyOf(damaged, damaged.length / 2)));
    byte[] tar = new TarFiles().file("a.jpg", "1").ended();
    byte[] gzip = gzip("short".getBytes(UTF_8));
    for (byte[] other : List.of(new byte[0], new byte[100], tar, gzip(tar), gzip)) {
      assertFalse(isTfRecord(other));
    }
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (var gzip = new java.util.zip.GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }

  private static boolean isTfRecord(byte[] file) throws IOException {
    return TfRecordSourceOptions.isTfRecord(new MemoryByteSource("file", ByteBuffer.wrap(file)));
  }

  private Listed list(byte[] bytes) throws IOException {
    Path file = TarFiles.write(folder.resolve("x.tfrecord"), bytes);
    return Listed.of(TfRecordSourceOptions.of(file), folder.resolve("work"));
  }

  private static List<Example> examples(int count) {
    List<Example> examples = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      examples.add(Example.of(image("" + i, i, "class " + i)));
    }
    return examples;
  }

  private static Map<String, Feature> image(String key, long label, String className) {
    Map<String, Feature> features = new LinkedHashMap<>();
    features.put("image/encoded", Feature.ofText("bytes of " + key));
    features.put("image/filename", Feature.ofText(key));
    features.put("image/class/label", Feature.ofInt64s(label));
    features.put("image/class/text", Feature.ofText(className));
    return features;
  }

  private static byte[] write(TfRecordCompression compression, List<Example> examples)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TfRecordWriter writer =
        new TfRecordWriter(Channels.newChannel(out), TfRecordWriteOptions.of(compression))) {
      for (Example example : examples) {
        writer.write(example);
      }
      writer.finish();
    }
    return out.toByteArray();
  }

  /** Where the records of a file without compression begin. */
  private static int[] starts(byte[] file) {
    ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    List<Integer> starts = new ArrayList<>();
    for (int at = 0; at < file.length; at += (int) bytes.getLong(at) + TfRecordLayout.OVERHEAD) {
      starts.add(at);
    }
    return starts.stream().mapToInt(Integer::intValue).toArray();
  }
}
