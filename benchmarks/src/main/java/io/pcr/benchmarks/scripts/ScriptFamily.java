package io.pcr.benchmarks.scripts;

import io.pcr.benchmarks.c.ReferenceScripts;
import io.pcr.format.script.Scan;
import io.pcr.format.script.ScanScripts;
import java.util.ArrayList;
import java.util.List;

/**
 * The scripts that the search tries. Those of refinement are called after what they choose: {@code
 * k7-l3-h4-c2-mid} begins luma with coefficients 1 to 7 without their last 3 bits, has the others
 * without 4, chroma without 2, and chroma between those and their first refinement. Those of bands,
 * {@code bands-5-14-late}, code each coefficient once: luma to 5, to 14, to the end, then chroma.
 */
final class ScriptFamily {
  private static final int LAST = Scan.MAX_COEFFICIENT;
  private static final int[] SPLITS = {3, 5, 7, 9, 14};
  private static final int[][] PRECISIONS = {
    {0, 1}, {1, 1}, {1, 2}, {2, 2}, {2, 3}, {2, 4}, {3, 3}, {3, 4}
  };
  private static final int[] CHROMA_PRECISIONS = {0, 1, 2, 3};
  private static final int[][] BANDS = {
    {5},
    {9},
    {2, 9},
    {5, 14},
    {5, 20},
    {2, 5, 14},
    {3, 9, 20},
    {5, 9, 14},
    {5, 14, 27},
    {2, 5, 9, 20}
  };

  private ScriptFamily() {}

  /** The reference scripts and the named ones of the library. */
  static List<ScanScripts> named() {
    List<ScanScripts> named = new ArrayList<>();
    named.add(ReferenceScripts.read());
    ScanScripts.names().forEach(name -> named.add(ScanScripts.named(name)));
    return named;
  }

  /** All of them, the named ones first. */
  static List<ScanScripts> candidates() {
    List<ScanScripts> candidates = new ArrayList<>();
    candidates.addAll(named());
    for (int split : SPLITS) {
      for (int[] precision : PRECISIONS) {
        for (int chroma : CHROMA_PRECISIONS) {
          candidates.add(refined(split, precision[0], precision[1], chroma, true));
          candidates.add(refined(split, precision[0], precision[1], chroma, false));
        }
      }
    }
    for (int[] bands : BANDS) {
      candidates.add(banded(bands, 1));
      candidates.add(banded(bands, bands.length + 1));
    }
    return candidates;
  }

  /**
   * @param low bits that luma up to the split is left without at first
   * @param high bits that the rest of luma is
   * @param early whether chroma comes before the rest of luma
   */
  private static ScanScripts refined(int split, int low, int high, int chroma, boolean early) {
    int common = Math.min(low, 2);
    CandidateScript script = new CandidateScript().dc(0, 1).luma(1, split, 0, low);
    script.refineLuma(1, split, low, common);
    if (early) {
      script.chroma(0, chroma);
    }
    script.luma(split + 1, LAST, 0, high);
    if (!early) {
      script.chroma(0, chroma);
    }
    script.refineLuma(split + 1, LAST, high, common);
    for (int bits = Math.max(common, chroma); bits > 0; bits--) {
      if (bits <= common) {
        script.luma(1, LAST, bits, bits - 1);
      }
      if (bits <= chroma) {
        script.chroma(bits, bits - 1);
      }
    }
    String place = early ? "early" : "mid";
    return script
        .dc(1, 0)
        .named("k" + split + "-l" + low + "-h" + high + "-c" + chroma + "-" + place);
  }

  /**
   * @param ends the last coefficients of luma's bands but the last
   * @param before how many bands come before chroma
   */
  private static ScanScripts banded(int[] ends, int before) {
    CandidateScript script = new CandidateScript().dc(0, 0);
    StringBuilder name = new StringBuilder("bands");
    int first = 1;
    for (int band = 0; band <= ends.length; band++) {
      int last = band < ends.length ? ends[band] : LAST;
      script.luma(first, last, 0, 0);
      first = last + 1;
      name.append(band < ends.length ? "-" + last : "");
      if (band + 1 == before) {
        script.chroma(0, 0);
      }
    }
    return script.named(name + (before == 1 ? "-early" : "-late"));
  }
}
