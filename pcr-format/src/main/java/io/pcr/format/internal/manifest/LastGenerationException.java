package io.pcr.format.internal.manifest;

import java.io.IOException;
import java.nio.file.Path;

/** A dataset's generations have used up the numbers, or somebody took the last one. */
public final class LastGenerationException extends IOException {
  private static final long serialVersionUID = 1L;

  LastGenerationException(Path last) {
    super(
        last
            + " has the last number that a generation can have, so nothing can be added to the"
            + " dataset and nothing was changed; a repaired copy of it begins at generation 1");
  }
}
