package io.pcr.reader.quality;

import io.pcr.format.quality.QualityMeasure;
import io.pcr.format.quality.Reconstruction;
import io.pcr.format.quality.ViewSize;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What was measured of all images, by how they were compared and fidelity. Which there are is
 * fixed; each can be added to from any thread.
 */
final class CurveMeasures {
  private final int groupCount;
  private final Map<QualityMeasure, List<ImageMeasures>> byMeasure = new LinkedHashMap<>();

  CurveMeasures(List<QualityMeasure> measures, int groupCount) {
    this.groupCount = groupCount;
    for (QualityMeasure measure : measures) {
      List<ImageMeasures> groups = new ArrayList<>();
      for (int group = 1; group <= groupCount; group++) {
        groups.add(new ImageMeasures());
      }
      byMeasure.put(measure, List.copyOf(groups));
    }
  }

  int groupCount() {
    return groupCount;
  }

  List<QualityMeasure> measures() {
    return List.copyOf(byMeasure.keySet());
  }

  boolean wants(QualityMeasure measure) {
    return byMeasure.containsKey(measure);
  }

  List<ViewSize> sizes() {
    return byMeasure.keySet().stream().map(QualityMeasure::at).distinct().toList();
  }

  List<Reconstruction> reconstructions() {
    return byMeasure.keySet().stream().map(QualityMeasure::reconstruction).distinct().toList();
  }

  ImageMeasures of(QualityMeasure measure, int group) {
    return byMeasure.get(measure).get(group - 1);
  }
}
