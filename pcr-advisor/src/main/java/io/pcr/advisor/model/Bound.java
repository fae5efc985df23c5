package io.pcr.advisor.model;

/** What can limit how many images a second a run gets. */
public enum Bound {
  /** The consumer takes no more. */
  CONSUMER("consumer"),
  /** The processor decodes, reads and checks no more. */
  DECODE("decode-bound"),
  /** The storage sends no more bytes. */
  BANDWIDTH("storage-bound"),
  /** The storage answers no more requests. */
  REQUESTS("latency-bound");

  private final String text;

  Bound(String text) {
    this.text = text;
  }

  /** As the advice calls it. */
  public String text() {
    return text;
  }
}
