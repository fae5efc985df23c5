package io.pcr.benchmarks.choice;

import io.pcr.codecs.jpeg.ScanTargets;
import io.pcr.codecs.jpeg.ScanTargets.Preference;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * Prints what images cost at each quality, with scans chosen for each: bytes of the originals, what
 * was predicted against what is measured, time. Constants are fitted on images whose name has an
 * even CRC-32, so the odd ones are those to look at.
 */
public final class ChoiceFigures {
  private static final String USAGE =
      "usage: ChoiceFigures FOLDER (even|odd|all) MOST-IMAGES ROUNDS (BYTES|BALANCED|DECODE)";
  private static final int ARGUMENTS = 5;
  private static final List<Double> TARGETS = List.of(.90, .95, .96, .98, .99);
  private static final List<Double> GOALS = List.of(.95, .96, .98);

  private ChoiceFigures() {}

  /** Prints a table to standard output. */
  public static void main(String[] args) throws IOException {
    if (args.length != ARGUMENTS) {
      throw new IllegalArgumentException(USAGE);
    }
    List<Path> files = files(Path.of(args[0]), args[1], Integer.parseInt(args[2]));
    ScanTargets targets = ScanTargets.ofQualities(TARGETS, Preference.valueOf(args[4]));
    print(files, targets, Integer.parseInt(args[3]), System.out);
  }

  static void print(List<Path> files, ScanTargets targets, int rounds, PrintStream out)
      throws IOException {
    List<MeasuredImage> images = new ArrayList<>();
    try (ImageMeasurement measurement = new ImageMeasurement(targets, rounds)) {
      for (Path file : files) {
        images.add(measurement.measure(file));
      }
    }
    out.print(new ChoiceTable(images).text(GOALS));
  }

  /** In the order of their hashes, so that some stand for all. */
  static List<Path> files(Path folder, String half, int most) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile)
          .filter(file -> half.equals("all") || (hash(file) % 2 == 0) == half.equals("even"))
          .sorted(Comparator.comparingLong(ChoiceFigures::hash).thenComparing(Path::toString))
          .limit(most)
          .toList();
    }
  }

  private static long hash(Path file) {
    CRC32 crc = new CRC32();
    crc.update(file.getFileName().toString().getBytes(StandardCharsets.UTF_8));
    return crc.getValue();
  }
}
