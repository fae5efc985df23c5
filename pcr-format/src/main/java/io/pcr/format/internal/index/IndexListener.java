package io.pcr.format.internal.index;

import io.pcr.format.index.IndexFinding;
import java.nio.file.Path;

/**
 * Is told when an index on disk was not used as it was. Called in the thread that opens the index.
 */
public interface IndexListener {
  /** Hears nothing. */
  IndexListener SILENT = (file, finding, permanent) -> {};

  /**
   * An index is about to be built in the place of one that cannot be used.
   *
   * @param permanent true when it will be published as {@code file}, false when it lives until it
   *     is closed
   */
  void rebuilding(Path file, IndexFinding finding, boolean permanent);
}
