package io.pcr.tfrecord.internal;

/** What a reader of records does when it meets damage. */
public enum TfRecordDamage {
  /** Throws. */
  FAIL,
  /**
   * Goes on with the next record, and counts. Behind a damaged length, a truncation or a damaged
   * compressed stream there is no next record to be found: reading ends there, and the reader tells
   * why.
   */
  SKIP
}
