package io.pcr.reader.internal;

import io.pcr.format.Limits;
import io.pcr.reader.Sample;

/** A sample that knows the limits of the reader that it comes from. */
public interface LimitedSample extends Sample {
  /** What its image may cost. */
  Limits limits();

  /** Whether the image has the size that is stated for it, unless it is damaged. */
  boolean isSizeProved();
}
