package io.pcr.reader.internal;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.pcr.format.Limits;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.Limit;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.index.RecordPosition;
import io.pcr.format.internal.index.ShardKeys;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** The keys of a shard, kept until all of them are proved. For one thread. */
final class GatheredKeys implements ShardKeys.SampleConsumer {
  private record Entry(String key, OptionalLong label, RecordPosition position) {}

  private final String shard;
  private final Limits limits;
  private final List<Entry> entries = new ArrayList<>();
  private long bytes;

  GatheredKeys(String shard, Limits limits) {
    this.shard = shard;
    this.limits = limits;
  }

  @Override
  public void sample(byte[] key, OptionalLong label) {
    throw new IllegalStateException("a record without a position");
  }

  @Override
  public void sample(byte[] key, OptionalLong label, RecordPosition position) throws IOException {
    bytes += LoadedRecords.SLOT_BYTES + key.length;
    if (bytes > limits.metadataBytes()) {
      throw new PcrException.LimitExceeded(
          new FieldLocation("TfRecord.keys", position.fileOffset(), shard),
          Limit.METADATA_BYTES,
          bytes,
          limits.metadataBytes());
    }
    entries.add(new Entry(new String(key, UTF_8), label, position));
  }

  void giveTo(ShardKeys.SampleConsumer consumer) throws IOException {
    for (Entry entry : entries) {
      consumer.sample(entry.key().getBytes(UTF_8), entry.label(), entry.position());
    }
  }
}
