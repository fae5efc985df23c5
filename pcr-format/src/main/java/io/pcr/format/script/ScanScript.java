package io.pcr.format.script;

import io.pcr.format.ColorClass;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The scans of one colour class in the order of the file. Valid by construction: a JPEG coded with
 * it is legal progressive, and complete to the last bit of every coefficient. Immutable and
 * thread-safe.
 *
 * <p>Group numbers never fall from one scan to the next and the first is 1; a later group may hold
 * no scan.
 *
 * @param colorClass the class that the script is for, not {@link ColorClass#OPAQUE}
 * @param scans at most {@link #MAX_SCANS}
 */
public record ScanScript(ColorClass colorClass, List<Scan> scans) {
  /** A decoder spends time per scan whatever the scan holds, so their number is bounded. */
  public static final int MAX_SCANS = 64;

  private static final int UNSEEN = -1;

  public ScanScript {
    scans = List.copyOf(scans);
    if (colorClass == ColorClass.OPAQUE) {
      throw new InvalidScanScriptException("opaque: samples that are not JPEG have no scan script");
    }
    if (scans.isEmpty() || scans.size() > MAX_SCANS) {
      throw new InvalidScanScriptException(
          colorClass.label() + ": a script has 1 to " + MAX_SCANS + " scans, not " + scans.size());
    }
    requireGroupsInOrder(colorClass, scans);
    requireProgression(colorClass, scans);
  }

  /** The highest group that holds a scan. */
  public int lastGroup() {
    return scans.get(scans.size() - 1).group();
  }

  /** How many scans the groups 1..{@code group} hold together. */
  public int scansThrough(int group) {
    int count = 0;
    while (count < scans.size() && scans.get(count).group() <= group) {
      count++;
    }
    return count;
  }

  /** The scans of one group; empty when the group holds nothing for this class. */
  public List<Scan> scansOf(int group) {
    return scans.subList(scansThrough(group - 1), scansThrough(group));
  }

  /**
   * The script in the syntax of {@code jpegtran -scans}, one scan a line, without group numbers.
   */
  public String toJpegtran() {
    return scans.stream().map(scan -> scan.toJpegtran() + "\n").collect(Collectors.joining());
  }

  /** The section of a script text: head and one scan a line. */
  public String toText() {
    return "["
        + colorClass.label()
        + "]\n"
        + scans.stream().map(scan -> scan + "\n").collect(Collectors.joining());
  }

  private static void requireGroupsInOrder(ColorClass colorClass, List<Scan> scans) {
    if (scans.get(0).group() != 1) {
      throw fault(
          colorClass, scans, 0, "the first scan must be in group 1, otherwise group 1 is empty");
    }
    for (int i = 1; i < scans.size(); i++) {
      if (scans.get(i).group() < scans.get(i - 1).group()) {
        throw fault(colorClass, scans, i, "its group is lower than that of the scan before it");
      }
    }
  }

  /** Follows the bit position of every coefficient through the scans (T.81 G.1.1.1). */
  private static void requireProgression(ColorClass colorClass, List<Scan> scans) {
    int[][] reached = new int[colorClass.componentCount()][Scan.MAX_COEFFICIENT + 1];
    for (int[] component : reached) {
      Arrays.fill(component, UNSEEN);
    }
    for (int i = 0; i < scans.size(); i++) {
      Scan scan = scans.get(i);
      for (int component : scan.components()) {
        if (component >= reached.length) {
          throw fault(
              colorClass,
              scans,
              i,
              "the class has " + reached.length + " components, so none is number " + component);
        }
        if (!scan.isDc() && reached[component][0] == UNSEEN) {
          throw fault(colorClass, scans, i, "AC comes before the DC of component " + component);
        }
        for (int k = scan.ss(); k <= scan.se(); k++) {
          String problem = problem(reached[component][k], scan);
          if (problem != null) {
            throw fault(
                colorClass,
                scans,
                i,
                "coefficient " + k + " of component " + component + " " + problem);
          }
          reached[component][k] = scan.al();
        }
      }
    }
    requireComplete(colorClass, reached);
  }

  private static String problem(int reached, Scan scan) {
    if (reached == UNSEEN) {
      return scan.isRefinement() ? "is refined before its first scan" : null;
    }
    if (!scan.isRefinement()) {
      return "has had its first scan already; a refinement has Ah = " + reached;
    }
    return scan.ah() == reached ? null : "is at Al " + reached + ", so Ah must be " + reached;
  }

  private static void requireComplete(ColorClass colorClass, int[][] reached) {
    for (int component = 0; component < reached.length; component++) {
      for (int k = 0; k <= Scan.MAX_COEFFICIENT; k++) {
        if (reached[component][k] != 0) {
          String state =
              reached[component][k] == UNSEEN
                  ? "in no scan"
                  : "left at Al " + reached[component][k];
          throw new InvalidScanScriptException(
              colorClass.label()
                  + ": coefficient "
                  + k
                  + " of component "
                  + component
                  + " is "
                  + state
                  + "; every coefficient must reach Al 0");
        }
      }
    }
  }

  private static InvalidScanScriptException fault(
      ColorClass colorClass, List<Scan> scans, int index, String problem) {
    return new InvalidScanScriptException(
        colorClass.label() + " scan " + (index + 1) + " \"" + scans.get(index) + "\": " + problem);
  }
}
