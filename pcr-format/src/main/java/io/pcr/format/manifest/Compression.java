package io.pcr.format.manifest;

import java.util.Optional;

/** How a TFRecord shard is compressed as a whole. Ids are frozen. */
public enum Compression {
  NONE(0),
  GZIP(1),
  ZLIB(2),
  ZSTD(3);

  private final int id;

  Compression(int id) {
    this.id = id;
  }

  public int id() {
    return id;
  }

  /** The compression with this id, or empty when the id is not assigned. */
  public static Optional<Compression> ofId(int id) {
    for (Compression compression : values()) {
      if (compression.id == id) {
        return Optional.of(compression);
      }
    }
    return Optional.empty();
  }
}
