package io.pcr.loader.internal.where;

import io.pcr.format.column.ColumnShape;
import io.pcr.format.column.ColumnValue;
import io.pcr.format.manifest.DatasetColumn;
import io.pcr.reader.internal.SampleFacts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;

/** What conditions can name of the samples of a dataset. Immutable. */
public final class SampleNames {
  private final Map<String, Operand.Name> known = new HashMap<>();
  private final Map<String, String> unusable = new HashMap<>();

  /**
   * @param columns of the dataset
   */
  public SampleNames(List<DatasetColumn> columns) {
    columns.forEach(this::addColumn);
    // These are not the columns of the same names.
    add("key", Kind.TEXT, SampleFacts::key);
    add("label", Kind.NUMBER, sample -> orNull(sample.label()));
    add("width", Kind.NUMBER, sample -> side(sample.width()));
    add("height", Kind.NUMBER, sample -> side(sample.height()));
  }

  private void add(String name, Kind kind, Operand.Name.Value value) {
    unusable.remove(name);
    known.put(name, new Operand.Name(name, kind, value));
  }

  private static Long orNull(OptionalLong value) {
    return value.isPresent() ? value.getAsLong() : null;
  }

  /** A side that nobody has stated is 0. */
  private static Long side(int pixels) {
    return pixels < 1 ? null : (long) pixels;
  }

  private void addColumn(DatasetColumn column) {
    if (column.shape() != ColumnShape.SCALAR) {
      unusable.put(column.name(), "has lists, which cannot be compared");
      return;
    }
    switch (column.type()) {
      case INT64 -> addScalar(column, Kind.NUMBER, value -> value.int64s()[0]);
      case FLOAT64 -> addScalar(column, Kind.NUMBER, value -> value.float64s()[0]);
      case FLOAT32 -> addScalar(column, Kind.NUMBER, value -> (double) value.float32s()[0]);
      case STRING -> addScalar(column, Kind.TEXT, value -> value.strings().get(0));
      case BOOL -> addScalar(column, Kind.TRUTH, value -> value.bools()[0]);
      case BYTES -> unusable.put(column.name(), "has bytes, which cannot be compared");
    }
  }

  private void addScalar(DatasetColumn column, Kind kind, Function<ColumnValue, Object> scalar) {
    add(column.name(), kind, sample -> sample.value(column.name()).map(scalar).orElse(null));
  }

  /**
   * What a name stands for.
   *
   * @throws IllegalArgumentException when it stands for nothing that can be compared
   */
  Operand.Name of(String name) {
    Operand.Name found = known.get(name);
    if (found != null) {
      return found;
    }
    if (unusable.containsKey(name)) {
      throw new IllegalArgumentException("column " + name + " " + unusable.get(name));
    }
    List<String> names = new ArrayList<>(known.keySet());
    names.sort(null);
    throw new IllegalArgumentException(
        "there is no column " + name + "; the names are " + String.join(", ", names));
  }
}
