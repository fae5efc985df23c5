package io.pcr.benchmarks.fidelity;

import io.pcr.reader.quality.QualityCurve;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * A dataset that was converted and measured. Immutable.
 *
 * @param original bytes of the originals
 * @param whole bytes of the dataset, with metadata, manifest and restore data
 * @param images for each image its original's bytes, then those of its file at each fidelity
 * @param curves one for each way to look at the images; the first is that of the targets
 */
record MeasuredDataset(long original, long whole, List<long[]> images, List<QualityCurve> curves) {
  private static final double SLACK = .002;
  private static final int DRAWS = 1000;
  private static final double TAIL = .025;
  private static final int SEED = 1;

  MeasuredDataset {
    images = List.copyOf(images);
    curves = List.copyOf(curves);
  }

  QualityCurve.Point point(int group) {
    return curves.get(0).points().get(group - 1);
  }

  int groups() {
    return curves.get(0).points().size();
  }

  /** Bytes that a read at a fidelity takes, metadata included, over those of the originals. */
  double bytes(int group) {
    return point(group).prefixBytes() / (double) original;
  }

  double wholeShare() {
    return whole / (double) original;
  }

  /** The first group whose mean is at most .002 below a target. */
  int groupFor(double target) {
    int group = 1;
    while (point(group).msSsimMean() < target - SLACK) {
      group++;
    }
    return group;
  }

  /** 95% of what the bytes would be for other images of this kind. */
  double[] interval(int group) {
    Random random = new Random(SEED);
    double metadata = bytes(group) * original - sum(images, group);
    double[] draws = new double[DRAWS];
    for (int i = 0; i < DRAWS; i++) {
      List<long[]> drawn =
          random.ints(images.size(), 0, images.size()).mapToObj(images::get).toList();
      draws[i] = (sum(drawn, group) + metadata) / sum(drawn, 0);
    }
    Arrays.sort(draws);
    return new double[] {draws[(int) (TAIL * DRAWS)], draws[(int) ((1 - TAIL) * DRAWS) - 1]};
  }

  private static double sum(List<long[]> images, int at) {
    return images.stream().mapToDouble(image -> image[at]).sum();
  }
}
