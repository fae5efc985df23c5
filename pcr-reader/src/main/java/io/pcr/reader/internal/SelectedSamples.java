package io.pcr.reader.internal;

import io.pcr.format.Fidelity;
import io.pcr.reader.DamageCounts;
import io.pcr.reader.Sample;
import io.pcr.reader.Shard;
import io.pcr.reader.ShardReader;
import java.io.IOException;
import java.util.Iterator;
import java.util.Objects;
import java.util.Optional;

/** Some samples of a reader that has all of them. Owns that reader. */
final class SelectedSamples implements ShardReader {
  private final ShardReader all;
  private final int[] ordinals;

  private SelectedSamples(ShardReader all, int[] ordinals) {
    this.all = all;
    this.ordinals = ordinals;
  }

  /**
   * The samples at some positions of a reader, which is closed with what this returns, or now if it
   * does not have them.
   */
  static ShardReader of(ShardReader all, int[] ordinals) throws IOException {
    boolean has = false;
    try {
      for (int ordinal : ordinals) {
        Objects.checkIndex(ordinal, all.sampleCount());
      }
      has = true;
    } finally {
      if (!has) {
        all.close();
      }
    }
    return new SelectedSamples(all, ordinals.clone());
  }

  @Override
  public Shard shard() {
    return all.shard();
  }

  @Override
  public Fidelity fidelity() {
    return all.fidelity();
  }

  @Override
  public int sampleCount() {
    return ordinals.length;
  }

  @Override
  public Optional<String> key(int number) throws IOException {
    return all.key(ordinals[number]);
  }

  @Override
  public Optional<Sample> sample(int number) throws IOException {
    return all.sample(ordinals[number]);
  }

  @Override
  public Iterator<Sample> iterator() {
    return new SamplesInOrder(this);
  }

  @Override
  public DamageCounts damage() {
    return all.damage();
  }

  @Override
  public void close() throws IOException {
    all.close();
  }
}
