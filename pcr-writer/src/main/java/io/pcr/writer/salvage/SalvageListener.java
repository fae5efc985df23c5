package io.pcr.writer.salvage;

import io.pcr.reader.work.ProgressListener;
import java.nio.file.Path;

/**
 * Receives the progress of a salvage. One thread calls it; several threads may call the listeners
 * that it returns.
 */
public interface SalvageListener {
  /** A listener that does nothing. */
  SalvageListener SILENT = new SalvageListener() {};

  /** Called with a sentence that the user may want to read, in addition to the result. */
  default void notice(String sentence) {}

  /** Called with the folder that holds the new dataset until it is complete. */
  default void began(Path folder) {}

  /**
   * Called when the salvage begins to examine the shards.
   *
   * @param bytes about how many bytes it will read
   * @return receives the number of bytes that were read
   */
  default ProgressListener examining(long bytes) {
    return ProgressListener.NONE;
  }

  /**
   * Called when the salvage begins to check what it wrote.
   *
   * @param bytes how many bytes it will read
   * @return receives the number of samples and bytes that were checked
   */
  default ProgressListener checking(long bytes) {
    return ProgressListener.NONE;
  }
}
