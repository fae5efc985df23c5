package io.pcr.reader;

import io.pcr.format.Fidelity;
import java.io.Closeable;
import java.io.IOException;
import java.util.Iterator;
import java.util.Optional;

/**
 * A shard read at one fidelity, whole or the samples of one format ({@link Shard#readFormat}), in
 * one buffer; samples of one format are counted by themselves. Thread-safe; iterators are for one
 * thread each.
 *
 * <p>Whoever read it closes it, which hands the buffer to the next reader: from then on its samples
 * and their buffers must not be used. Closing twice is fine; closing while another thread uses a
 * sample is the caller's mistake.
 */
public interface ShardReader extends Iterable<Sample>, Closeable {
  /** The shard. */
  Shard shard();

  /** The fidelity asked for. */
  Fidelity fidelity();

  /** Samples that were read, damaged ones included. */
  int sampleCount();

  /**
   * The key of the sample at a position, damaged or not.
   *
   * @return empty where the damage has the key too, as in a TFRecord
   * @throws IndexOutOfBoundsException when there is no such position
   */
  Optional<String> key(int ordinal) throws IOException;

  /**
   * The sample at a position, checked now.
   *
   * @return empty when it is damaged and damaged samples are skipped
   * @throws io.pcr.format.error.PcrException.Corrupt when it is damaged and damage fails
   * @throws IndexOutOfBoundsException when there is no such position
   */
  Optional<Sample> sample(int ordinal) throws IOException;

  /**
   * All samples in order, each checked when its turn comes.
   *
   * @return whose {@code next} throws {@link java.io.UncheckedIOException} where {@link #sample}
   *     throws; the iteration can go on with the sample after it
   */
  @Override
  Iterator<Sample> iterator();

  /** Damage met by this reader so far. */
  DamageCounts damage();

  @Override
  void close() throws IOException;
}
