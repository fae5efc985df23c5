package io.pcr.codecs;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;

/**
 * An image or a compressed stream that a codec does not take, with the codec's own words and the
 * name of the input. Immutable.
 */
public final class CodecException extends PcrException {
  private static final long serialVersionUID = 1L;

  /** What the caller can do about it. */
  public enum Reason {
    /** The input is damaged, truncated, or not of this format at all. */
    CORRUPT(ErrorCode.IMAGE_CORRUPT),
    /** The input may be fine, and this codec does not handle its kind. */
    UNSUPPORTED(ErrorCode.IMAGE_UNSUPPORTED),
    /**
     * The input may be fine, but what the codec made of it does not read back as the same, so it
     * was not handed out.
     */
    UNPROVED(ErrorCode.IMAGE_UNSUPPORTED),
    /** The input asks for more than a limit or the caller's buffer allows. */
    LIMIT(ErrorCode.LIMIT_EXCEEDED);

    private final ErrorCode code;

    Reason(ErrorCode code) {
      this.code = code;
    }
  }

  /** What there is too much of when an image has more pixels than allowed. */
  public static final String PIXELS = "pixels";

  /** What there is too much of when the output would be longer than the caller said. */
  public static final String OUTPUT_BYTES = "output bytes";

  private final Reason reason;
  private final String words;
  private final String excess;

  /**
   * @param location the structure at fault, named after the format ({@code PNG}, {@code JPEG.SOS}),
   *     and the offset in the input at which it was noticed, 0 when the codec does not say
   * @param message what is wrong, in the codec's words
   */
  public CodecException(Reason reason, FieldLocation location, String message) {
    this(reason, location, "", "", message, "");
  }

  private CodecException(
      Reason reason,
      FieldLocation location,
      String stored,
      String computed,
      String message,
      String excess) {
    super(reason.code, location, stored, computed, message);
    this.reason = reason;
    this.words = message;
    this.excess = excess;
  }

  /** A size that a limit does not allow; {@code what} says of what. */
  public static CodecException limit(FieldLocation location, String what, long needed, long limit) {
    return new CodecException(
        Reason.LIMIT,
        location,
        Long.toString(needed),
        Long.toString(limit),
        "needs " + needed + " " + what + ", the limit is " + limit,
        needed > limit ? what : "");
  }

  /**
   * What there is more of than a limit allows, such as {@link #PIXELS}; empty for every other
   * reason, and where memory ran out below the limit.
   */
  public String excess() {
    return excess;
  }

  /** What is wrong, in the codec's words. */
  public String words() {
    return words;
  }

  public Reason reason() {
    return reason;
  }
}
