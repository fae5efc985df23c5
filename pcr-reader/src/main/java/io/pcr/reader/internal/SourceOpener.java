package io.pcr.reader.internal;

import io.pcr.format.source.ByteSource;
import java.io.IOException;

/** Opens a file of a dataset. */
@FunctionalInterface
public interface SourceOpener {
  /** A source that the caller closes. */
  ByteSource open() throws IOException;

  /**
   * Looks for the file where it is not as it must be.
   *
   * @param failure what came of using it
   * @return whether another was found, which {@link #open} then opens
   */
  default boolean isElsewhere(IOException failure) throws IOException {
    return false;
  }

  /**
   * Searches for an intact copy of a file that is damaged.
   *
   * @param failure what came of reading the file
   * @return whether one was found, which {@link #open} then opens
   */
  default boolean isIntactElsewhere(IOException failure) throws IOException {
    return false;
  }

  /**
   * Makes sure, as far as one can, that what is opened is the shard, by reading all of it where
   * nothing less tells.
   *
   * @return false when it is not, and no other file is
   */
  default boolean checkContent() throws IOException {
    return true;
  }
}
