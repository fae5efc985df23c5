package io.pcr.format.commit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Somebody else is writing to the dataset folder; nothing was changed. */
public final class DatasetBusyException extends IOException {
  private static final long serialVersionUID = 1L;

  private final transient Optional<LockHolder> holder;

  DatasetBusyException(Path folder, Optional<LockHolder> holder) {
    super(
        holder.map(LockHolder::toString).orElse("another process")
            + " is writing to "
            + folder
            + holder.map(known -> " since " + known.since()).orElse("")
            + "; try again when it has ended");
    this.holder = holder;
  }

  /** Who it is, where the lock file says so. */
  public Optional<LockHolder> holder() {
    return holder == null ? Optional.empty() : holder;
  }
}
