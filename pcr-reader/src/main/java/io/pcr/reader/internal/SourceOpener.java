package io.pcr.reader.internal;

import io.pcr.format.source.ByteSource;
import java.io.IOException;

/** Opens a file of a dataset. */
@FunctionalInterface
public interface SourceOpener {
  /** A source that the caller closes. */
  ByteSource open() throws IOException;
}
