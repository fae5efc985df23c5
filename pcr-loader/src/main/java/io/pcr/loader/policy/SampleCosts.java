package io.pcr.loader.policy;

import java.io.IOException;

/**
 * What a sample of a run costs at a fidelity, on average (spec/loader.md 10.1). The same on all
 * ranks.
 */
@FunctionalInterface
public interface SampleCosts {
  /** What every image takes besides its coded data, as bytes of coded data. */
  long WORK_PER_IMAGE = 8192;

  /** The bytes that are read at a fidelity from 1 to 64. */
  long bytes(int fidelity) throws IOException;

  /** What decoding takes, as bytes of coded data. */
  default long work(int fidelity) throws IOException {
    return bytes(fidelity) + WORK_PER_IMAGE;
  }
}
