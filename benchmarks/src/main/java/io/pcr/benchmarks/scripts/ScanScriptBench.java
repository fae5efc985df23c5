package io.pcr.benchmarks.scripts;

import io.pcr.format.script.ScanScripts;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Prints what scan scripts cost and give on a directory of JPEGs, as the tables of {@code
 * docs/scan-scripts.md}: bytes relative to the originals, mean MS-SSIM to the original's pixels,
 * and speed of decoding relative to that of the originals, at each group. Images are taken in the
 * order of their paths; those at even positions are the ones that scripts are chosen on, the odd
 * ones are for checking.
 */
public final class ScanScriptBench {
  private static final String USAGE =
      "usage: ScanScriptBench [--scans] [--rounds=N] DIRECTORY (SCRIPT-NAME | SCRIPT-FILE)...";
  private static final String ROUNDS = "--rounds=";

  private final PrintStream out;
  private boolean byScan;
  private int rounds = 3;
  private final List<String> operands = new ArrayList<>();

  private ScanScriptBench(PrintStream out) {
    this.out = out;
  }

  /** Prints one table per script to standard output. */
  public static void main(String[] args) throws IOException {
    ScanScriptBench bench = new ScanScriptBench(System.out);
    bench.parse(args);
    bench.run();
  }

  private void parse(String[] args) {
    for (String arg : args) {
      if (arg.equals("--scans")) {
        byScan = true;
      } else if (arg.startsWith(ROUNDS)) {
        rounds = Integer.parseInt(arg.substring(ROUNDS.length()));
      } else {
        operands.add(arg);
      }
    }
    if (operands.size() < 2 || rounds < 1) {
      throw new IllegalArgumentException(USAGE);
    }
  }

  private void run() throws IOException {
    List<SourceImage> images = SourceImage.readAll(Path.of(operands.get(0)));
    warmUp(images);
    for (String operand : operands.subList(1, operands.size())) {
      ScanScripts scripts = scripts(operand);
      try (ScriptMeasurement measurement = new ScriptMeasurement(scripts, byScan, rounds)) {
        print(scripts.name(), measurement, measurement.run(images));
      }
    }
  }

  /** Without it the first script would decode a fifth slower than the same one later. */
  private void warmUp(List<SourceImage> images) throws IOException {
    try (ScriptMeasurement measurement =
        new ScriptMeasurement(scripts(operands.get(1)), byScan, 1)) {
      measurement.run(images);
    }
  }

  private static ScanScripts scripts(String operand) throws IOException {
    for (ScanScripts named : ScriptFamily.named()) {
      if (named.name().equals(operand)) {
        return named;
      }
    }
    return ScanScripts.parse(Files.readString(Path.of(operand)));
  }

  private void print(String name, ScriptMeasurement measurement, List<ScriptCurve> curves) {
    ScriptCurve even = curves.get(0);
    ScriptCurve odd = curves.get(1);
    out.printf("### %s%n%n", name);
    out.printf(
        "| %s | even: bytes | MS-SSIM | decode | odd: bytes | MS-SSIM | decode |%n",
        byScan ? "scan" : "group");
    out.println("|---|---|---|---|---|---|---|");
    for (int point = 0; point < even.points(); point++) {
      out.printf(
          "| %s | %s | %s |%n",
          measurement.pointName(point), cells(even, point), cells(odd, point));
    }
    out.println();
  }

  private static String cells(ScriptCurve curve, int point) {
    return String.format(
        Locale.ROOT,
        "%.4f | %.5f | %.2f",
        curve.relativeBytes(point),
        curve.meanMsSsim(point),
        curve.relativeDecodeSpeed(point));
  }
}
