package io.pcr.writer.convert;

import io.pcr.writer.journal.Tally;
import io.pcr.writer.reject.Reject;

/** Hears how a conversion goes, in the thread that runs it. Every method has an empty default. */
public interface ConversionListener {
  /** Hears nothing. */
  ConversionListener SILENT = new ConversionListener() {};

  /** The source is being listed; called often. */
  default void listing(long entriesSeen) {}

  /** Something in the source is no input; heard while it is listed, or when it has been. */
  default void skipped(Reject reject) {}

  /**
   * The source is listed, encoding begins.
   *
   * @param done what an earlier run had finished; all zero for a new one
   */
  default void started(long inputs, long inputBytes, Tally done) {}

  /** An input has become a sample. */
  default void encoded(long sourceBytes, long storedBytes) {}

  /** An input has not. */
  default void rejected(Reject reject) {}

  /** The dataset has an input already, as it is. */
  default void present(long sourceBytes) {}

  /** Something that the user may want to know. */
  default void notice(String message) {}
}
