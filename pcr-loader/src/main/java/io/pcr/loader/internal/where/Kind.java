package io.pcr.loader.internal.where;

/** What a value is; only values of one kind are compared. */
enum Kind {
  NUMBER("a number"),
  TEXT("a text"),
  TRUTH("a truth");

  private final String words;

  Kind(String words) {
    this.words = words;
  }

  @Override
  public String toString() {
    return words;
  }
}
