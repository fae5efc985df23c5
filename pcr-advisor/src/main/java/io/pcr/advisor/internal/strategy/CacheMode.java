package io.pcr.advisor.internal.strategy;

/** From where an epoch reads. */
public enum CacheMode {
  /** From the storage, past the page cache. */
  NONE("none"),
  /** Through the page cache, after an epoch that is not measured. */
  PAGE("page"),
  /** From memory, where the pictures are as the split gives them. */
  APPLICATION("app");

  private final String word;

  CacheMode(String word) {
    this.word = word;
  }

  /** The word for it. */
  public String word() {
    return word;
  }

  /**
   * The mode of a word.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static CacheMode parse(String word) {
    for (CacheMode mode : values()) {
      if (mode.word.equals(word)) {
        return mode;
      }
    }
    throw new IllegalArgumentException("'" + word + "' is not one of none, page, app");
  }
}
