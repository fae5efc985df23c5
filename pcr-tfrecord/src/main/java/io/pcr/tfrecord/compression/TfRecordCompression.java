package io.pcr.tfrecord.compression;

import java.util.Locale;
import java.util.Optional;

/** What a whole TFRecord file is wrapped in. Ids are frozen. Immutable and thread-safe. */
public enum TfRecordCompression {
  NONE(0, ".tfrecord"),
  /** One or more gzip members. */
  GZIP(1, ".tfrecord.gz"),
  /** One zlib stream. */
  ZLIB(2, ".tfrecord.zlib"),
  /** Zstandard frames, one after the other. */
  ZSTD(3, ".tfrecord.zst");

  private final int id;
  private final String suffix;

  TfRecordCompression(int id, String suffix) {
    this.id = id;
    this.suffix = suffix;
  }

  public int id() {
    return id;
  }

  /** The end of a shard's name, with its dot. */
  public String suffix() {
    return suffix;
  }

  /** The lower-case name for options and reports. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether a record can be read without reading all those before it. */
  public boolean isSeekable() {
    return this == NONE || this == ZSTD;
  }

  /** The compression with this id, or empty when the id is not assigned. */
  public static Optional<TfRecordCompression> ofId(int id) {
    for (TfRecordCompression compression : values()) {
      if (compression.id == id) {
        return Optional.of(compression);
      }
    }
    return Optional.empty();
  }

  /** The compression with this {@link #label()}, or empty. */
  public static Optional<TfRecordCompression> ofLabel(String label) {
    for (TfRecordCompression compression : values()) {
      if (compression.label().equals(label)) {
        return Optional.of(compression);
      }
    }
    return Optional.empty();
  }
}
