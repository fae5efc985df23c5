package io.pcr.format.manifest;

import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.internal.text.Utf8;

/**
 * The name of a label. Immutable.
 *
 * @param name 1 to 65,535 bytes of UTF-8
 */
public record ClassName(long label, String name) {
  static final int MAX_NAME_LENGTH = 65_535;

  public ClassName {
    InvalidFieldException.requireRange(
        "ClassName.name", Utf8.encode(name, "ClassName.name").length, 1, MAX_NAME_LENGTH);
  }
}
