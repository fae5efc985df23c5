package io.pcr.loader.order;

/** The order of the dataset (spec/loader.md 4.1). */
record SequentialOrder(long samples) implements EpochOrder {
  @Override
  public long index(long position) {
    return position;
  }

  @Override
  public int lane(long position) {
    return 0;
  }
}
