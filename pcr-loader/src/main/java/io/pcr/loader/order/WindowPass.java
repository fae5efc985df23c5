package io.pcr.loader.order;

/**
 * Lets the samples of each window of a lane change places with each other (spec/loader.md 4.3).
 *
 * @param seed of the part
 * @param epoch of the part
 * @param purpose which pass this is
 * @param window samples of a window, at least 1
 */
record WindowPass(long seed, long epoch, Purpose purpose, long window) {
  /**
   * Where the sample at a place of the new order stood in the old one.
   *
   * @param offset where a window begins, from 0; windows begin at each multiple of their length
   *     from there, in both directions
   * @param length of the lane
   */
  long place(int lane, long offset, long length, long place) {
    long number = number(offset, place);
    long begin = begin(offset, number);
    long key = OrderNumbers.key(seed, epoch, purpose.id(), lane, number);
    return begin
        + KeyedPermutation.permute(key, end(offset, length, number) - begin, place - begin);
  }

  /** The number of the window of a place. */
  long number(long offset, long place) {
    return (place + window - offset % window) / window;
  }

  /** The first place of a window. */
  long begin(long offset, long number) {
    return Math.max(0, number * window + offset % window - window);
  }

  /** The place behind a window. */
  long end(long offset, long length, long number) {
    return Math.min(length, number * window + offset % window);
  }
}
