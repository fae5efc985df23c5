package io.pcr.benchmarks.scripts;

import io.pcr.format.ColorClass;
import io.pcr.format.script.Scan;
import java.util.Arrays;

/** Which bits of which coefficients a prefix of scans has brought. */
final class CodedState {
  private static final int NOTHING = -1;

  private final int[][] bitPositions;

  CodedState(ColorClass colorClass) {
    bitPositions = new int[colorClass.componentCount()][Scan.MAX_COEFFICIENT + 1];
    for (int[] component : bitPositions) {
      Arrays.fill(component, NOTHING);
    }
  }

  void add(Scan scan) {
    for (int component : scan.components()) {
      Arrays.fill(bitPositions[component], scan.ss(), scan.se() + 1, scan.al());
    }
  }

  /** Equal for equal states. */
  String key() {
    return Arrays.deepToString(bitPositions);
  }
}
