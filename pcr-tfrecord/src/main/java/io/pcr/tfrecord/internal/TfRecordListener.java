package io.pcr.tfrecord.internal;

import io.pcr.format.error.PcrException;
import java.io.IOException;

/** Takes the records of a file in their order, and says what is to be done about damage. */
@FunctionalInterface
public interface TfRecordListener {
  /**
   * A record.
   *
   * @param record valid until this returns
   * @return whether to go on
   */
  boolean record(TfRecord record) throws IOException;

  /**
   * A record whose data is damaged; the next one can be read. Throws the damage by default.
   *
   * @return whether to go on
   */
  default boolean damaged(long number, PcrException.Corrupt damage) throws IOException {
    throw damage;
  }

  /** No record from this number on can be found. Throws the damage by default. */
  default void lost(long number, PcrException.Corrupt damage) throws IOException {
    throw damage;
  }

  /** This record could not be read, for another reason than damage. Throws that by default. */
  default void failed(long number, IOException why) throws IOException {
    throw why;
  }
}
