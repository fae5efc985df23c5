package io.pcr.format.programme;

/**
 * What is tried to break the product, and what has to come of it. A test says at its end how many
 * cases it has tried; {@code scripts/counts.sh} makes the tables of these lines, so that every
 * number there comes out of a run.
 */
public enum Programme {
  T1(
      "files cut at every length",
      "each fidelity that is whole has its bytes, the others are truncated"),
  T2("every bit flipped", "found; or the same bytes where a reader does not read the bit"),
  T3(
      "sizes, counts and offsets set to extremes, checksums mended",
      "a typed error or a consistent value, within 64 MiB and 100 ms"),
  T4("conversions killed and resumed", "nothing lost, nothing twice, an uninterrupted run's files"),
  T5(
      "each input or output operation made to fail",
      "right data or a typed error; no file, thread or buffer left"),
  T6("misbehaving HTTP servers", "right data or a typed error, in time"),
  T7("disk full", "the reason is said; resumed, an undisturbed run's files"),
  T8("readers beside a writer that publishes", "each read wholly old or wholly new"),
  T9("bombs", "refused or done, in bounded time and heap"),
  T10("hostile keys and texts", "nothing outside the target, no script in a page"),
  T11("damaged indexes", "the process survives, the damage is found, the index made anew"),
  T12("fuzzing", "a value or a typed error"),
  T13("files read by the library and by the reader in Python", "the same answer"),
  T14(
      "photographs converted",
      "the same coefficients; at full fidelity the bytes that the writer made"),
  VECTORS("conformance vectors", "what the vector is made to show, said alike by both readers"),
  PEERS("files read by other programs", "what we read ourselves");

  private final String subject;
  private final String expected;

  Programme(String subject, String expected) {
    this.subject = subject;
    this.expected = expected;
  }

  /** Says that so many cases have been tried, each with the outcome that is expected of it. */
  public void passed(String what, long cases) {
    if (cases <= 0 || what.contains("|")) {
      throw new IllegalArgumentException(cases + " cases of " + what);
    }
    System.out.printf("%s | %s | %s | %s | %d cases%n", this, subject, what, expected, cases);
  }
}
