package io.pcr.loader.batch;

/**
 * Sorts the places of a batch by lane and part, those of the same lane and part as they stand. A
 * place is packed into one number: 16 bits of lane, 8 of part, 32 of place.
 */
final class LaneSort {
  private LaneSort() {}

  static long pack(int lane, int part, int place) {
    return (long) lane << 40 | (long) part << 32 | place;
  }

  static int place(long packed) {
    return (int) packed;
  }
}
