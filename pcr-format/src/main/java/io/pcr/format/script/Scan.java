package io.pcr.format.script;

import io.pcr.format.Fidelity;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One scan of a progressive JPEG and the scan group that holds it. Immutable and thread-safe.
 *
 * @param components indices into the frame's components, ascending
 * @param ss first coefficient in zigzag order; 0 is DC
 * @param se last coefficient
 * @param ah bit position of the scan that this one refines, 0 when it is the first for its
 *     coefficients
 * @param al bit position that this scan brings the coefficients to; 0 is full precision
 * @param group the scan group, from 1
 */
public record Scan(List<Integer> components, int ss, int se, int ah, int al, int group) {
  public static final int MAX_COMPONENTS = 4;
  public static final int MAX_COEFFICIENT = 63;

  /** The highest bit position that libjpeg accepts for 8-bit samples. */
  public static final int MAX_BIT_POSITION = 10;

  public static final int MAX_GROUP = Fidelity.MAX_GROUPS;

  public Scan {
    components = List.copyOf(components);
    String scan = text(components, ss, se, ah, al, group);
    require(
        !components.isEmpty() && components.size() <= MAX_COMPONENTS,
        scan,
        "a scan has 1 to 4 components");
    for (int i = 0; i < components.size(); i++) {
      int component = components.get(i);
      require(component >= 0 && component < MAX_COMPONENTS, scan, "components are 0 to 3");
      require(i == 0 || components.get(i - 1) < component, scan, "components must ascend");
    }
    require(0 <= ss && ss <= se && se <= MAX_COEFFICIENT, scan, "0 <= Ss <= Se <= 63 must hold");
    require(ss > 0 || se == 0, scan, "a progressive scan holds DC (0-0) or AC (from 1), not both");
    require(ss == 0 || components.size() == 1, scan, "an AC scan has exactly one component");
    require(0 <= ah && ah <= MAX_BIT_POSITION, scan, "Ah must be 0 to 10");
    require(0 <= al && al <= MAX_BIT_POSITION, scan, "Al must be 0 to 10");
    require(
        ah == 0 || al == ah - 1,
        scan,
        "a refinement lowers Al by exactly one, so Ah must be Al + 1");
    require(1 <= group && group <= MAX_GROUP, scan, "groups are 1 to 64");
  }

  /** True for a DC scan. */
  public boolean isDc() {
    return ss == 0;
  }

  /** True when the scan refines coefficients that an earlier scan brought to {@code ah}. */
  public boolean isRefinement() {
    return ah > 0;
  }

  /** The scan in jpegtran's syntax, without its group: {@code 0,1,2: 0-0,0,1;}. */
  public String toJpegtran() {
    return body(components, ss, se, ah, al) + ";";
  }

  /** The scan in the syntax of script texts: {@code 0,1,2: 0-0,0,1 @1;}. */
  @Override
  public String toString() {
    return text(components, ss, se, ah, al, group) + ";";
  }

  private static String text(List<Integer> components, int ss, int se, int ah, int al, int group) {
    return body(components, ss, se, ah, al) + " @" + group;
  }

  private static String body(List<Integer> components, int ss, int se, int ah, int al) {
    String list = components.stream().map(String::valueOf).collect(Collectors.joining(","));
    return list + ": " + ss + "-" + se + "," + ah + "," + al;
  }

  private static void require(boolean holds, String scan, String rule) {
    if (!holds) {
      throw new InvalidScanScriptException("scan \"" + scan + "\": " + rule);
    }
  }
}
