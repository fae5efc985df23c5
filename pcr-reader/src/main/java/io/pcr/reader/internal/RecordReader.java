package io.pcr.reader.internal;

import io.pcr.format.Fidelity;
import io.pcr.format.error.PcrException;
import io.pcr.reader.DamageCounts;
import io.pcr.reader.OnDamage;
import io.pcr.reader.Sample;
import io.pcr.reader.Shard;
import io.pcr.reader.ShardReader;
import java.io.IOException;
import java.util.Iterator;
import java.util.Objects;
import java.util.Optional;

/** The samples of a TFRecord shard, all in one buffer. */
final class RecordReader implements ShardReader {
  private final RecordShard shard;
  private final LoadedRecords records;
  private final ReaderContext context;
  private final DamageLog damage;

  RecordReader(RecordShard shard, LoadedRecords records, ReaderContext context) {
    this.shard = shard;
    this.records = records;
    this.context = context;
    this.damage = context.damage().part();
  }

  @Override
  public Shard shard() {
    return shard;
  }

  @Override
  public Fidelity fidelity() {
    return Fidelity.FULL;
  }

  @Override
  public int sampleCount() {
    return shard.sampleCount();
  }

  @Override
  public Optional<String> key(int ordinal) throws IOException {
    Objects.checkIndex(ordinal, sampleCount());
    try {
      return records.sample(ordinal, context.options().limits()).key();
    } catch (PcrException e) {
      return Optional.empty();
    }
  }

  @Override
  public Optional<Sample> sample(int ordinal) throws IOException {
    Objects.checkIndex(ordinal, sampleCount());
    try {
      return Optional.of(
          new RecordSample(
              shard, ordinal, records.sample(ordinal, context.options().limits()), context));
    } catch (PcrException.Corrupt e) {
      if (context.options().onDamage() == OnDamage.FAIL) {
        throw e;
      }
      damage.skipped(ordinal + " of " + shard.name(), e);
      return Optional.empty();
    }
  }

  @Override
  public Iterator<Sample> iterator() {
    return new SamplesInOrder(this);
  }

  @Override
  public DamageCounts damage() {
    return damage.counts();
  }

  @Override
  public void close() {
    if (records.close()) {
      context.buffers().giveBack(records.buffer());
    }
  }
}
