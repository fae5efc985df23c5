package io.pcr.format.error;

import static java.util.Objects.requireNonNull;

import java.io.IOException;

/**
 * Bytes that are not what the specification says. The subclasses tell apart what a caller can do:
 * look for another file ({@link NotPcr}), degrade, skip or fetch again ({@link Corrupt}, {@link
 * Truncated}), update the library ({@link Unsupported}), or raise a limit ({@link LimitExceeded}).
 * Other {@code IOException}s are failures of the medium, and {@code IllegalArgumentException} is a
 * mistake of the caller.
 *
 * <p>Instances are immutable and can be shared between threads.
 */
public abstract class PcrException extends IOException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final String field;
  private final String stored;
  private final String computed;
  private final long offset;
  private final String source;

  /**
   * Every subclass states all of it; a message that names no place cannot be made.
   *
   * @param stored what the bytes say
   * @param computed what they should say, as computed or required by the reader
   * @param problem the sentence that relates the two, put between the field's name and its place
   */
  protected PcrException(
      ErrorCode code, FieldLocation location, String stored, String computed, String problem) {
    super(location.field() + ": " + problem + ", " + location.where());
    this.code = requireNonNull(code, "code");
    this.field = location.field();
    this.stored = requireNonNull(stored, "stored");
    this.computed = requireNonNull(computed, "computed");
    this.offset = location.offset();
    this.source = location.source();
  }

  /** The stable name of the problem. */
  public final ErrorCode code() {
    return code;
  }

  /** {@code Structure.field}, as in the specification. */
  public final String field() {
    return field;
  }

  /** What the bytes say. */
  public final String stored() {
    return stored;
  }

  /** What the reader computed or requires. */
  public final String computed() {
    return computed;
  }

  /** Absolute offset in the source. */
  public final long offset() {
    return offset;
  }

  /** The name of the source. */
  public final String source() {
    return source;
  }

  /** Where the problem is, for an exception that says more about the same place. */
  public final FieldLocation location() {
    return new FieldLocation(field, offset, source);
  }

  /** The file is of another kind. */
  public static final class NotPcr extends PcrException {
    private static final long serialVersionUID = 1L;

    public NotPcr(FieldLocation location, String stored, String expected) {
      super(
          ErrorCode.NOT_PCR,
          location,
          stored,
          expected,
          "not a file of this format: stored " + stored + ", expected " + expected);
    }
  }

  /** The file is of this format, and damaged. */
  public static class Corrupt extends PcrException {
    private static final long serialVersionUID = 1L;

    public Corrupt(ErrorCode code, FieldLocation location, Object stored, Object computed) {
      super(
          code,
          location,
          String.valueOf(stored),
          String.valueOf(computed),
          "stored " + stored + ", computed " + computed);
    }

    private Corrupt(
        ErrorCode code, FieldLocation location, long wanted, long available, String problem) {
      super(code, location, Long.toString(available), Long.toString(wanted), problem);
    }

    /** A CRC-32C that does not match. */
    public static Corrupt checksum(FieldLocation location, int stored, int computed) {
      return new Corrupt(
          ErrorCode.CHECKSUM_MISMATCH,
          location,
          String.format("0x%08x", stored),
          String.format("0x%08x", computed));
    }
  }

  /** The file ends before the structure does. */
  public static final class Truncated extends Corrupt {
    private static final long serialVersionUID = 1L;

    private final long available;

    /**
     * @param wanted bytes needed from the location's offset on
     * @param available bytes there
     */
    public Truncated(FieldLocation location, long wanted, long available) {
      super(
          ErrorCode.TRUNCATED,
          location,
          wanted,
          available,
          "truncated: wanted " + wanted + " bytes, available " + available);
      this.available = available;
    }

    /** Bytes there, from the location's offset on. */
    public long available() {
      return available;
    }
  }

  /** The file is newer than this library, or uses what it does not have. */
  public static final class Unsupported extends PcrException {
    private static final long serialVersionUID = 1L;

    private final String feature;

    public Unsupported(
        ErrorCode code, FieldLocation location, String feature, Object found, Object supported) {
      super(
          code,
          location,
          String.valueOf(found),
          String.valueOf(supported),
          "unsupported " + feature + ": found " + found + ", supported " + supported);
      this.feature = feature;
    }

    /** What is not supported, for a person. */
    public String feature() {
      return feature;
    }
  }

  /** More than a limit allows. */
  public static final class LimitExceeded extends PcrException {
    private static final long serialVersionUID = 1L;

    private final String limitName;
    private final long needed;
    private final long limit;

    /**
     * @param limitName the component of {@code Limits} to raise; of memory, the JVM's own option
     */
    public LimitExceeded(FieldLocation location, String limitName, long needed, long limit) {
      super(
          ErrorCode.LIMIT_EXCEEDED,
          location,
          Long.toUnsignedString(needed),
          Long.toString(limit),
          "needs " + Long.toUnsignedString(needed) + ", limit " + limitName + " is " + limit);
      this.limitName = limitName;
      this.needed = needed;
      this.limit = limit;
    }

    /** The component of {@code Limits} to raise; of memory, the JVM's own option. */
    public String limitName() {
      return limitName;
    }

    /** What the file asks for, unsigned. */
    public long needed() {
      return needed;
    }

    /** What the reader was told to allow. */
    public long limit() {
      return limit;
    }
  }
}
