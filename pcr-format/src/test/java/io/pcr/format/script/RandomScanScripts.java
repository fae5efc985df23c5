package io.pcr.format.script;

import io.pcr.format.ColorClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/**
 * Random valid scripts: coefficients split into bands, each band brought down bit by bit, in random
 * order.
 */
public final class RandomScanScripts {
  private static final List<ColorClass> CLASSES =
      List.of(ColorClass.GREY, ColorClass.YCBCR, ColorClass.RGB, ColorClass.FOUR);

  private RandomScanScripts() {}

  public static Arbitrary<ScanScripts> arbitrary() {
    return Arbitraries.randomValue(RandomScanScripts::scripts);
  }

  static ScanScripts scripts(Random random) {
    int groups = 1 + random.nextInt(Scan.MAX_GROUP);
    List<ScanScript> scripts = new ArrayList<>();
    for (ColorClass colorClass : CLASSES) {
      if (random.nextInt(4) > 0) {
        scripts.add(script(colorClass, groups, random));
      }
    }
    return ScanScripts.of("random-" + random.nextInt(1000), groups, scripts);
  }

  private static ScanScript script(ColorClass colorClass, int groups, Random random) {
    int components = colorClass.componentCount();
    List<int[]> bands = bands(components, random);
    List<int[]> ordered = new ArrayList<>();
    List<Integer> all = IntStream.range(0, components).boxed().toList();
    int dcBits = random.nextInt(3);
    ordered.add(new int[] {-1, 0, 0, 0, dcBits});
    int dcLeft = dcBits;
    while (!bands.isEmpty() || dcLeft > 0) {
      int pick = random.nextInt(bands.size() + (dcLeft > 0 ? 1 : 0));
      if (pick == bands.size()) {
        ordered.add(new int[] {-1, 0, 0, dcLeft, dcLeft - 1});
        dcLeft--;
        continue;
      }
      int[] band = bands.get(pick);
      ordered.add(band.clone());
      if (band[4] == 0) {
        bands.remove(pick);
      } else {
        band[3] = band[4];
        band[4]--;
      }
    }
    int[] group =
        IntStream.range(0, ordered.size()).map(i -> 1 + random.nextInt(groups)).sorted().toArray();
    group[0] = 1;
    List<Scan> scans = new ArrayList<>();
    for (int i = 0; i < ordered.size(); i++) {
      int[] s = ordered.get(i);
      scans.add(new Scan(s[0] < 0 ? all : List.of(s[0]), s[1], s[2], s[3], s[4], group[i]));
    }
    return new ScanScript(colorClass, scans);
  }

  /** Component, Ss, Se, Ah, Al of the first scan of each band. */
  private static List<int[]> bands(int components, Random random) {
    List<int[]> bands = new ArrayList<>();
    for (int component = 0; component < components; component++) {
      int start = 1;
      while (start <= Scan.MAX_COEFFICIENT) {
        int end =
            random.nextBoolean()
                ? Scan.MAX_COEFFICIENT
                : start + random.nextInt(Scan.MAX_COEFFICIENT + 1 - start);
        bands.add(new int[] {component, start, end, 0, random.nextInt(3)});
        start = end + 1;
      }
    }
    return bands;
  }
}
