package io.pcr.loader.internal.where;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.column.ColumnValue;
import io.pcr.format.column.Placement;
import io.pcr.format.manifest.DatasetColumn;
import io.pcr.reader.internal.SampleFacts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Holds conditions to spec/vectors/loader/where.json, as the tests of the Python package do. */
class WhereVectorsTest {
  private static final Path FILE =
      Path.of(System.getProperty("pcr.root")).resolve("spec/vectors/loader/where.json");

  @TestFactory
  @SuppressWarnings("unchecked")
  Stream<DynamicTest> conditions() throws IOException {
    Map<String, Object> vectors;
    try (JsonParser parser = new JsonFactory().createParser(FILE.toFile())) {
      parser.nextToken();
      vectors = (Map<String, Object>) value(parser);
    }
    Map<String, ColumnSpec> columns = new LinkedHashMap<>();
    ((Map<String, String>) vectors.get("columns"))
        .forEach((name, kind) -> columns.put(name, column(name, kind)));
    SampleNames names = new SampleNames(columns.values().stream().map(DatasetColumn::of).toList());
    List<Facts> samples =
        ((List<Map<String, Object>>) vectors.get("samples"))
            .stream().map(stated -> new Facts(stated, columns)).toList();
    return ((List<Map<String, Object>>) vectors.get("conditions"))
        .stream()
            .map(
                vector ->
                    DynamicTest.dynamicTest(
                        (String) vector.get("about"),
                        () ->
                            check(
                                (String) vector.get("condition"),
                                names,
                                samples,
                                (List<Long>) vector.get("gives"))));
  }

  private static void check(
      String condition, SampleNames names, List<Facts> samples, List<Long> gives)
      throws IOException {
    if (gives == null) {
      assertThrows(IllegalArgumentException.class, () -> ConditionParser.parse(condition, names));
      return;
    }
    Condition parsed = ConditionParser.parse(condition, names);
    List<Long> found = new ArrayList<>();
    for (int i = 0; i < samples.size(); i++) {
      if (parsed.holds(samples.get(i))) {
        found.add((long) i);
      }
    }
    assertEquals(gives, found, condition);
  }

  private static ColumnSpec column(String name, String kind) {
    int bracket = kind.indexOf('[');
    return bracket < 0
        ? new ColumnSpec(name, ColumnType.valueOf(kind), Placement.INLINE)
        : ColumnSpec.fixed(
            name,
            ColumnType.valueOf(kind.substring(0, bracket)),
            Integer.parseInt(kind.substring(bracket + 1, kind.length() - 1)),
            Placement.INLINE);
  }

  private static Object value(JsonParser parser) throws IOException {
    if (parser.currentToken() == JsonToken.START_ARRAY) {
      List<Object> list = new ArrayList<>();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        list.add(value(parser));
      }
      return list;
    }
    if (parser.currentToken() == JsonToken.START_OBJECT) {
      Map<String, Object> map = new HashMap<>();
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        String name = parser.currentName();
        parser.nextToken();
        map.put(name, value(parser));
      }
      return map;
    }
    return switch (parser.currentToken()) {
      case VALUE_NULL -> null;
      case VALUE_TRUE, VALUE_FALSE -> parser.getBooleanValue();
      case VALUE_NUMBER_INT -> parser.getLongValue();
      case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
      default -> parser.getText();
    };
  }

  /** What a vector states of a sample. */
  private record Facts(Map<String, Object> stated, Map<String, ColumnSpec> columns)
      implements SampleFacts {
    @Override
    public String key() {
      return (String) stated.get("key");
    }

    @Override
    public OptionalLong label() {
      Object label = stated.get("label");
      return label == null ? OptionalLong.empty() : OptionalLong.of((long) label);
    }

    @Override
    public int width() {
      return Math.toIntExact((long) stated.get("width"));
    }

    @Override
    public int height() {
      return Math.toIntExact((long) stated.get("height"));
    }

    @Override
    public Optional<ColumnValue> value(String column) {
      ColumnSpec spec = columns.get(column);
      return Optional.ofNullable(stated.get(column)).map(value -> value(spec, value));
    }

    private static ColumnValue value(ColumnSpec spec, Object value) {
      return switch (spec.type()) {
        case INT64 -> ColumnValue.ofInt64s(spec, (long) value);
        case FLOAT64 -> ColumnValue.ofFloat64s(spec, Double.parseDouble(value.toString()));
        case FLOAT32 -> ColumnValue.ofFloat32s(spec, Float.parseFloat(value.toString()));
        case BOOL -> ColumnValue.ofBools(spec, (boolean) value);
        case STRING -> ColumnValue.ofStrings(spec, List.of((String) value));
        case BYTES -> throw new IllegalArgumentException("no vector has bytes");
      };
    }
  }
}
