package io.pcr.format.programme;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * What is tried to break the product, and what has to come of it. A test says at its end how many
 * cases it has tried; {@code scripts/counts} makes the tables of what all of them said, so that
 * every number there comes out of a run.
 */
public enum Programme {
  T1("files cut at every length", "each complete fidelity has its bytes, the others are truncated"),
  T2("every bit flipped", "found; or the same bytes, if a reader does not read the bit"),
  T3(
      "sizes, counts and offsets set to extremes, with right checksums",
      "a typed error or a consistent value, within 64 MiB and 100 ms"),
  T4(
      "conversions killed and resumed",
      "nothing lost, nothing twice, the files of an uninterrupted run"),
  T5(
      "each input or output operation made to fail",
      "right data or a typed error; no file, thread or buffer left open"),
  T6("misbehaving HTTP servers", "right data or a typed error, in time"),
  T7("disk full", "an error that gives the reason; when resumed, the files of an undisturbed run"),
  T8("readers while a writer publishes", "each read is completely old or completely new"),
  T9("bombs", "rejected or done, in bounded time and heap"),
  T10("hostile keys and texts", "nothing outside the target, no script in a page"),
  T11("damaged indexes", "the process survives, the damage is found, the index is built again"),
  T13("files read by the library and by the reader in Python", "the same answer"),
  T14(
      "photographs converted",
      "the same coefficients; at full fidelity the bytes that the writer made"),
  TOGETHER(
      "two commands on one dataset at once",
      "nothing lost, no generation replaced, no false success; the rejected command names the first"),
  VECTORS(
      "conformance vectors",
      "what the vector is made to show, with the same answer from both readers"),
  PEERS("files read by other programs", "what the library reads"),
  PIXELS("pictures decoded, completely and in part", "the pixels that libjpeg alone gives"),
  NAMES(
      "file names that were taken before the writer came, by what has the name and by command",
      "nothing outside the folder changed; success, or an error that names the file"),
  CHANGES(
      "files that vanish or change while a command reads them, by file, change and moment",
      "the right data, or a message that names the file; no success without it");

  /** Of the module whose tests run; lines are added, run after run, until it is built anew. */
  private static final Path TOLD = Path.of("target", "programmes.tsv");

  private static final StackWalker CALLERS =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  private final String subject;
  private final String expected;

  Programme(String subject, String expected) {
    this.subject = subject;
    this.expected = expected;
  }

  /**
   * Says that so many cases have been tried, each with the outcome that is expected of it.
   *
   * @param what is tried; cases of the same are added up
   */
  public void passed(String what, long cases) {
    if (cases <= 0 || what.contains("\t") || what.contains("|")) {
      throw new IllegalArgumentException(cases + " cases of " + what);
    }
    String test = CALLERS.getCallerClass().getName();
    String line = String.join("\t", name(), subject, what, expected, Long.toString(cases), test);
    try {
      Files.writeString(TOLD, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
