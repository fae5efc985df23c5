package io.pcr.benchmarks.scaling;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Prints a table of what each step takes by the number of samples, each step in a process of its
 * own, so that its memory is its own; with a small heap, as the JVM would else take what the
 * machine has before it collects.
 *
 * <pre>
 * ScalingFigures WORK N [N ...]
 * </pre>
 */
public final class ScalingFigures {
  private static final String HEAP = "256m";

  private ScalingFigures() {}

  /**
   * Measures.
   *
   * @param args as above
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    Path work = Path.of(args[0]);
    System.out.println("samples | step | time | of it a sample | peak resident");
    System.out.println("---|---|---|---|---");
    for (int i = 1; i < args.length; i++) {
      long samples = Long.parseLong(args[i]);
      for (ScalingStep step : ScalingStep.values()) {
        String[] measured = run(step, work, samples).split(" ", -1);
        double seconds = Double.parseDouble(measured[0]);
        System.out.printf(
            Locale.ROOT,
            "%,d | %s | %.3f s | %.2f us | %.0f MB%n",
            samples,
            step.name().toLowerCase(Locale.ROOT),
            seconds,
            seconds * 1e6 / step.repeats(samples),
            Long.parseLong(measured[1]) / 1e3);
      }
    }
  }

  private static String run(ScalingStep step, Path work, long samples)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx" + HEAP,
            "-cp",
            System.getProperty("java.class.path"),
            ScalingStep.class.getName(),
            step.name(),
            work.toString(),
            Long.toString(samples)));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    if (process.waitFor() != 0) {
      throw new IOException(step + " of " + samples + " samples failed: " + out);
    }
    String[] lines = out.strip().split("\n", -1);
    return lines[lines.length - 1];
  }
}
