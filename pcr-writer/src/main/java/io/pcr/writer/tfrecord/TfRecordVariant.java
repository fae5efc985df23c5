package io.pcr.writer.tfrecord;

import io.pcr.format.shard.ShardVariant;
import io.pcr.tfrecord.internal.TfRecordWriteOptions;
import io.pcr.writer.shard.VariantOptions;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * TFRecord shards: each image file, unchanged, in a {@code tf.train.Example}. Immutable and
 * thread-safe.
 *
 * @param compression of each shard, for example {@code none}, {@code zstd:19} or {@code
 *     gzip:6:huffman_only}
 */
public record TfRecordVariant(String compression) implements VariantOptions {
  /** The option that holds the compression. */
  public static final String COMPRESSION = "compression";

  /** How {@link #variant} is called in options. */
  public static final String LABEL = "tfrecord";

  /**
   * A variant.
   *
   * @throws IllegalArgumentException when there is no such compression
   */
  public TfRecordVariant {
    compression = TfRecordWriteOptions.parse(compression).toText();
  }

  @Override
  public ShardVariant variant() {
    return ShardVariant.TFRECORD;
  }

  @Override
  public Map<String, String> describe() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put(NAME, LABEL);
    options.put(COMPRESSION, compression);
    return options;
  }
}
