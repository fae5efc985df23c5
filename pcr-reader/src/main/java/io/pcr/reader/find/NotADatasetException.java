package io.pcr.reader.find;

import java.nio.file.NoSuchFileException;

/** A folder has no manifest, so that it is no dataset, or not one yet. */
public final class NotADatasetException extends NoSuchFileException {
  private static final long serialVersionUID = 1L;

  private final int shards;

  /**
   * About a folder.
   *
   * @param shards files there that are named as shards are
   */
  public NotADatasetException(String folder, String reason, int shards) {
    super(folder, null, reason);
    this.shards = shards;
  }

  /** Files there that are named as shards are: left by a conversion that was interrupted, say. */
  public int shards() {
    return shards;
  }
}
