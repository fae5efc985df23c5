package io.pcr.writer.extract;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.column.ColumnValue;
import io.pcr.reader.Sample;
import io.pcr.writer.internal.json.JsonObject;
import io.pcr.writer.internal.source.archive.KeyedJson;
import io.pcr.writer.internal.source.archive.MembersJson;
import io.pcr.writer.internal.source.archive.WebDataset;
import io.pcr.writer.internal.source.archive.WebDatasetName;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A sample as files with WebDataset's extensions: the image, its label in {@code cls}, numbers,
 * texts and lists of them in {@code json}, bytes in files named by their columns.
 *
 * <p>Nothing of the sample is lost in them, or it is an error to make them.
 */
final class SampleFiles {
  private final Sample sample;
  private final Map<String, List<ByteBuffer>> files = new LinkedHashMap<>();

  /** What stands in {@code json}: String, Long, Double, Boolean, or a list of one of these. */
  private final Map<String, Object> members = new LinkedHashMap<>();

  /** What stands in files of text by their extensions. */
  private final Map<String, String> texts = new LinkedHashMap<>();

  private Optional<String> wholeJson = Optional.empty();

  private SampleFiles(Sample sample) {
    this.sample = sample;
  }

  /**
   * The files by their extensions.
   *
   * @param name what their names begin with; where that is not the key, {@code json} says the key
   * @throws NotWritableException when there is no form for something
   */
  static Map<String, List<ByteBuffer>> of(Sample sample, String name) throws IOException {
    SampleFiles all = new SampleFiles(sample);
    String image =
        ImageSuffix.of(sample).orElseThrow(() -> new NotWritableException("not an image"));
    all.files.put(image, sample.slices());
    sample.label().ifPresent(label -> all.putText(WebDataset.LABEL, Long.toString(label)));
    Map<String, List<ByteBuffer>> columns = new LinkedHashMap<>();
    for (ColumnSpec column : sample.columns()) {
      all.addColumn(column, image, columns);
    }
    all.addJson(name.equals(sample.key()) ? Optional.empty() : Optional.of(sample.key()));
    all.texts.forEach(all::putText);
    for (Map.Entry<String, List<ByteBuffer>> column : columns.entrySet()) {
      if (all.files.putIfAbsent(column.getKey(), column.getValue()) != null) {
        throw noForm(column.getKey(), "another file has the same name");
      }
    }
    return all.files;
  }

  private void putText(String extension, String text) {
    files.put(extension, List.of(ByteBuffer.wrap(text.getBytes(UTF_8))));
  }

  private void addColumn(ColumnSpec column, String image, Map<String, List<ByteBuffer>> columns)
      throws IOException {
    String name = column.name();
    if (name.equals(WebDataset.KEY)) {
      throw noForm(name, "its name is already used");
    }
    if (!column.isScalar() && column.type() != ColumnType.BYTES) {
      members.put(name, elements(column));
      return;
    }
    switch (column.type()) {
      case INT64 -> members.put(name, sample.int64(name).getAsLong());
      case FLOAT64 -> members.put(name, sample.float64(name).getAsDouble());
      case FLOAT32 -> members.put(name, (double) value(column).float32s()[0]);
      case BOOL -> members.put(name, value(column).bools()[0]);
      case STRING -> {
        String text = sample.string(name).orElseThrow();
        if (name.equals(WebDataset.JSON)) {
          wholeJson = Optional.of(text);
        } else if (WebDataset.isText(name) || isLabelText(name, text)) {
          texts.put(name, text);
        } else {
          members.put(name, text);
        }
      }
      case BYTES -> {
        requireExtension(column, image);
        List<ByteBuffer> elements = value(column).byteStrings();
        if (elements.size() != 1) {
          throw noForm(name, "a list of " + elements.size() + " byte strings has no form there");
        }
        columns.put(name, elements);
      }
    }
  }

  private List<?> elements(ColumnSpec column) throws IOException {
    ColumnValue value = value(column);
    return switch (column.type()) {
      case INT64 -> Arrays.stream(value.int64s()).boxed().toList();
      case FLOAT64 -> Arrays.stream(value.float64s()).boxed().toList();
      case FLOAT32 -> doubles(value.float32s());
      case BOOL -> booleans(value.bools());
      case STRING -> value.strings();
      case BYTES -> value.byteStrings();
    };
  }

  private static List<Double> doubles(float[] floats) {
    return IntStream.range(0, floats.length).mapToObj(i -> (double) floats[i]).toList();
  }

