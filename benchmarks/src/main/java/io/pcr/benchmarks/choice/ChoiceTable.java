package io.pcr.benchmarks.choice;

import io.pcr.benchmarks.choice.MeasuredImage.Point;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/** What many images say together. Immutable. */
record ChoiceTable(List<MeasuredImage> images) {
  private static final double SLACK = .002;
  private static final int DRAWS = 1000;
  private static final double TAIL = .025;
  private static final int SEED = 1;
  private static final double TENTH = .1;

  ChoiceTable {
    images = List.copyOf(images);
  }

  int groups() {
    return images.get(0).points().size();
  }

  /** Bytes of a group's prefixes over those of the originals. */
  double bytes(int group) {
    return bytes(images, group);
  }

  double mean(int group) {
    return measured(group).average().orElseThrow();
  }

  double tenthPercentile(int group) {
    double[] sorted = measured(group).sorted().toArray();
    return sorted[(int) (TENTH * sorted.length)];
  }

  private DoubleStream measured(int group) {
    return images.stream().mapToDouble(image -> image.points().get(group).measured());
  }

  /** The first group whose mean is at most .002 below a target; -1: none. */
  int groupFor(double target) {
    for (int group = 0; group < groups(); group++) {
      if (mean(group) >= target - SLACK) {
        return group;
      }
    }
    return -1;
  }

  /** 95% of what the bytes would be for other images of this kind. */
  double[] interval(int group) {
    Random random = new Random(SEED);
    double[] draws = new double[DRAWS];
    for (int i = 0; i < DRAWS; i++) {
      List<MeasuredImage> drawn = new ArrayList<>();
      for (int n = 0; n < images.size(); n++) {
        drawn.add(images.get(random.nextInt(images.size())));
      }
      draws[i] = bytes(drawn, group);
    }
    Arrays.sort(draws);
    return new double[] {draws[(int) (TAIL * DRAWS)], draws[(int) ((1 - TAIL) * DRAWS) - 1]};
  }

  /** Mean of measured less predicted, and the standard deviation. */
  double[] error(int group) {
    double[] errors =
        images.stream()
            .map(image -> image.points().get(group))
            .mapToDouble(point -> point.measured() - point.predicted())
            .toArray();
    double bias = Arrays.stream(errors).average().orElseThrow();
    double square = Arrays.stream(errors).map(e -> (e - bias) * (e - bias)).average().orElseThrow();
    return new double[] {bias, Math.sqrt(square)};
  }

  private static double bytes(List<MeasuredImage> images, int group) {
    return sum(images, image -> image.points().get(group).bytes())
        / sum(images, MeasuredImage::originalBytes);
  }

  private static double sum(List<MeasuredImage> images, ToDoubleFunction<MeasuredImage> of) {
    return images.stream().mapToDouble(of).sum();
  }

  /** Speed of decoding, of the originals' decoding. */
  double decodeSpeed(int group) {
    return sum(images, MeasuredImage::originalDecodeNanos)
        / sum(images, image -> point(image, group).decodeNanos());
  }

  private static Point point(MeasuredImage image, int group) {
    return image.points().get(group);
  }

  String text(List<Double> targets) {
    StringBuilder text = new StringBuilder();
    add(
        text,
        "%d images, %.1f scans, %.2f ms an image%n",
        images.size(),
        sum(images, MeasuredImage::scans) / images.size(),
        sum(images, MeasuredImage::transcodeNanos) / images.size() / 1e6);
    add(
        text,
        "| group | bytes | MS-SSIM | p10 | bias | sd | decode |%n|---|---|---|---|---|---|---|%n");
    for (int group = 0; group < groups(); group++) {
      double[] error = error(group);
      add(
          text,
          "| %d | %.4f | %.4f | %.4f | %+.4f | %.4f | %.2f |%n",
          group + 1,
          bytes(group),
          mean(group),
          tenthPercentile(group),
          error[0],
          error[1],
          decodeSpeed(group));
    }
    for (double target : targets) {
      int group = groupFor(target);
      double[] interval = interval(group);
      add(
          text,
          "%.2f: group %d, %.4f of the bytes (%.4f to %.4f)%n",
          target,
          group + 1,
          bytes(group),
          interval[0],
          interval[1]);
    }
    return text.toString();
  }

  private static void add(StringBuilder text, String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values));
  }
}
