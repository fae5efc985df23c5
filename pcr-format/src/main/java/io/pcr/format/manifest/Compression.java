package io.pcr.format.manifest;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

/**
 * The compression of the file of a TFRecord shard, as manifests state it. This class does not
 * compress or decompress. Immutable.
 *
 * @param id frozen, 0 to 255
 * @param name as in the specification
 * @param suffix the suffix of a shard's name, with its dot
 */
public record Compression(int id, String name, String suffix) {
  public static final Compression NONE = new Compression(0, "NONE", ".tfrecord");
  public static final Compression GZIP = new Compression(1, "GZIP", ".tfrecord.gz");
  public static final Compression ZLIB = new Compression(2, "ZLIB", ".tfrecord.zlib");
  public static final Compression ZSTD = new Compression(3, "ZSTD", ".tfrecord.zst");

  private static final List<Compression> ASSIGNED = List.of(NONE, GZIP, ZLIB, ZSTD);
  private static final int MAX_ID = 255;

  public Compression {
    requireNonNull(name, "name");
    requireNonNull(suffix, "suffix");
    if (id < 0 || id > MAX_ID) {
      throw new IllegalArgumentException("compression id " + id);
    }
  }

  /** All that the format has, by their ids; a manifest may name no other. */
  public static List<Compression> assigned() {
    return ASSIGNED;
  }

  /** The compression with this id, or empty when the id is not assigned. */
  public static Optional<Compression> ofId(int id) {
    return ASSIGNED.stream().filter(compression -> compression.id == id).findFirst();
  }

  @Override
  public String toString() {
    return name;
  }
}
