package io.pcr.writer.source;

import java.util.Locale;

/** What the column {@code label} of a labels file holds. */
public enum LabelType {
  /** Integers alone, or names alone, whichever the file has; a mixture is an error. */
  AUTO,
  /** Integers, which become the labels as they are. */
  NUMBERS,
  /** Names, digits or not, which are numbered in the order of their text. */
  NAMES;

  /** As options name it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
