package io.pcr.writer.tfrecord;

import static java.util.Objects.requireNonNull;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.shard.ShardVariant;
import io.pcr.tfrecord.TfRecordWriteOptions;
import io.pcr.tfrecord.example.ColumnFeatures;
import io.pcr.tfrecord.example.FeatureNames;
import io.pcr.writer.encode.EncodeSettings;
import io.pcr.writer.encode.NonJpegPolicy;
import io.pcr.writer.journal.RunRefusedException;
import io.pcr.writer.shard.ShardFormat;
import io.pcr.writer.shard.ShardSpec;
import io.pcr.writer.shard.VariantOptions;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * TFRecord shards: each image file as it is, in a {@code tf.train.Example}. Immutable.
 *
 * @param file how each shard is compressed
 */
public record TfRecordVariant(TfRecordWriteOptions file) implements VariantOptions {
  /** The option that holds the compression. */
  public static final String COMPRESSION = "compression";

  /** How {@link #variant} is called in options. */
  public static final String LABEL = "tfrecord";

  public TfRecordVariant {
    requireNonNull(file, "file");
  }

  @Override
  public ShardVariant variant() {
    return ShardVariant.TFRECORD;
  }

  @Override
  public Map<String, String> describe() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put(NAME, LABEL);
    options.put(COMPRESSION, file.toText());
    return options;
  }

  @Override
  public ShardFormat format(ShardSpec run) throws RunRefusedException {
    requireFilesAsTheyAre(run.encode());
    Set<String> taken = new HashSet<>();
    for (ColumnSpec column : run.columns()) {
      if (column.type() == ColumnType.FLOAT64) {
        taken.add(column.name() + ColumnFeatures.FLOAT64_SUFFIX);
      }
    }
    for (ColumnSpec column : run.columns()) {
      if (FeatureNames.DEFAULT.isTaken(column.name()) || taken.contains(column.name())) {
        throw new RunRefusedException(
            "a column cannot be named "
                + column.name()
                + " in TFRecord shards: that feature holds something else");
      }
    }
    return new TfRecordShardFormat(run, file);
  }

  private static void requireFilesAsTheyAre(EncodeSettings settings) throws RunRefusedException {
    if (settings.quality().isPresent() || settings.nonJpeg() == NonJpegPolicy.ENCODE) {
      throw new RunRefusedException(
          "TFRecord shards hold image files as they are: they cannot be encoded anew");
    }
  }
}
