package io.pcr.reader;

import io.pcr.format.source.ByteSource;
import java.io.IOException;

/**
 * Where a dataset's files are, for storage that this library does not know by itself. Thread-safe.
 */
public interface DatasetFolder {
  /**
   * Opens the manifest or a shard.
   *
   * @param name a plain file name
   * @return a source that the dataset closes
   */
  ByteSource open(String name) throws IOException;
}
