package io.pcr.benchmarks.scripts;

import io.pcr.format.ColorClass;
import io.pcr.format.script.Scan;
import io.pcr.format.script.ScanScript;
import io.pcr.format.script.ScanScripts;
import java.util.ArrayList;
import java.util.List;

/**
 * A script under construction, for colour and grey images at once, each step a group of its own: so
 * a search sees every place where a group could end.
 */
final class CandidateScript {
  private static final int LAST = Scan.MAX_COEFFICIENT;

  private final List<Scan> colour = new ArrayList<>();
  private final List<Scan> grey = new ArrayList<>();
  private int steps;

  /** All components' DC. */
  CandidateScript dc(int ah, int al) {
    steps++;
    colour.add(new Scan(List.of(0, 1, 2), 0, 0, ah, al, steps));
    grey.add(new Scan(List.of(0), 0, 0, ah, al, steps));
    return this;
  }

  /** Coefficients of luma. */
  CandidateScript luma(int first, int last, int ah, int al) {
    steps++;
    colour.add(new Scan(List.of(0), first, last, ah, al, steps));
    grey.add(new Scan(List.of(0), first, last, ah, al, steps));
    return this;
  }

  /** Luma from one precision to a finer one, bit by bit. */
  CandidateScript refineLuma(int first, int last, int from, int to) {
    for (int al = from; al > to; al--) {
      luma(first, last, al, al - 1);
    }
    return this;
  }

  /** All AC coefficients of both chroma components, in one step that grey images do not have. */
  CandidateScript chroma(int ah, int al) {
    steps++;
    colour.add(new Scan(List.of(1), 1, LAST, ah, al, steps));
    colour.add(new Scan(List.of(2), 1, LAST, ah, al, steps));
    return this;
  }

  /** The script as far as it goes. */
  ScanScripts named(String name) {
    return ScanScripts.of(
        name,
        steps,
        List.of(new ScanScript(ColorClass.YCBCR, colour), new ScanScript(ColorClass.GREY, grey)));
  }
}
