package io.pcr.writer.salvage;

import io.pcr.reader.work.ProgressListener;
import java.nio.file.Path;

/** Follows a salvage. Called by one thread, but for the listeners that it gives. */
public interface SalvageListener {
  /** Takes no notice. */
  SalvageListener SILENT = new SalvageListener() {};

  /** Something to know beside the result, in one sentence. */
  default void notice(String sentence) {}

  /** The folder in which the new dataset is written until it is complete. */
  default void began(Path folder) {}

  /**
   * The shards are being examined.
   *
   * @param bytes about as many as there are to read
   * @return told of the bytes that were read
   */
  default ProgressListener examining(long bytes) {
    return ProgressListener.NONE;
  }

  /**
   * What was written is being checked.
   *
   * @param bytes as many as there are to read
   * @return told of samples and bytes that were checked
   */
  default ProgressListener checking(long bytes) {
    return ProgressListener.NONE;
  }
}
