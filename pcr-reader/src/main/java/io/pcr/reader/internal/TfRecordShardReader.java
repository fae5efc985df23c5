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
import java.util.concurrent.atomic.AtomicBoolean;

/** The samples of a TFRecord shard, all in one buffer. */
final class TfRecordShardReader implements ShardReader {
  private final TfRecordDatasetShard shard;
  private final LoadedRecords records;
  private final ReaderContext context;
  private final DamageLog damage;
  private final AtomicBoolean isEndTold = new AtomicBoolean();

  TfRecordShardReader(TfRecordDatasetShard shard, LoadedRecords records, ReaderContext context) {
    this.shard = shard;
    this.records = records;
    this.context = context;
    this.damage = context.damage().part();
    records.tail().ifPresent(this::reportTail);
  }

  /** How many samples there were, a file by itself does not say: one stands for all. */
  private void reportTail(PcrException tail) {
    if (shard.isAlone()) {
      damage.lostFrom(sampleCount() + " of " + shard.name(), tail);
      damage.countSkipped();
    } else {
      damage.notice("after the last sample of " + shard.name() + ": " + tail.getMessage());
    }
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
          new TfRecordSample(
              shard, ordinal, records.sample(ordinal, context.options().limits()), context));
    } catch (PcrException.Corrupt e) {
      if (context.options().onDamage() == OnDamage.FAIL) {
        throw e;
      }
      skip(ordinal, e);
      return Optional.empty();
    }
  }

  /** What is missing at the end is one damage, however many samples it costs. */
  private void skip(int ordinal, PcrException e) {
    String name = ordinal + " of " + shard.name();
    if (ordinal < records.count()) {
      damage.skipped(name, e);
      return;
    }
    if (!isEndTold.getAndSet(true)) {
      damage.lostFrom(records.count() + " of " + shard.name(), e);
    }
    damage.countSkipped();
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
