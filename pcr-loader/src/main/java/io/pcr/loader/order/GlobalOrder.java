package io.pcr.loader.order;

/** All samples in any order (spec/loader.md 4.2). */
record GlobalOrder(long samples, long key) implements EpochOrder {
  @Override
  public long index(long position) {
    return KeyedPermutation.permute(key, samples, position);
  }

  @Override
  public int lane(long position) {
    return 0;
  }
}
