package io.pcr.format.metadata;

/**
 * Facts about an original file, in the bits of {@code source_flags} (spec section "Source flags").
 * Bits without a name here are kept and ignored. Immutable.
 */
public record SourceFlags(int bits) {
  /** An original about which nothing is known. */
  public static final SourceFlags NONE = new SourceFlags(0);

  /** Bits 0-7: low byte of the source's SOF marker; 0 when it was not a JPEG. */
  private static final int SOF_MASK = 0xFF;

  /** Bits 8-11: EXIF orientation 1 to 8; 0 when there was none. */
  private static final int ORIENTATION_SHIFT = 8;

  private static final int ORIENTATION_MASK = 0x0F;
  private static final int MAX_ORIENTATION = 8;

  /** Bits 16 and up, one fact each. */
  public enum Fact {
    /** A JFIF marker. */
    JFIF(16),
    /** An Adobe marker, which decides how the components are read. */
    ADOBE(17),
    /** An ICC profile. */
    ICC(18),
    /** EXIF data. */
    EXIF(19),
    /** Restart intervals, which the stored sample has not. */
    RESTART(20),
    /** More than one scan. */
    MULTI_SCAN(21),
    /** Bytes after the end of the image. */
    TRAILING_BYTES(22),
    /** Bytes before the start of the image. */
    LEADING_BYTES(23),
    /** No end-of-image marker. */
    NO_EOI(24),
    /** Damaged: the decoder filled in what was missing. */
    DAMAGED(25),
    /** The image was encoded again: the stored coefficients are not those of the original. */
    REENCODED(26),
    /** Stored as it is, because its progressive form did not pass the check. */
    UNPROVED(27);

    private final int bit;

    Fact(int bit) {
      this.bit = bit;
    }

    /** The number of the bit. */
    public int bit() {
      return bit;
    }
  }

  /** Low byte of the source's SOF marker, {@code 0xC0} for baseline; 0 when it was not a JPEG. */
  public int sof() {
    return bits & SOF_MASK;
  }

  /** EXIF orientation 1 to 8; 0 when there was none. */
  public int orientation() {
    return (bits >>> ORIENTATION_SHIFT) & ORIENTATION_MASK;
  }

  public boolean has(Fact fact) {
    return ((bits >>> fact.bit()) & 1) != 0;
  }

  /** These flags with another {@link #sof}. */
  public SourceFlags withSof(int sof) {
    if ((sof & ~SOF_MASK) != 0) {
      throw new IllegalArgumentException("SOF " + sof + " is not a byte");
    }
    return new SourceFlags((bits & ~SOF_MASK) | sof);
  }

  /** These flags with another {@link #orientation}. */
  public SourceFlags withOrientation(int orientation) {
    if (orientation < 0 || orientation > MAX_ORIENTATION) {
      throw new IllegalArgumentException("orientation " + orientation + " is not in 0..8");
    }
    int others = bits & ~(ORIENTATION_MASK << ORIENTATION_SHIFT);
    return new SourceFlags(others | (orientation << ORIENTATION_SHIFT));
  }

  /** These flags and one fact more. */
  public SourceFlags with(Fact fact) {
    return new SourceFlags(bits | (1 << fact.bit()));
  }
}
