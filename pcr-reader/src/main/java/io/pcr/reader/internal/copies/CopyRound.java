package io.pcr.reader.internal.copies;

import io.pcr.reader.PcrDataset;
import io.pcr.reader.internal.quality.ProgressiveSamples;
import io.pcr.reader.internal.quality.SpreadImages;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Copies of all images in some qualities: each image is decoded once. Thread-safe. */
final class CopyRound {
  private final PcrDataset dataset;
  private final Map<CopyFormat, Set<Integer>> wanted;

  private record Copy(CopyFormat format, CopyCurve.Point point) {}

  private final List<Copy> copies = new ArrayList<>();

  CopyRound(PcrDataset dataset, Map<CopyFormat, Set<Integer>> wanted) {
    this.dataset = dataset;
    this.wanted = Map.copyOf(wanted);
  }

  SpreadImages.Visitor visitor() {
    CopyEncoder encoder = new CopyEncoder(dataset.options().limits());
    return new SpreadImages.Visitor() {
      @Override
      public void visit(ProgressiveSamples.Place place) throws IOException {
        encoder.image(place.sample(dataset, dataset.groupCount()));
        for (Map.Entry<CopyFormat, Set<Integer>> each : wanted.entrySet()) {
          for (int quality : each.getValue()) {
            add(new Copy(each.getKey(), encoder.encode(each.getKey(), quality)));
          }
        }
      }

      @Override
      public void close() {
        encoder.close();
      }
    };
  }

  private synchronized void add(Copy copy) {
    copies.add(copy);
  }

  /** The means over all images, by quality. */
  synchronized List<CopyCurve.Point> points(CopyFormat format) {
    return wanted.getOrDefault(format, Set.of()).stream().map(q -> point(format, q)).toList();
  }

  private CopyCurve.Point point(CopyFormat format, int quality) {
    List<CopyCurve.Point> points =
        copies.stream()
            .filter(copy -> copy.format() == format && copy.point().quality() == quality)
            .map(Copy::point)
            .toList();
    double bytes = points.stream().mapToDouble(CopyCurve.Point::meanBytes).average().orElseThrow();
    // Sorted first, so that the sum does not depend on which thread came first.
    double similarity =
        points.stream().mapToDouble(CopyCurve.Point::msSsim).sorted().average().orElseThrow();
    return new CopyCurve.Point(quality, bytes, similarity);
  }
}
