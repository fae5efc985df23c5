package io.pcr.writer.convert;

import io.pcr.writer.journal.InputCounts;
import io.pcr.writer.reject.Reject;

/**
 * Receives the progress of a conversion, in the thread that runs it. By default each method does
 * nothing.
 */
public interface ConversionListener {
  /** A listener that does nothing. */
  ConversionListener SILENT = new ConversionListener() {};

  /** Called often while the source is listed. */
  default void listing(long entriesSeen) {}

  /** Called for something in the source that is not an input, during the listing or after it. */
  default void skipped(Reject reject) {}

  /**
   * Called when the source is listed and encoding begins.
   *
   * @param done what an earlier run had finished; all zero for a new run
   */
  default void started(long inputs, long inputBytes, InputCounts done) {}

  /** Called when an input has become a sample. */
  default void encoded(long sourceBytes, long storedBytes) {}

  /** Called when an input has been rejected. */
  default void rejected(Reject reject) {}

  /** Called when the dataset already has an input, with the same content. */
  default void present(long sourceBytes) {}

  /** Called with a sentence that the user may want to read. */
  default void notice(String message) {}
}
