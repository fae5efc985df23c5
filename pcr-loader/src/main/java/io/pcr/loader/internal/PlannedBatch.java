package io.pcr.loader.internal;

import io.pcr.format.Fidelity;
import io.pcr.loader.batch.BatchEntries;

/**
 * A batch that is known and for whose samples memory is reserved: its entries, and where each of
 * them will be.
 */
final class PlannedBatch {
  /** Counted from the beginning of the run. */
  final long absolute;

  final long epoch;
  final long number;
  final Fidelity fidelity;
  final BatchEntries entries;
  final Piece[] pieces;

  /** Of each entry, its number in its piece. */
  final int[] places;

  /** Of each entry, the number of the sample in its dataset. */
  final long[] samples;

  PlannedBatch(long absolute, long epoch, long number, Fidelity fidelity, int capacity) {
    this.absolute = absolute;
    this.epoch = epoch;
    this.number = number;
    this.fidelity = fidelity;
    this.entries = new BatchEntries(capacity);
    this.pieces = new Piece[capacity];
    this.places = new int[capacity];
    this.samples = new long[capacity];
  }
}
