package io.pcr.tools.terminal;

import io.pcr.format.internal.text.Printable;
import io.pcr.format.internal.text.Units;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How far the work is, and the line that says so. Immutable.
 *
 * @param label the work, one word
 * @param unit singular of what is counted
 * @param total how many there are, or {@link #UNKNOWN}
 * @param bytesTotal how many bytes there are to read, or {@link #UNKNOWN}
 * @param done how many are done
 * @param bytesIn bytes read
 * @param bytesOut bytes written; 0 when the work writes nothing
 * @param rate bytes read per second, without what an earlier run had done
 * @param remaining time left, or null when it cannot be told
 */
record ProgressState(
    String label,
    String unit,
    long total,
    long bytesTotal,
    long done,
    long bytesIn,
    long bytesOut,
    double rate,
    Duration remaining) {
  static final long UNKNOWN = -1;

  private static final int BAR = 20;

  /** The line on {@code columns} columns: what fits, the most telling parts first. */
  String line(int columns) {
    // The last column stays free: some terminals wrap as soon as it is written.
    int room = columns - 1;
    String best = "";
    for (List<String> parts : shapes()) {
      String line = String.join("  ", parts);
      if (Printable.columns(line) <= room) {
        return line;
      }
      best = line;
    }
    return Printable.cut(best, room);
  }

  /** From the widest to the narrowest. */
  private List<List<String>> shapes() {
    String percent = total == UNKNOWN && bytesTotal == UNKNOWN ? null : percent();
    String count =
        total == UNKNOWN ? Units.count(done) : Units.count(done) + "/" + Units.count(total);
    String counted = count + " " + unit + "s";
    String speed = bytesIn == 0 ? null : Units.bytesPerSecond(rate);
    String ratio = bytesOut == 0 ? null : "out " + Units.percent(bytesOut, bytesIn);
    String eta = remaining == null ? null : "ETA " + Units.duration(remaining);
    String bar = percent == null ? null : bar();
    return List.of(
        parts(label, bar, percent, counted, speed, ratio, eta),
        parts(label, percent, counted, speed, ratio, eta),
        parts(label, percent, counted, speed, eta),
        parts(label, percent, speed, eta),
        parts(percent, speed, eta),
        parts(percent, eta),
        parts(percent == null ? count : percent));
  }

  private static List<String> parts(String... parts) {
    List<String> present = new ArrayList<>();
    for (String part : parts) {
      if (part != null) {
        present.add(part);
      }
    }
    return present;
  }

  private double fraction() {
    double whole = bytesTotal > 0 ? bytesTotal : total;
    double part = bytesTotal > 0 ? bytesIn : done;
    return whole <= 0 ? 1 : Math.min(1, part / whole);
  }

  private String percent() {
    // Rounded down: 100% is said when it is true.
    return (int) (fraction() * 100) + "%";
  }

  private String bar() {
    int filled = (int) (fraction() * BAR);
    return "[" + "#".repeat(filled) + "-".repeat(BAR - filled) + "]";
  }
}
