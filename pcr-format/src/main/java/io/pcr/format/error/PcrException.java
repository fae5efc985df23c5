package io.pcr.format.error;

import static java.util.Objects.requireNonNull;

import java.io.IOException;

/**
 * Something is wrong with the bytes of a file, or of an image in it. The subclass says what a
 * caller can do: use another file ({@link NotPcr}); read at a lower fidelity, skip, or get the file
 * again ({@link Corrupt}, {@link Truncated}); update the library, or skip the file ({@link
 * Unsupported}); or raise a limit ({@link LimitExceeded}). There are no other subclasses: the
 * format, the image codecs and the stream decoders all throw these.
 *
 * <p>Any other {@code IOException} is a failure of the disk or the network. An {@code
 * IllegalArgumentException} is a mistake of the caller, and use after close is an {@link
 * AlreadyClosedException}.
 *
 * <p>Instances are immutable and can be shared between threads.
 */
public abstract sealed class PcrException extends IOException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final String field;
  private final String stored;
  private final String computed;
  private final String problem;
  private final long offset;
  private final String source;

  /**
   * Every subclass states all of it; a message that names no place cannot be made.
   *
   * @param stored what the bytes say
   * @param computed what they should say, as computed or required by the reader
   * @param problem the sentence that relates the two, put between the field's name and its place
   */
  private PcrException(
      ErrorCode code, FieldLocation location, String stored, String computed, String problem) {
    super(location.field() + ": " + problem + ", " + location.where());
    this.code = requireNonNull(code, "code");
    this.field = location.field();
    this.stored = requireNonNull(stored, "stored");
    this.computed = requireNonNull(computed, "computed");
    this.problem = problem;
    this.offset = location.offset();
    this.source = location.source();
  }

  /** The stable name of the problem. */
  public final ErrorCode code() {
    return code;
  }

  /** {@code Structure.field}, as in the specification; the format's name for an image. */
  public final String field() {
    return field;
  }

  /** What the bytes say; for an image, the decoder's words. */
  public final String stored() {
    return stored;
  }

  /** What the reader computed or requires. */
  public final String computed() {
    return computed;
  }

  /** The message without the field and its place. */
  public final String problem() {
    return problem;
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

  /** The file is of this format, or the image of its format, and damaged. */
  public static sealed class Corrupt extends PcrException {
    private static final long serialVersionUID = 1L;

    /**
     * @param code one that {@linkplain ErrorCode#isDamage() is damage}
     */
    public Corrupt(ErrorCode code, FieldLocation location, Object stored, Object computed) {
      this(
          code,
          location,
          String.valueOf(stored),
          String.valueOf(computed),
          "stored " + stored + ", computed " + computed);
    }

    private Corrupt(
        ErrorCode code, FieldLocation location, String stored, String computed, String problem) {
      super(code, location, stored, computed, problem);
      requireSide(code, true);
    }

    /** A CRC-32C that does not match. */
    public static Corrupt checksum(FieldLocation location, int stored, int computed) {
      return new Corrupt(
          ErrorCode.CHECKSUM_MISMATCH,
          location,
          String.format("0x%08x", stored),
          String.format("0x%08x", computed));
    }

    /** An image in which a decoder found damage. */
    public static Corrupt image(FieldLocation location, String words) {
      return new Corrupt(ErrorCode.IMAGE_CORRUPT, location, words, "an intact image", words);
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
          Long.toString(available),
          Long.toString(wanted),
          "truncated: wanted " + wanted + " bytes, available " + available);
      this.available = available;
    }

    /** Bytes there, from the location's offset on. */
    public long available() {
      return available;
    }
  }

  /** The file is newer than this library, or the library cannot read it for another reason. */
  public static sealed class Unsupported extends PcrException {
    private static final long serialVersionUID = 1L;

    private final String feature;

    /**
     * @param code one that is not damage
     */
    public Unsupported(
        ErrorCode code, FieldLocation location, String feature, Object found, Object supported) {
      super(
          code,
          location,
          String.valueOf(found),
          String.valueOf(supported),
          "unsupported " + feature + ": found " + found + ", supported " + supported);
      requireSide(code, false);
      this.feature = feature;
    }

    private Unsupported(FieldLocation location, String words) {
      super(ErrorCode.IMAGE_UNSUPPORTED, location, words, "another kind of image", words);
      this.feature = "kind of image";
    }

    /** An image that may be intact, and that a codec does not handle. */
    public static Unsupported image(FieldLocation location, String words) {
      return new Unsupported(location, words);
    }

    /** What is not supported, for a person. */
    public String feature() {
      return feature;
    }
  }

  /**
   * The image may be intact, but what a codec made of it does not read back as the same, so it was
   * not handed out.
   */
  public static final class Unproved extends Unsupported {
    private static final long serialVersionUID = 1L;

    public Unproved(FieldLocation location, String words) {
      super(location, words);
    }
  }

  /** More than a limit allows. */
  public static final class LimitExceeded extends PcrException {
    private static final long serialVersionUID = 1L;

    /** The value of {@link #needed} and {@link #allowed} if it is not known. */
    public static final long UNKNOWN = 0;

    private final Limit limit;
    private final long needed;
    private final long allowed;

    /**
     * @param limit that does not allow it
     * @param needed unsigned
     */
    public LimitExceeded(FieldLocation location, Limit limit, long needed, long allowed) {
      this(
          location,
          limit,
          needed,
          allowed,
          "needs " + Long.toUnsignedString(needed) + ", limit " + limit + " is " + allowed);
    }

    private LimitExceeded(
        FieldLocation location, Limit limit, long needed, long allowed, String problem) {
      super(
          ErrorCode.LIMIT_EXCEEDED,
          location,
          Long.toUnsignedString(needed),
          Long.toString(allowed),
          problem);
      this.limit = requireNonNull(limit, "limit");
      this.needed = needed;
      this.allowed = allowed;
    }

    /**
     * A limit of another library, which says neither what was needed nor what is allowed.
     *
     * @param words of the library that met it
     */
    public static LimitExceeded unmeasured(FieldLocation location, Limit limit, String words) {
      return new LimitExceeded(location, limit, UNKNOWN, UNKNOWN, words + ", limit " + limit);
    }

    /** Memory that a file asks for within the limits, and that is not there. */
    public static LimitExceeded memory(
        FieldLocation location, Limit memory, long needed, OutOfMemoryError cause) {
      LimitExceeded exceeded =
          new LimitExceeded(location, memory, needed, Runtime.getRuntime().maxMemory());
      exceeded.initCause(cause);
      return exceeded;
    }

    /** The limit, which says who can raise it. */
    public Limit limit() {
      return limit;
    }

    /** What the file asks for, unsigned; {@link #UNKNOWN} if it is not known. */
    public long needed() {
      return needed;
    }

    /** What is allowed; {@link #UNKNOWN} if it is not known. */
    public long allowed() {
      return allowed;
    }
  }

  private static void requireSide(ErrorCode code, boolean isDamage) {
    if (code.isDamage() != isDamage) {
      throw new IllegalArgumentException(code + " is the code of another family");
    }
  }
}
