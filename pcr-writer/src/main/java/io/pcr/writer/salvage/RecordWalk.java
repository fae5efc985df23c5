package io.pcr.writer.salvage;

import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.tfrecord.internal.TfRecord;
import io.pcr.tfrecord.internal.TfRecordFile;
import io.pcr.tfrecord.internal.TfRecordShard;
import io.pcr.tfrecord.internal.TfRecordWalk;
import io.pcr.tfrecord.internal.example.ImageExample;
import java.io.IOException;
import java.util.List;
import java.util.OptionalInt;

/**
 * The samples of a TFRecord file that can be read, whatever is damaged between them: one after the
 * other as far as one leads to the next, behind that by the places that are known otherwise. The
 * same file gives the same, however often. For one thread.
 */
final class RecordWalk {
  /** Knows where records are. */
  interface Places {
    /** The places at which a record may be, the likeliest first. */
    List<Place> places(int number) throws IOException;

    /** The number behind the last record whose place may be known. */
    int end() throws IOException;
  }

  /** Where a record is. */
  interface Place {
    /** The record there, in a buffer of its own. */
    TfRecord read(TfRecordFile file) throws IOException;
  }

  /** Takes what is found, in the order of the records. */
  interface Listener {
    /**
     * A sample.
     *
     * @param record valid until this returns
     */
    void sound(int number, TfRecord record, ImageExample sample) throws IOException;

    /** A record that is damaged, or holds no sample. */
    default void lost(int number, Loss.Cause cause) {}

    /** Nothing is known of the records from this number on. */
    default void lostFrom(int number, Loss.Cause cause) {}
  }

  private final TfRecordFile file;
  private final OptionalInt count;
  private final Places places;
  private final Limits limits;
  private Loss.Cause end;

  /**
   * @param count of the records that there should be, if it is known
   */
  RecordWalk(TfRecordFile file, OptionalInt count, Places places, Limits limits) {
    this.file = file;
    this.count = count;
    this.places = places;
    this.limits = limits;
  }

  /** Gives what there is; returns how many records stand in the file, damaged ones included. */
  int forEach(Listener listener) throws IOException {
    int next = walk(listener);
    if (end == null && next >= count.orElse(next)) {
      return next;
    }
    Loss.Cause cause = end == null ? Loss.Cause.missing("the file ends before it") : end;
    int behind =
        file.compression().isSeekable() ? Math.min(count.orElse(next), places.end()) : next;
    for (int number = next; number < behind; number++) {
      jump(number, cause, listener);
    }
    int reached = Math.max(next, behind);
    if (behind <= next || reached < count.getAsInt()) {
      listener.lostFrom(reached, cause);
    }
    return reached;
  }

  /** Returns the number of the first record that nothing leads to. */
  private int walk(Listener listener) throws IOException {
    return TfRecordWalk.forEach(
        file,
        limits,
        new TfRecordWalk.Listener() {
          @Override
          public boolean sample(int number, TfRecord record, ImageExample sample)
              throws IOException {
            listener.sound(number, record, sample);
            return true;
          }

          @Override
          public void damaged(int number, PcrException damage) {
            listener.lost(number, Loss.Cause.of(damage));
          }

          @Override
          public void ended(int number, IOException failure) throws IOException {
            DamageOrShortage.requireDamage(failure);
            end = Loss.Cause.of(failure);
          }
        });
  }

  private void jump(int number, Loss.Cause otherwise, Listener listener) throws IOException {
    Loss.Cause cause = otherwise;
    for (Place place : places.places(number)) {
      TfRecord record;
      ImageExample sample;
      try {
        record = place.read(file);
        sample = TfRecordShard.sample(record, limits);
      } catch (IOException e) {
        DamageOrShortage.requireDamage(e);
        cause = Loss.Cause.of(e);
        continue;
      }
      listener.sound(number, record, sample);
      return;
    }
    listener.lost(number, cause);
  }
}