  private static List<Boolean> booleans(boolean[] bools) {
    return IntStream.range(0, bools.length).mapToObj(i -> bools[i]).toList();
  }

  /** Whether the text stood where a label stands, and does so again. */
  private boolean isLabelText(String name, String text) {
    boolean isSame =
        sample.label().isPresent() && text.equals(Long.toString(sample.label().getAsLong()));
    return name.equals(WebDataset.LABEL)
        && WebDataset.label(text).equals(sample.label())
        && !isSame;
  }

  private ColumnValue value(ColumnSpec column) throws IOException {
    return sample.value(column.name()).orElseThrow();
  }

  /**
   * A reader of the tar must find the column under the name that it has here, and the image too.
   */
  private static void requireExtension(ColumnSpec column, String image)
      throws NotWritableException {
    String name = column.name();
    Optional<WebDatasetName> read = WebDatasetName.parse(("key." + name).getBytes(UTF_8));
    boolean isSame = read.isPresent() && read.get().extension().equals(name);
    boolean isTaken =
        WebDataset.isImageBefore(name, image)
            || WebDataset.isText(name)
            || name.equals(WebDataset.JSON)
            || name.equals(WebDataset.LABEL);
    if (!isSame || isTaken || name.indexOf('\0') >= 0) {
      throw noForm(name, "its name cannot be a file's extension for bytes");
    }
  }

  private void addJson(Optional<String> key) throws NotWritableException {
    if (wholeJson.isPresent()) {
      putText(WebDataset.JSON, withAll(wholeJson.get(), key));
    } else if (key.isPresent() || !members.isEmpty()) {
      for (Map.Entry<String, Object> member : members.entrySet()) {
        requireFinite(member.getKey(), member.getValue());
      }
      putText(WebDataset.JSON, MembersJson.of(key, members));
    }
  }

  private static void requireFinite(String name, Object value) throws NotWritableException {
    List<?> elements = value instanceof List<?> list ? list : List.of(value);
    for (Object element : elements) {
      if (element instanceof Double number && !Double.isFinite(number)) {
        throw noForm(name, number + " is not a number in JSON");
      }
    }
  }

  /**
   * The text of the column {@code json}, which must say all that the other columns say.
   *
   * @param added the key, where the text must say it
   */
  private String withAll(String text, Optional<String> added) throws NotWritableException {
    Optional<JsonObject> object = KeyedJson.object(text.getBytes(UTF_8));
    Map<String, Object> said = object.map(this::said).orElse(Map.of());
    Optional<String> held = object.flatMap(KeyedJson::keyOf);
    if (!members.equals(said) || (held.isPresent() && !held.get().equals(sample.key()))) {
      throw noForm(WebDataset.JSON, "its text contradicts the other columns");
    }
    // What the object says was no file beside it.
    object.ifPresent(whole -> texts.entrySet().removeIf(whole.members().entrySet()::contains));
    if (held.isPresent() || added.isEmpty()) {
      return text;
    }
    // Nothing but an object without that member has room for it.
    String keyed = object.isPresent() ? KeyedJson.with(text, added.get()) : text;
    Optional<JsonObject> read = KeyedJson.object(keyed.getBytes(UTF_8));
    if (!read.flatMap(KeyedJson::keyOf).equals(added)) {
      throw noForm(WebDataset.JSON, "its text has no room for the sample's key");
    }
    return keyed;
  }

  /** Those members of the object that the sample has columns for, as the columns hold them. */
  private Map<String, Object> said(JsonObject object) {
    Map<String, Object> said = new LinkedHashMap<>();
    object
        .members()
        .forEach(
            (name, value) -> {
              Object own = members.get(name);
              if (own instanceof List<?> elements && value instanceof List<?> list) {
                boolean isSame = elements.size() == list.size();
                said.put(name, isSame ? asIn(elements, list) : list);
              } else if (own != null) {
                said.put(name, asIn(own, value));
              }
            });
    return said;
  }

  private static List<?> asIn(List<?> elements, List<?> list) {
    return IntStream.range(0, list.size())
        .mapToObj(i -> asIn(elements.get(i), list.get(i)))
        .toList();
  }

  /** A number as a column of fractions holds it. */
  private static Object asIn(Object own, Object value) {
    return own instanceof Double && value instanceof Long number ? (double) number : value;
  }

  private static NotWritableException noForm(String column, String why) {
    return new NotWritableException("column " + column + " cannot be stored in a tar: " + why);
  }
}
