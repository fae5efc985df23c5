package io.pcr.benchmarks.choice;

import io.pcr.benchmarks.c.ReferenceScripts;
import io.pcr.codecs.jpeg.ScanTargets;
import io.pcr.codecs.jpeg.ScanTargets.Preference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * What is predicted of made pictures of one kind, against what is measured; and what they cost,
 * beside one script for all. Immutable.
 *
 * @param chosen with scans chosen for each picture
 * @param before with the script {@code reference}
 */
record KindFigures(MadePicture kind, ChoiceTable chosen, ChoiceTable before) {
  static final List<Double> GOALS = List.of(.95, .96, .98);
  private static final int PICTURES = 43;
  private static final List<Double> TARGETS = List.of(.90, .95, .96, .98, .99);
  private static final ScanTargets CHOSEN = ScanTargets.ofQualities(TARGETS, Preference.BALANCED);

  /**
   * Prints the table of all kinds, and paints the worst picture of each where a folder is named.
   */
  public static void main(String[] args) throws IOException {
    StringBuilder worst = new StringBuilder();
    for (MadePicture kind : MadePicture.values()) {
      KindFigures figures = measure(kind);
      System.out.println(figures.row());
      worst.append(figures.worstRow()).append('\n');
      if (args.length > 0) {
        Path file = Path.of(args[0]).resolve(kind.name().toLowerCase(Locale.ROOT) + ".jpg");
        Files.write(file, new WorstPictures(kind, CHOSEN).paint(figures.worstSeeds(), groups()));
      }
    }
    System.out.print(worst);
  }

  static KindFigures measure(MadePicture kind) throws IOException {
    try (ImageMeasurement chosen = new ImageMeasurement(CHOSEN, 1);
        ImageMeasurement before = new ImageMeasurement(ReferenceScripts.read(), 1)) {
      return new KindFigures(kind, measure(kind, chosen), measure(kind, before));
    }
  }

  private static ChoiceTable measure(MadePicture kind, ImageMeasurement measurement)
      throws IOException {
    List<MeasuredImage> images = new ArrayList<>();
    for (int seed = 0; seed < PICTURES; seed++) {
      images.add(measurement.measure(kind + " " + seed, kind.jpeg(seed)));
    }
    return new ChoiceTable(images);
  }

  private static List<Integer> groups() {
    return GOALS.stream().map(TARGETS::indexOf).toList();
  }

  /** Mean of measured less predicted, of all pictures at all goals. */
  double bias() {
    return Arrays.stream(errors()).average().orElseThrow();
  }

  double deviation() {
    double bias = bias();
    return Math.sqrt(
        Arrays.stream(errors()).map(e -> (e - bias) * (e - bias)).average().orElseThrow());
  }

  private double[] errors() {
    return groups().stream()
        .flatMap(group -> chosen.images().stream().map(image -> image.points().get(group)))
        .mapToDouble(point -> point.measured() - point.predicted())
        .toArray();
  }

  /** Bytes at a goal, over those that the one script needs for the same mean. */
  double bytes(double goal) {
    int group = TARGETS.indexOf(goal);
    return chosen.bytes(group) / bytesFor(chosen.mean(group), before);
  }

  /** What a mean quality costs with one script, between its groups in proportion. */
  private static double bytesFor(double mean, ChoiceTable table) {
    int group = 1;
    while (table.mean(group) < mean) {
      group++;
    }
    double share = (mean - table.mean(group - 1)) / (table.mean(group) - table.mean(group - 1));
    return table.bytes(group - 1) + share * (table.bytes(group) - table.bytes(group - 1));
  }

  private String row() {
    StringBuilder row = new StringBuilder();
    row.append(String.format(Locale.ROOT, "| %s | %+.4f | %.4f |", kind, bias(), deviation()));
    GOALS.forEach(goal -> row.append(String.format(Locale.ROOT, " %.2f |", bytes(goal))));
    for (int group : groups()) {
      double[] error = chosen.error(group);
      row.append(String.format(Locale.ROOT, " %+.4f (%.4f) |", error[0], error[1]));
    }
    return row.toString();
  }

  /** The number of the picture that shows least at each goal. */
  private List<Integer> worstSeeds() {
    return groups().stream().map(this::worst).toList();
  }

  private int worst(int group) {
    List<Integer> seeds = new ArrayList<>();
    for (int seed = 0; seed < chosen.images().size(); seed++) {
      seeds.add(seed);
    }
    seeds.sort(
        Comparator.comparingDouble(
            seed -> chosen.images().get(seed).points().get(group).measured()));
    return seeds.get(0);
  }

  private String worstRow() {
    StringBuilder row = new StringBuilder("| " + kind + " |");
    for (int group : groups()) {
      MeasuredImage image = chosen.images().get(worst(group));
      MeasuredImage.Point point = image.points().get(group);
      row.append(
          String.format(
              Locale.ROOT,
              " %.3f for %.3f, %.0f%% of %.0f kB |",
              point.measured(),
              point.predicted(),
              100. * point.bytes() / image.originalBytes(),
              image.originalBytes() / 1e3));
    }
    return row.toString();
  }
}
