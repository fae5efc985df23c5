package io.pcr.format.error;

import static java.util.Objects.requireNonNull;

/**
 * A field of an on-disk structure, and its place. Immutable.
 *
 * @param field {@code Structure.field}, as the specification names it, with an index in brackets if
 *     there are several
 * @param offset absolute offset in the source; for a field inside a compressed region, the offset
 *     of the region
 * @param source the name of the source
 */
public record FieldLocation(String field, long offset, String source) {
  public FieldLocation {
    requireNonNull(field, "field");
    requireNonNull(source, "source");
  }

  /** {@code at 60 in train/part-00007.pcr}. */
  String where() {
    return "at " + offset + " in " + source;
  }
}
