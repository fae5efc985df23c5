package io.pcr.reader.internal.copies;

/** What a separate lossy copy of an image is encoded as. */
public enum CopyFormat {
  /** Baseline JPEG with Huffman tables made to measure, and the image's own sampling. */
  JPEG("JPEG", 1),
  /** WebP, method 4. */
  WEBP("WebP", 0);

  /** The best quality of both. */
  public static final int MAX_QUALITY = 100;

  private final String text;
  private final int minQuality;

  CopyFormat(String text, int minQuality) {
    this.text = text;
    this.minQuality = minQuality;
  }

  /** The lowest quality that the encoder takes. */
  public int minQuality() {
    return minQuality;
  }

  /** As people call it. */
  @Override
  public String toString() {
    return text;
  }
}
