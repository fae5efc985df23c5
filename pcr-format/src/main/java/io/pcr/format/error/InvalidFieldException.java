package io.pcr.format.error;

import static java.util.Objects.requireNonNull;

/**
 * A value that a structure must not hold. A caller who builds a structure sees this; a decoder
 * turns it into a {@link PcrException.Corrupt} that says where the value was read. Immutable.
 */
public final class InvalidFieldException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final String field;
  private final String found;
  private final String required;

  /**
   * @param field {@code Structure.field}, with an index in brackets when it has many
   * @param found the value
   * @param required what the value must be
   */
  public InvalidFieldException(ErrorCode code, String field, Object found, Object required) {
    super(field + ": found " + found + ", required " + required);
    this.code = requireNonNull(code, "code");
    this.field = field;
    this.found = String.valueOf(found);
    this.required = String.valueOf(required);
  }

  /** Throws unless {@code holds}. */
  public static void require(
      boolean holds, ErrorCode code, String field, Object found, Object required) {
    if (!holds) {
      throw new InvalidFieldException(code, field, found, required);
    }
  }

  /** Throws unless {@code value} is in {@code min..max}. */
  public static void requireRange(String field, long value, long min, long max) {
    if (value < min || value > max) {
      throw new InvalidFieldException(
          ErrorCode.MALFORMED, field, Long.toString(value), min + " to " + max);
    }
  }

  /** The stable name of the problem. */
  public ErrorCode code() {
    return code;
  }

  /** {@code Structure.field}. */
  public String field() {
    return field;
  }

  /** The same problem, with the structure's name in the field replaced by a path to it. */
  public InvalidFieldException under(String path) {
    return new InvalidFieldException(
        code, path + field.substring(field.indexOf('.')), found, required);
  }

  /** The same problem, in one element of the field. */
  public InvalidFieldException element(int index) {
    return new InvalidFieldException(code, field + "[" + index + "]", found, required);
  }

  /** The exception for a value that was read {@code relative} bytes after {@code origin}. */
  public PcrException.Corrupt in(Origin origin, long relative) {
    PcrException.Corrupt corrupt =
        new PcrException.Corrupt(code, origin.field(field, relative), found, required);
    corrupt.initCause(this);
    return corrupt;
  }

  /** The exception for a value that was read in the structure at {@code origin}. */
  public PcrException.Corrupt in(Origin origin) {
    return in(origin, 0);
  }
}
