package io.pcr.advisor.model;

import io.pcr.advisor.measure.Spread;
import io.pcr.format.Fidelity;
import io.pcr.loader.cache.LoaderCache;
import java.util.OptionalDouble;

/**
 * One way to store images and to read them. Immutable.
 *
 * @param form how they are stored
 * @param fidelity at which they are read
 * @param quality the MS-SSIM that the fidelity has; empty if nobody knows
 * @param bytes of an image, on average
 * @param ranges that a read of neighbours takes
 * @param decode seconds of one core for an image
 * @param cache what is kept besides
 * @param hit the share of the bytes that come from the cache, from 0 to 1
 */
public record Way(
    StoredForm form,
    Fidelity fidelity,
    OptionalDouble quality,
    double bytes,
    int ranges,
    Spread decode,
    LoaderCache.Kind cache,
    double hit) {
  public Way {
    if (!(bytes >= 0 && ranges >= 1 && hit >= 0 && hit <= 1)) {
      throw new IllegalArgumentException(bytes + " bytes, " + ranges + " ranges, hit " + hit);
    }
  }

  /** Whether it shows every coefficient. */
  public boolean isFull() {
    return fidelity.isFull();
  }
}
