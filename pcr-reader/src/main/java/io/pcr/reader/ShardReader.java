package io.pcr.reader;

import io.pcr.format.Fidelity;
import java.io.Closeable;
import java.io.IOException;
import java.util.Iterator;
import java.util.Optional;

/**
 * The samples of a shard at one fidelity, or those of one format ({@link Shard#readFormat}), in one
 * buffer. A reader of one format counts only the samples of that format. Thread-safe; each iterator
 * is for one thread.
 *
 * <p>Whoever called {@code read} closes the reader. Closing it gives the buffer to the next reader,
 * so its samples and their buffers must not be used after that. Closing it twice is allowed. The
 * caller must not close it while another thread uses a sample.
 */
public interface ShardReader extends Iterable<Sample>, Closeable {
  /** The shard. */
  Shard shard();

  /** The fidelity that the caller asked for. */
  Fidelity fidelity();

  /** The number of samples in the reader, including damaged ones. */
  int sampleCount();

  /**
   * The key of the sample at a position, damaged or not.
   *
   * @return empty when the damage destroyed the key too, as it can in a TFRecord
   * @throws IndexOutOfBoundsException when no sample has this position
   */
  Optional<String> key(int ordinal) throws IOException;

  /**
   * The sample at a position. The call checks the sample before it returns it.
   *
   * @return empty when the sample is damaged and the reader skips damaged samples
   * @throws io.pcr.format.error.PcrException.Corrupt when the sample is damaged and the reader does
   *     not skip it
   * @throws IndexOutOfBoundsException when no sample has this position
   */
  Optional<Sample> sample(int ordinal) throws IOException;

  /**
   * All samples in order. The iterator checks each sample when it reaches it.
   *
   * @return an iterator whose {@code next} throws {@link java.io.UncheckedIOException} where {@link
   *     #sample} throws; after that, the iteration can continue with the next sample
   */
  @Override
  Iterator<Sample> iterator();

  /** The damage that this reader has found so far. */
  DamageCounts damage();

  @Override
  void close() throws IOException;
}
