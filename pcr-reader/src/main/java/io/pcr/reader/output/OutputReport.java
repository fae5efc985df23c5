package io.pcr.reader.output;

import io.pcr.format.error.PcrException;
import io.pcr.format.internal.text.Printable;
import io.pcr.format.internal.text.Units;
import io.pcr.format.source.ByteSource;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Counts the samples that were written from a dataset, and reports those that could not be.
 * Thread-safe.
 */
public final class OutputReport {
  /** What became of a file. */
  public enum Outcome {
    WRITTEN,
    /** A file with the same bytes was already there. */
    THERE_ALREADY
  }

  private static final int FAILURES_SHOWN = 20;

  /** Of errors that say that a file ends too early, and not something inside of it. */
  private static final Set<String> FILE_CUT =
      Set.of("ByteSource.length", "ShardHead", "ShardMetadata");

  private final Consumer<String> messages;
  private final Advice advice;
  private int told;
  private long written;
  private long thereAlready;
  private long bytes;
  private long failed;
  private long givenWhole;

  /**
   * A report of nothing yet.
   *
   * @param messages takes each line, which is safe to print
   */
  public OutputReport(Consumer<String> messages) {
    this(messages, Advice.NONE);
  }

  /** As {@link #OutputReport(Consumer)}, with advice after the messages. */
  public OutputReport(Consumer<String> messages, Advice advice) {
    this.messages = messages;
    this.advice = advice;
  }

  /** A file exists now. */
  public synchronized void restored(Outcome outcome, long length) {
    switch (outcome) {
      case WRITTEN -> written++;
      case THERE_ALREADY -> thereAlready++;
    }
    bytes += length;
  }

  /** Adds to the message about an error what a caller's caller can do. */
  public interface Advice {
    /** Adds nothing. */
    Advice NONE = (e, isCutShard) -> "";

    /**
     * Words to add to the message, such as {@code "; try this"}, or nothing.
     *
     * @param isCutShard whether the rest of a shard is lost because its file ends too early
     */
    String of(IOException e, boolean isCutShard);
  }

  /** Samples could not be read. */
  public void failed(String name, long samples, IOException e) {
    failed(name, samples, why(e) + advice.of(e, false));
  }

  /** A sample of a shard could not be read. */
  public void failed(String name, IOException e, ByteSource shard) {
    failed(name, 1, why(e, shard) + advice.of(e, false));
  }

  /** No sample of a shard can be read. */
  public void failedShard(String name, long samples, IOException e, ByteSource shard) {
    boolean isCut = e instanceof PcrException.Truncated;
    String lost =
        ": " + Units.count(samples, "original") + (samples == 1 ? " is" : " are") + " lost";
    failed(name, samples, why(e, shard) + (isCut ? lost : "") + advice.of(e, isCut));
  }

  /** Samples could not be given out. */
  public synchronized void failed(String name, long samples, String why) {
    failed += samples;
    tell(name + ": " + why);
  }

  /** Says why something could not be given out, unless that was said of much already. */
  public synchronized void tell(String why) {
    if (told <= FAILURES_SHOWN) {
      messages.accept(told < FAILURES_SHOWN ? Printable.line(why) : "and more");
      told++;
    }
  }

  /** Samples could not be written, and the reason was reported. */
  public synchronized void failedAsTold(long samples) {
    failed += samples;
  }

  /** A sample that was given out was asked for at a fidelity that its shard has not. */
  public synchronized void whole() {
    givenWhole++;
  }

  /**
   * The number of samples that were written at full fidelity although a lower one was asked for.
   */
  public synchronized long givenWhole() {
    return givenWhole;
  }

  /** Why a shard cannot be read, in words. */
  public static String why(IOException e) {
    if (e instanceof NoSuchFileException) {
      return "the file is missing";
    }
    return e instanceof AccessDeniedException
        ? "permission denied"
        : String.valueOf(e.getMessage());
  }

  /** As {@link #why(IOException)}, of the file of a shard: one that ends too early is cut. */
  public static String why(IOException e, ByteSource shard) {
    if (e instanceof PcrException.Truncated cut && FILE_CUT.contains(cut.field())) {
      try {
        return "the shard is cut at byte " + Units.count(shard.length());
      } catch (IOException unknown) {
        return why(e);
      }
    }
    return why(e);
  }

  /** Samples of a shard could not be given out, all for one reason. */
  public void unrestorable(String shard, long samples, String why) {
    failed(shard + " (" + samples + " samples)", samples, why);
  }

  public synchronized long written() {
    return written;
  }

  public synchronized long thereAlready() {
    return thereAlready;
  }

  public synchronized long bytes() {
    return bytes;
  }

  public synchronized long failed() {
    return failed;
  }
}
