package io.pcr.reader.find;

import java.nio.file.NoSuchFileException;

/** Says that a folder has no manifest, so it is not a dataset, or not yet. */
public final class NotADatasetException extends NoSuchFileException {
  private static final long serialVersionUID = 1L;

  private final int shards;

  /**
   * An exception about a folder.
   *
   * @param shards the number of files in the folder whose names are those of shards
   */
  public NotADatasetException(String folder, String reason, int shards) {
    super(folder, null, reason);
    this.shards = shards;
  }

  /**
   * The number of files in the folder whose names are those of shards, for example left by an
   * interrupted conversion.
   */
  public int shards() {
    return shards;
  }
}
