package io.pcr.benchmarks.scripts;

import io.pcr.format.script.ScanScripts;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Tries scan scripts on the images at even positions of a directory, in the order of their paths,
 * and prints those that no other beats in bytes at three similarities, in bytes in all and in speed
 * of decoding, with their figures on the images at odd positions, which chose nothing. Writes a
 * picture of all.
 *
 * <pre>
 * ScanScriptSearch DIRECTORY PICTURE.svg
 * </pre>
 */
public final class ScanScriptSearch {
  private static final int ROUNDS = 3;

  private final PrintStream out = System.out;
  private final List<SourceImage> even = new ArrayList<>();
  private final List<SourceImage> odd = new ArrayList<>();

  private ScanScriptSearch(List<SourceImage> images) {
    for (int i = 0; i < images.size(); i++) {
      (i % 2 == 0 ? even : odd).add(images.get(i));
    }
  }

  /** Searches. */
  public static void main(String[] args) throws IOException {
    if (args.length != 2) {
      throw new IllegalArgumentException("usage: ScanScriptSearch DIRECTORY PICTURE.svg");
    }
    new ScanScriptSearch(SourceImage.readAll(Path.of(args[0]))).run(Path.of(args[1]));
  }

  private void run(Path picture) throws IOException {
    List<ScanScripts> candidates = ScriptFamily.candidates();
    List<ScriptResult> results = new ArrayList<>();
    for (ScanScripts candidate : candidates) {
      results.add(measure(candidate, even));
    }
    List<ScriptResult> front = ScriptResult.front(results);
    out.printf("%d scripts, of which %d are beaten by none%n%n", results.size(), front.size());
    out.println(
        "| script | even: .95 | .96 | .98 | all | decode | odd: .95 | .96 | .98 | all | decode |");
    out.println("|---|---|---|---|---|---|---|---|---|---|---|");
    List<ScriptResult> shown = new ArrayList<>(results.subList(0, ScriptFamily.named().size()));
    front.stream()
        .filter(result -> !shown.contains(result))
        .sorted(Comparator.comparingDouble(ScriptResult::decodeSpeed))
        .toList()
        .forEach(shown::add);
    for (ScriptResult result : shown) {
      ScriptResult held = measure(candidates.get(results.indexOf(result)), odd);
      String mark = front.contains(result) ? "" : " (beaten)";
      out.printf("| %s%s | %s | %s |%n", result.name(), mark, cells(result), cells(held));
    }
    Files.writeString(picture, new FrontPicture(results, front).svg());
  }

  private static ScriptResult measure(ScanScripts scripts, List<SourceImage> images)
      throws IOException {
    try (ScriptMeasurement measurement = ScriptMeasurement.ofTheWhole(scripts, ROUNDS)) {
      return ScriptResult.of(scripts.name(), measurement.curve(images));
    }
  }

  private static String cells(ScriptResult result) {
    StringBuilder cells = new StringBuilder();
    for (double bytes : result.bytesAtTargets()) {
      cells.append(String.format(Locale.ROOT, "%.3f | ", bytes));
    }
    return cells
        .append(String.format(Locale.ROOT, "%.3f | %.2f", result.bytes(), result.decodeSpeed()))
        .toString();
  }
}
