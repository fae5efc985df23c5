package io.pcr.writer.encode;

import java.util.Locale;
import java.util.OptionalInt;

/**
 * What the encoder does with a transparent image that it must encode as JPEG, which has no
 * transparency. Immutable and thread-safe.
 *
 * @param background the colour 0xRRGGBB that shows through transparent pixels; if empty,
 *     transparent images are stored unchanged
 */
public record AlphaPolicy(OptionalInt background) {
  /** Transparent images are stored unchanged. */
  public static final AlphaPolicy STORE = new AlphaPolicy(OptionalInt.empty());

  private static final String STORE_TEXT = "store";
  private static final String BLEND_TEXT = "blend:";
  private static final int RADIX = 16;
  private static final int MAX_COLOUR = 0xff_ffff;

  public AlphaPolicy {
    if (background.isPresent()
        && (background.getAsInt() < 0 || background.getAsInt() > MAX_COLOUR)) {
      throw new IllegalArgumentException("colour " + background.getAsInt());
    }
  }

  /** Transparent images are blended over a colour, 0xRRGGBB, and encoded. */
  public static AlphaPolicy blend(int colour) {
    return new AlphaPolicy(OptionalInt.of(colour));
  }

  /**
   * Reads a policy from the text that {@link #toString} returns.
   *
   * @throws IllegalArgumentException when the text does not name a policy
   */
  public static AlphaPolicy parse(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    if (lower.equals(STORE_TEXT)) {
      return STORE;
    }
    if (lower.matches(BLEND_TEXT + "[0-9a-f]{6}")) {
      return blend(Integer.parseInt(lower.substring(BLEND_TEXT.length()), RADIX));
    }
    throw new IllegalArgumentException(
        text + " is neither store nor blend:RRGGBB, such as blend:FFFFFF for white");
  }

  /** {@code store} or {@code blend:RRGGBB}. */
  @Override
  public String toString() {
    return background.isEmpty()
        ? STORE_TEXT
        : BLEND_TEXT + String.format("%06X", background.getAsInt());
  }
}
