package io.pcr.format.internal.index;

import io.pcr.format.index.SampleLocation;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * Finds samples by key, label and number. Thread-safe. Whoever opened an index closes it, once or
 * more often; a call after that is an {@link IllegalStateException}, and a call that is under way
 * when another thread closes ends normally.
 */
public interface SampleIndex extends Closeable {
  /** The state of the dataset that the index is for. */
  IndexIdentity identity();

  ShardTable shards();

  /** The place of the sample with this key, or empty. */
  Optional<KeyMatch> find(byte[] key) throws IOException;

  /** The place of the sample with this key, or empty. */
  default Optional<KeyMatch> find(String key) throws IOException {
    return find(key.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Gives every sample's place and its key, ordered by key; of keys over {@link
   * StoredKey#MAX_LENGTH} bytes, of which the index has the hash alone, the place alone.
   */
  void forEachKey(KeyConsumer consumer) throws IOException;

  /** Gives every label that a sample has, ascending, with the number of its samples. */
  void forEachLabel(LabelConsumer consumer) throws IOException;

  /** How many samples have the label. */
  long labelCount(long label) throws IOException;

  /**
   * The numbers of samples with the label, ascending; {@link ShardTable#locate} gives their places.
   *
   * @param from how many to pass over
   * @param max how many to give at most; there are fewer when they end
   */
  long[] samples(long label, long from, int max) throws IOException;

  /** All samples with the label, ascending, read as the stream is consumed. */
  default LongStream samples(long label) throws IOException {
    return LabelPages.stream(this, label);
  }

  /** Where the sample's record is, or empty when its shard has a directory of its own. */
  Optional<RecordPosition> position(SampleLocation location) throws IOException;

  /** Takes keys one by one. */
  interface KeyConsumer {
    void key(SampleLocation location, Optional<byte[]> key) throws IOException;
  }

  /** Takes labels one by one. */
  interface LabelConsumer {
    void label(long label, long samples) throws IOException;
  }
}
