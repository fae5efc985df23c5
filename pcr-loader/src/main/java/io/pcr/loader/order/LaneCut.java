package io.pcr.loader.order;

/**
 * How a sequence of samples is cut into lanes of nearly equal length, and which place of which lane
 * each position of the epoch is (spec/loader.md 4.3).
 *
 * @param samples in the sequence
 * @param lanes at least 1
 */
record LaneCut(long samples, int lanes) {
  /** The length that every lane has; some have one sample more. */
  long shortLength() {
    return samples / lanes;
  }

  long start(int lane) {
    return lane * shortLength() + Math.min(lane, samples % lanes);
  }

  long length(int lane) {
    return shortLength() + (lane < samples % lanes ? 1 : 0);
  }

  int lane(long position) {
    long even = shortLength() * lanes;
    return (int) (position < even ? position % lanes : position - even);
  }

  /** The position of a place of a lane. */
  long position(int lane, long place) {
    return place < shortLength() ? place * lanes + lane : shortLength() * lanes + lane;
  }

  long place(long position) {
    return position < shortLength() * lanes ? position / lanes : shortLength();
  }
}
