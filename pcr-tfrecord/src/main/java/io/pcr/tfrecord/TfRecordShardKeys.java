package io.pcr.tfrecord;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;
import io.pcr.format.index.ShardKeys;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import io.pcr.tfrecord.example.ImageExample;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;

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

  @Override
  public String name() {
    return shard.name();
  }

  @Override
  public int sampleCount() {
    return shard.sampleCount();
  }

  @Override
  public UUID uuid() {
    return shard.shardUuid();
  }

  @Override
  public void forEachSample(SampleConsumer consumer) throws IOException {
    try (ByteSource source = opener.open()) {
      if (source.length() != shard.totalLength()) {
        throw new PcrException.Corrupt(
            ErrorCode.LENGTH_MISMATCH,
            new FieldLocation("ShardEntry.total_length", 0, source.toString()),
            shard.totalLength(),
            source.length());
      }
      try (TfRecordReader records =
          TfRecordShard.open(source, shard, options.withDamage(TfRecordDamage.FAIL)).records()) {
        for (Optional<TfRecord> next = records.next(); next.isPresent(); next = records.next()) {
          ImageExample sample = TfRecordShard.sample(next.get(), options.limits());
          consumer.sample(
              sample.key().orElseThrow().getBytes(StandardCharsets.UTF_8),
              sample.label().orElse(NO_LABEL),
              next.get().position());
        }
      }
    }
  }
}
