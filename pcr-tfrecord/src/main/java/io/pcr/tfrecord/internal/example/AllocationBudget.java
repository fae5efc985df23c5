package io.pcr.tfrecord.internal.example;

import io.pcr.format.error.Limit;
import io.pcr.format.error.PcrException;
import io.pcr.tfrecord.internal.framing.RecordOrigin;
import io.pcr.tfrecord.internal.framing.TfRecordLayout;

/** Counts down what a message may still make its decoder allocate. Not thread-safe. */
final class AllocationBudget {
  private final long limit;
  private final RecordOrigin place;
  private long taken;

  AllocationBudget(long limit, RecordOrigin place) {
    this.limit = limit;
    this.place = place;
  }

  void take(long bytes) throws PcrException.LimitExceeded {
    taken += bytes;
    if (taken > limit) {
      throw new PcrException.LimitExceeded(
          place.field("data", TfRecordLayout.DATA_OFFSET), Limit.METADATA_BYTES, taken, limit);
    }
  }
}
