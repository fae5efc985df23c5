package io.pcr.loader.internal.policy;

import io.pcr.loader.policy.DecisionPoint;
import java.io.IOException;

/** Where the cosines of a decision come from. */
public interface CosineSource {
  /** For each candidate its cosines, in millionths. */
  int[][] at(DecisionPoint point) throws IOException;
}
