package io.pcr.tfrecord.internal;

import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.index.ManifestSource;
import io.pcr.format.internal.index.ShardKeys;
import io.pcr.format.internal.index.ShardTable;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import io.pcr.tfrecord.internal.example.ImageExample;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * The keys, labels and positions of a TFRecord shard, which are in its records: all of them are
 * read and proved. Immutable; thread-safe when the opener is.
 *
 * @param shard what the manifest says of it
 * @param options how its file is read; all damage fails
 */
public record TfRecordShardKeys(ShardEntry shard, Opener opener, TfRecordReadOptions options)
    implements ShardKeys {
  /** Opens the shard's file, which is closed when it has been read. */
  @FunctionalInterface
  public interface Opener {
    ByteSource open() throws IOException;
  }

  /** Of a shard that others open; this is what a {@link ManifestSource} asks for. */
  public static TfRecordShardKeys of(
      ShardEntry shard, ManifestSource.ShardOpener opener, Limits limits) {
    return new TfRecordShardKeys(
        shard, () -> opener.open(shard), TfRecordReadOptions.DEFAULT.withLimits(limits));
  }

  @Override
  public ShardTable.Entry entry() {
    return ShardTable.Entry.of(shard);
  }

  @Override
  public void forEachSample(SampleConsumer consumer) throws IOException {
    try (ByteSource source = opener.open()) {
      if (source.length() != shard.totalLength()) {
        throw new PcrException.Corrupt(
            ErrorCode.MALFORMED,
            new FieldLocation("ShardEntry.total_length", 0, source.toString()),
            shard.totalLength(),
            source.length());
      }
      try (TfRecordReader records =
          TfRecordShard.open(source, shard, options.withDamage(TfRecordDamage.FAIL)).records()) {
        records.forEach(record -> give(record, consumer));
      }
    }
  }

  private boolean give(TfRecord record, SampleConsumer consumer) throws IOException {
    ImageExample sample = TfRecordShard.sample(record, options.limits());
    consumer.sample(
        sample.key().orElseThrow().getBytes(StandardCharsets.UTF_8),
        sample.label(),
        record.position());
    return true;
  }
}
