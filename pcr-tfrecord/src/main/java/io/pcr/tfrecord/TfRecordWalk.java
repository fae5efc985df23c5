package io.pcr.tfrecord;

import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import io.pcr.tfrecord.example.ImageExample;
import java.io.IOException;
import java.util.Optional;

/**
 * A TFRecord shard, to be read from its first record to its last: only they know what is in it.
 * Immutable.
 */
public record TfRecordWalk(ByteSource source, ShardEntry entry, Limits limits) {
  /** Takes the records of a shard in order. */
  public interface Listener {
    /**
     * A sample.
     *
     * @param number of the record
     * @param sample valid until this returns; has a key
     * @return whether to go on
     */
    boolean sample(int number, TfRecord record, ImageExample sample) throws IOException;

    /** A record that is damaged, or holds no sample; the next ones can be read. */
    default void damaged(int number, PcrException damage) throws IOException {
      throw damage;
    }

    /**
     * From a record on nothing more can be read: where the next one begins is lost, or the system
     * does not give the file.
     */
    default void ended(int number, IOException failure) throws IOException {
      throw failure;
    }
  }

  /**
   * Reads the records.
   *
   * @return how many there were
   * @throws PcrException when nothing more can be read
   */
  public int forEach(Listener listener) throws IOException {
    TfRecordReadOptions options = TfRecordReadOptions.DEFAULT.withLimits(limits);
    return forEach(TfRecordShard.open(source, entry, options), limits, listener);
  }

  /** As {@link #forEach(Listener)}, of a file of which no manifest says anything. */
  public static int forEach(TfRecordFile file, Limits limits, Listener listener)
      throws IOException {
    try (TfRecordReader reader = file.records()) {
      int number = 0;
      boolean more = true;
      while (more) {
        Optional<TfRecord> record = Optional.empty();
        try {
          record = reader.next();
          if (record.isEmpty()) {
            return number;
          }
        } catch (IOException e) {
          boolean isOne = e instanceof PcrException.Corrupt && reader.lostTail().isEmpty();
          if (!isOne) {
            listener.ended(number, e);
            return number;
          }
          listener.damaged(number, (PcrException) e);
        }
        more = record.isEmpty() || give(number, record.get(), limits, listener);
        number++;
      }
      return number;
    }
  }

  private static boolean give(int number, TfRecord record, Limits limits, Listener listener)
      throws IOException {
    ImageExample sample;
    try {
      sample = TfRecordShard.sample(record, limits);
    } catch (PcrException.Corrupt e) {
      listener.damaged(number, e);
      return true;
    }
    return listener.sample(number, record, sample);
  }
}
