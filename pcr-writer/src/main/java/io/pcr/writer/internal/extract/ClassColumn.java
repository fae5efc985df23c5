package io.pcr.writer.internal.extract;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.reader.Sample;
import java.io.IOException;
import java.util.Optional;

/**
 * The column of what TFRecords call their classes, where a dataset cannot say it by label: labels
 * that begin at 1, or that leave one out. Stateless.
 */
public final class ClassColumn {
  /** Its name. */
  public static final String NAME = "class";

  private ClassColumn() {}

  /** Whether a column may be this one. */
  public static boolean is(ColumnSpec column) {
    return column.name().equals(NAME) && column.isScalar() && column.type() == ColumnType.STRING;
  }

  /** A sample's text in that column. */
  public static Optional<String> textOf(Sample sample) throws IOException {
    return sample.columns().stream().anyMatch(ClassColumn::is)
        ? sample.string(NAME)
        : Optional.empty();
  }
}
