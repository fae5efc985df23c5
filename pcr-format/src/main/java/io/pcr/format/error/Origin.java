package io.pcr.format.error;

import static java.util.Objects.requireNonNull;

/**
 * Where a run of bytes that is being decoded came from. Immutable.
 *
 * @param source the name of the source
 * @param offset absolute offset of the run's first byte in the source
 */
public record Origin(String source, long offset) {
  public Origin {
    requireNonNull(source, "source");
  }

  /** A field that is {@code relative} bytes after the first byte of the run. */
  public FieldLocation field(String field, long relative) {
    return new FieldLocation(field, offset + relative, source);
  }

  /** A field of a run that is compressed, or has no one place; it is named by the run's start. */
  public FieldLocation field(String field) {
    return field(field, 0);
  }

  /** The run that starts {@code relative} bytes after the first byte of this one. */
  public Origin plus(long relative) {
    return new Origin(source, offset + relative);
  }
}
