package io.pcr.reader.internal;

import io.pcr.format.Fidelity;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.metadata.Encoding;
import io.pcr.reader.DamageCounts;
import io.pcr.reader.OnDamage;
import io.pcr.reader.Sample;
import io.pcr.reader.Shard;
import io.pcr.reader.ShardReader;
import java.io.IOException;
import java.util.Iterator;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/** The samples of a container shard, all of them, those of one format, or some, in one buffer. */
final class ContainerReader implements ShardReader {
  private final ContainerShard shard;
  private final Fidelity fidelity;
  private final PrefixData data;
  private final int[] ordinals;
  private final ReaderContext context;
  private final DamageLog damage;

  private ContainerReader(
      ContainerShard shard,
      Fidelity fidelity,
      PrefixData data,
      int[] ordinals,
      ReaderContext context) {
    this.shard = shard;
    this.fidelity = fidelity;
    this.data = data;
    this.ordinals = ordinals;
    this.context = context;
    this.damage = context.damage().part();
  }

  /** All samples, of which the data is a prefix of the shard. */
  static ContainerReader ofPrefix(
      ContainerShard shard, Fidelity fidelity, PrefixData data, ReaderContext context) {
    int[] all = IntStream.range(0, data.file().metadata().sampleCount()).toArray();
    return new ContainerReader(shard, fidelity, data, all, context);
  }

  /** The samples of one format, of which the data is the region. */
  static ContainerReader ofFormat(
      ContainerShard shard, Encoding format, PrefixData data, ReaderContext context) {
    ShardMetadata metadata = data.file().metadata();
    int[] those =
        IntStream.range(0, metadata.sampleCount())
            .filter(sample -> metadata.encoding(sample) == format)
            .toArray();
    return new ContainerReader(shard, Fidelity.FULL, data, those, context);
  }

  /** Some samples, of which the data has the slices. */
  static ContainerReader ofSamples(
      ContainerShard shard,
      Fidelity fidelity,
      PrefixData data,
      int[] ordinals,
      ReaderContext context) {
    return new ContainerReader(shard, fidelity, data, ordinals.clone(), context);
  }

  @Override
  public Shard shard() {
    return shard;
  }

  @Override
  public Fidelity fidelity() {
    return fidelity;
  }

  @Override
  public int sampleCount() {
    return ordinals.length;
  }

  @Override
  public Optional<String> key(int number) throws IOException {
    Objects.checkIndex(number, sampleCount());
    return Optional.of(data.file().metadata().key(ordinals[number]));
  }

  @Override
  public Optional<Sample> sample(int number) throws IOException {
    Objects.checkIndex(number, sampleCount());
    return Optional.ofNullable(checked(ordinals[number]));
  }

  /** The sample, or null when it is left out. */
  private Sample checked(int ordinal) throws IOException {
    PrefixData.Damage found = data.firstDamage(ordinal, context.options().verify());
    if (found == null) {
      return sample(ordinal, data.group(), false);
    }
    OnDamage policy = context.options().onDamage();
    if (shard.isIntactElsewhere(found.exception(), data.open())) {
      try {
        return shard.sample(ordinal, fidelity, OnDamage.FAIL);
      } catch (PcrException.Corrupt e) {
        // The copy has been damaged since it was found intact.
      }
    }
    if (policy == OnDamage.FAIL) {
      throw found.exception();
    }
    String key = data.file().metadata().key(ordinal);
    if (policy == OnDamage.DEGRADE && found.group() > 1) {
      damage.degraded(key, found.group() - 1, found.exception());
      return sample(ordinal, found.group() - 1, true);
    }
    damage.skipped(key, found.exception());
    return null;
  }

  private Sample sample(int ordinal, int group, boolean degraded) {
    return new ContainerSample(
        shard, data.file(), ordinal, group, degraded, new PrefixBytes(data, ordinal, group));
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
  public void close() throws IOException {
    if (data.close()) {
      context.buffers().giveBack(data.buffer());
      context.open().release(data.open());
    }
  }
}
