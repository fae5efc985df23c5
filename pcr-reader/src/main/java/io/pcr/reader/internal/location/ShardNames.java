package io.pcr.reader.internal.location;

import io.pcr.tfrecord.internal.compression.TfRecordCompressions;
import java.util.List;

/** The names of shard files. Stateless and thread-safe. */
public final class ShardNames {
  /** The suffixes of shards in the format's own container. */
  private static final List<String> CONTAINERS = List.of(".pcr", ".pcrl");

  private ShardNames() {}

  /** Whether a file's name ends in the suffix of a shard. */
  public static boolean isShard(String file) {
    return CONTAINERS.stream().anyMatch(file::endsWith) || isRecords(file);
  }

  /** Whether a file's name ends in the suffix of a TFRecord shard. */
  public static boolean isRecords(String file) {
    return TfRecordCompressions.STANDARD.ofFileName(file).isPresent();
  }
}
