package io.pcr.format.quality;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The size at which pictures are looked at when their quality is measured: {@link #FULL}, or what a
 * model sees, which is the picture resized so that its shorter side has {@code resize} pixels, and
 * of that the square of {@code crop} pixels in the middle. Immutable.
 *
 * @param resize pixels of the shorter side; 0 for full size
 * @param crop side of the square in the middle, at most {@code resize}; 0 for full size
 */
public record ViewSize(int resize, int crop) {
  /** Pictures as they are stored. */
  public static final ViewSize FULL = new ViewSize(0, 0);

  /** What most models for ImageNet see: shorter side 256, of that the middle 224 x 224. */
  public static final ViewSize MODEL_224 = new ViewSize(256, 224);

  /** The largest side that a JPEG can have. */
  public static final int MAX_SIDE = 65_535;

  private static final String FULL_TEXT = "full";
  private static final Pattern TEXT =
      Pattern.compile("resize:([1-9][0-9]{0,4}),crop:([1-9][0-9]{0,4})");

  public ViewSize {
    boolean isFull = resize == 0 && crop == 0;
    if (!isFull && (crop < 1 || resize < crop || resize > MAX_SIDE)) {
      throw new IllegalArgumentException(
          "resize:" + resize + ",crop:" + crop + " is not 1 <= crop <= resize <= " + MAX_SIDE);
    }
  }

  /**
   * Reads {@code full}, {@code resize:N,crop:M}, or {@code 224}, which is short for {@code
   * resize:256,crop:224}.
   *
   * @throws IllegalArgumentException if the text has another form
   */
  public static ViewSize parse(String text) {
    if (text.equals(FULL_TEXT)) {
      return FULL;
    }
    if (text.equals(Integer.toString(MODEL_224.crop))) {
      return MODEL_224;
    }
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "size \"" + text + "\" is not full, 224, or resize:N,crop:M");
    }
    return new ViewSize(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
  }

  /**
   * Reads the field {@code at}, as {@link #stored} writes it; empty when it breaks the rules.
   *
   * @param at empty for full size
   */
  public static Optional<ViewSize> ofStored(String at) {
    if (at.isEmpty()) {
      return Optional.of(FULL);
    }
    if (!TEXT.matcher(at).matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(parse(at));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** The field {@code at}: empty for full size, otherwise {@code resize:N,crop:M}. */
  public String stored() {
    return isFull() ? "" : toString();
  }

  /** Whether pictures are looked at as they are stored. */
  public boolean isFull() {
    return resize == 0;
  }

  /** {@code full}, or {@code resize:N,crop:M}. */
  @Override
  public String toString() {
    return isFull() ? FULL_TEXT : "resize:" + resize + ",crop:" + crop;
  }
}
