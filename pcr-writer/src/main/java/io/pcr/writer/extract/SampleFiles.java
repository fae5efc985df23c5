package io.pcr.writer.extract;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnValue;
import io.pcr.reader.Sample;
import io.pcr.writer.internal.json.JsonObject;
import io.pcr.writer.internal.json.JsonWriter;
import io.pcr.writer.internal.source.archive.KeyedJson;
import io.pcr.writer.internal.source.archive.WebDataset;
import io.pcr.writer.internal.source.archive.WebDatasetName;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A sample as files with WebDataset's extensions: the image, its label in {@code cls}, numbers and
 * texts in {@code json}, bytes in files named by their columns.
 *
 * <p>Nothing of the sample is lost in them, or it is an error to make them.
 */
final class SampleFiles {
  private final Sample sample;
  private final Map<String, List<ByteBuffer>> files = new LinkedHashMap<>();

  /** What stands in {@code json}: String, Long, Double or Boolean. */
  private final Map<String, Object> members = new LinkedHashMap<>();

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
    if (!column.isScalar()) {
      throw noForm(name, "lists of values have no form there");
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
        } else if (WebDataset.isText(name)) {
          columns.put(name, List.of(ByteBuffer.wrap(text.getBytes(UTF_8))));
        } else {
          members.put(name, text);
        }
      }
      case BYTES -> {
        requireExtension(column, image);
        columns.put(name, List.of(sample.bytes(name).orElseThrow()));
      }
    }
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
      JsonWriter json = JsonWriter.compact().beginObject();
      key.ifPresent(text -> json.put(WebDataset.KEY, text));
      for (Map.Entry<String, Object> member : members.entrySet()) {
        put(json, member.getKey(), member.getValue());
      }
      putText(WebDataset.JSON, json.end().toString());
    }
  }

  private static void put(JsonWriter json, String name, Object value) throws NotWritableException {
    if (value instanceof Long number) {
      json.put(name, number);
    } else if (value instanceof String text) {
      json.put(name, text);
    } else if (value instanceof Boolean bool) {
      json.put(name, bool);
    } else {
      double number = (Double) value;
      if (!Double.isFinite(number)) {
        throw noForm(name, number + " is not a number in JSON");
      }
      json.putExact(name, number);
    }
  }

  /** The text of the column {@code json}, which must say all that the other columns say. */
  private String withAll(String text, Optional<String> key) throws NotWritableException {
    Optional<JsonObject> object = JsonObject.parse(text);
    boolean saysAll =
        object.isPresent()
            ? members.equals(said(object.get()))
                && !object.get().members().containsKey(WebDataset.KEY)
            : members.isEmpty() && key.isEmpty();
    if (!saysAll) {
      throw noForm(WebDataset.JSON, "its text contradicts the other columns");
    }
    return key.map(wanted -> KeyedJson.with(text, wanted)).orElse(text);
  }

  /** Those members of the object that the sample has columns for, as the columns hold them. */
  private Map<String, Object> said(JsonObject object) {
    Map<String, Object> said = new LinkedHashMap<>();
    object
        .members()
        .forEach(
            (name, value) -> {
              Object own = members.get(name);
              if (own instanceof Double && value instanceof Long number) {
                said.put(name, (double) number);
              } else if (own != null) {
                said.put(name, value);
              }
            });
    return said;
  }

  private static NotWritableException noForm(String column, String why) {
    return new NotWritableException("column " + column + " cannot be stored in a tar: " + why);
  }
}
