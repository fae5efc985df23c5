package io.pcr.reader.location;

import io.pcr.tfrecord.compression.TfRecordCompressions;
import java.util.List;

/** What files of shards are called. */
public final class ShardNames {
  /** Of shards in the format's own container. */
  private static final List<String> CONTAINERS = List.of(".pcr", ".pcrl");

  private ShardNames() {}

  /** Whether a file is named as shards are. */
  public static boolean isShard(String file) {
    return CONTAINERS.stream().anyMatch(file::endsWith) || isRecords(file);
  }

  /** Whether a file is named as shards are that are TFRecord files. */
  public static boolean isRecords(String file) {
    return TfRecordCompressions.STANDARD.ofFileName(file).isPresent();
  }
}
