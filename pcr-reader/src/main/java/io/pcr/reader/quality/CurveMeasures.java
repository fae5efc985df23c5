package io.pcr.reader.quality;

import io.pcr.format.quality.Reconstruction;
import io.pcr.format.quality.ViewSize;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What was measured of all images, by viewing and fidelity. Which there are is fixed; each can be
 * added to from any thread.
 */
final class CurveMeasures {
  private final int groupCount;
  private final Map<Viewing, List<ImageMeasures>> byViewing = new LinkedHashMap<>();

  CurveMeasures(List<Viewing> viewings, int groupCount) {
    this.groupCount = groupCount;
    for (Viewing viewing : viewings) {
      List<ImageMeasures> groups = new ArrayList<>();
      for (int group = 1; group <= groupCount; group++) {
        groups.add(new ImageMeasures());
      }
      byViewing.put(viewing, List.copyOf(groups));
    }
  }

  int groupCount() {
    return groupCount;
  }

  List<Viewing> viewings() {
    return List.copyOf(byViewing.keySet());
  }

  boolean wants(Viewing viewing) {
    return byViewing.containsKey(viewing);
  }

  List<ViewSize> sizes() {
    return byViewing.keySet().stream().map(Viewing::at).distinct().toList();
  }

  List<Reconstruction> reconstructions() {
    return byViewing.keySet().stream().map(Viewing::reconstruction).distinct().toList();
  }

  ImageMeasures of(Viewing viewing, int group) {
    return byViewing.get(viewing).get(group - 1);
  }
}
