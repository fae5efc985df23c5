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

  /** Of each entry, whether its sample was in memory since an earlier epoch. */
  final boolean[] wasHeld;

  /** Of each entry, the part that the sample is from. */
  final int[] parts;

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
    this.wasHeld = new boolean[capacity];
    this.parts = new int[capacity];
    this.samples = new long[capacity];
  }

  /** How many samples were in memory, or came from the cache; known when they have been read. */
  int cacheHits() {
    int hits = 0;
    for (int entry = 0; entry < entries.size(); entry++) {
      hits += wasHeld[entry] || pieces[entry].isFromCache() ? 1 : 0;
    }
    return hits;
  }
}
