package io.pcr.format;

import java.util.Locale;
import java.util.Optional;

/**
 * What a sample's components mean, as far as the order of its scans depends on it. Ids are frozen.
 * Immutable and thread-safe.
 */
public enum ColorClass {
  /** Not a progressive JPEG; stored as it is. */
  OPAQUE(0, 0),
  GREY(1, 1),
  YCBCR(2, 3),
  /** Three components that are not YCbCr. */
  RGB(3, 3),
  /** CMYK or YCCK. */
  FOUR(4, 4);

  private final int id;
  private final int componentCount;

  ColorClass(int id, int componentCount) {
    this.id = id;
    this.componentCount = componentCount;
  }

  public int id() {
    return id;
  }

  /** Components of an image of this class; 0 for {@link #OPAQUE}, which has none that are known. */
  public int componentCount() {
    return componentCount;
  }

  /** The lower-case name that script texts and reports use. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The class with this id, or empty when the id is not assigned. */
  public static Optional<ColorClass> ofId(int id) {
    for (ColorClass colorClass : values()) {
      if (colorClass.id == id) {
        return Optional.of(colorClass);
      }
    }
    return Optional.empty();
  }

  /** The class with this {@link #label()}, or empty. */
  public static Optional<ColorClass> ofLabel(String label) {
    for (ColorClass colorClass : values()) {
      if (colorClass.label().equals(label)) {
        return Optional.of(colorClass);
      }
    }
    return Optional.empty();
  }
}
