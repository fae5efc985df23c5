package io.pcr.tfrecord.internal;

import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import io.pcr.tfrecord.internal.example.ImageExample;
import java.io.IOException;

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
      return Math.toIntExact(reader.forEach(new Samples(limits, listener)));
    }
  }

  /** Whether a file holds an intact sample, as far as one record leads to the next. */
  public static boolean hasSample(TfRecordFile file, Limits limits) throws IOException {
    boolean[] has = new boolean[1];
    forEach(
        file,
        limits,
        new Listener() {
          @Override
          public boolean sample(int number, TfRecord record, ImageExample sample) {
            has[0] = true;
            return false;
          }

          @Override
          public void damaged(int number, PcrException damage) {
            // A later one may be intact.
          }
        });
    return has[0];
  }

  /** Gives the samples in records. */
  private record Samples(Limits limits, Listener listener) implements TfRecordListener {
    @Override
    public boolean record(TfRecord record) throws IOException {
      int number = (int) record.origin().number();
      ImageExample sample;
      try {
        sample = TfRecordShard.sample(record, limits);
      } catch (PcrException.Corrupt e) {
        listener.damaged(number, e);
        return true;
      }
      return listener.sample(number, record, sample);
    }

    @Override
    public boolean damaged(long number, PcrException.Corrupt damage) throws IOException {
      listener.damaged((int) number, damage);
      return true;
    }

    @Override
    public void lost(long number, PcrException.Corrupt damage) throws IOException {
      listener.ended((int) number, damage);
    }

    @Override
    public void failed(long number, IOException why) throws IOException {
      listener.ended((int) number, why);
    }
  }
}
