package io.pcr.format.internal.manifest;

import io.pcr.format.manifest.Manifest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** A dataset is no longer the one that a piece of work was based on; it was left as it is. */
public final class DatasetChangedException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * Says what changed.
   *
   * @param base what the work was based on
   * @param standing what there is now
   */
  public DatasetChangedException(
      Path folder, Optional<Manifest> base, Optional<Manifest> standing) {
    this(folder, base, standing, "");
  }

  /**
   * Says what changed, and why the work is worth nothing on that.
   *
   * @param why begins a part of a sentence, or is empty
   */
  public DatasetChangedException(
      Path folder, Optional<Manifest> base, Optional<Manifest> standing, String why) {
    super(
        folder
            + " was changed by another program meanwhile: this work was based on "
            + name(base)
            + ", and now there is "
            + name(standing)
            + (why.isEmpty() ? "" : "; " + why)
            + "; nothing of that was touched");
  }

  private static String name(Optional<Manifest> manifest) {
    return manifest
        .map(known -> "generation " + known.generation() + " of dataset " + known.datasetUuid())
        .orElse("no " + Manifest.FILE_NAME);
  }
}
