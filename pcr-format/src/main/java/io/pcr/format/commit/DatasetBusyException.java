package io.pcr.format.commit;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/** Another command is writing to the dataset folder. Nothing was changed. */
public final class DatasetBusyException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * The error of a folder.
   *
   * @param holder who is writing; empty when the lock file does not say so
   * @param since when that began
   */
  public DatasetBusyException(Path folder, Optional<String> holder, Optional<Instant> since) {
    super(
        holder.orElse("another process")
            + " is writing to "
            + folder
            + since.map(begun -> " since " + begun).orElse("")
            + "; try again when it has finished");
  }
}
