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
    long phase = offset % window;
    long number = (place + window - phase) / window;
    long begin = Math.max(0, number * window + phase - window);
    long end = Math.min(length, number * window + phase);
    long key = OrderNumbers.key(seed, epoch, purpose.id(), lane, number);
    return begin + KeyedPermutation.permute(key, end - begin, place - begin);
  }
}
