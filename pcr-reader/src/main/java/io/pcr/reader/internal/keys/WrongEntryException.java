package io.pcr.reader.internal.keys;

import io.pcr.format.internal.keys.KeyEntry;
import java.io.IOException;

/**
 * An entry of the index of keys leads to a sample whose key has another hash: the segment is not
 * the dataset's index, whatever its checksums say.
 */
public final class WrongEntryException extends IOException {
  private static final long serialVersionUID = 1L;

  public WrongEntryException(KeyEntry entry, String shard) {
    super(entry + " of the index of keys leads to a sample of " + shard + " with another key");
  }
}
