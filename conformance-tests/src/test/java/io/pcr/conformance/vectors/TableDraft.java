package io.pcr.conformance.vectors;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A FlatBuffer table before it is bytes, any field of which can be made wrong. Values by the type
 * in the schema: {@code Number}; {@code byte[]} for bytes and strings; {@code long[]}, {@code
 * double[]}; a {@code TableDraft} or a list of them; a list of {@code int[]} for structs of bytes.
 */
final class TableDraft {
  private final String type;
  private final Map<String, Object> values = new LinkedHashMap<>();

  /** How many fields that the schema does not have stand behind those that it has. */
  private int unknownFields;

  TableDraft(String type) {
    this.type = type;
  }

  TableDraft set(String field, Object value) {
    if (!Schemas.fields(type).containsKey(field)) {
      throw new IllegalArgumentException(type + " has no " + field);
    }
    values.put(field, value);
    return this;
  }

  TableDraft remove(String field) {
    values.remove(field);
    return this;
  }

  TableDraft withUnknownFields(int count) {
    unknownFields = count;
    return this;
  }

  String type() {
    return type;
  }

  int unknownFields() {
    return unknownFields;
  }

  Object get(String field) {
    return values.get(field);
  }

  long[] numbers(String field) {
    return (long[]) values.get(field);
  }

  byte[] bytes(String field) {
    return (byte[]) values.get(field);
  }

  /** At least as many bytes as the table's own vectors of numbers take. */
  int vectorBytes() {
    return values.values().stream()
        .mapToInt(
            value ->
                value instanceof byte[] bytes
                    ? bytes.length
                    : value instanceof long[] numbers ? Long.BYTES * numbers.length : 0)
        .sum();
  }

  TableDraft table(String field) {
    return (TableDraft) values.get(field);
  }

  List<?> list(String field) {
    return (List<?>) values.get(field);
  }

  TableDraft element(String field, int i) {
    return (TableDraft) list(field).get(i);
  }

  /** One element of a vector of numbers set to another value. */
  TableDraft setElement(String field, int i, long value) {
    if (get(field) instanceof byte[] bytes) {
      bytes[i] = (byte) value;
    } else {
      numbers(field)[i] = value;
    }
    return this;
  }

  TableDraft edit(Consumer<TableDraft> edit) {
    edit.accept(this);
    return this;
  }
}
