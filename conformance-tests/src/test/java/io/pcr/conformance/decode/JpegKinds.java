package io.pcr.conformance.decode;

import java.util.ArrayList;
import java.util.List;

/** Every kind of JPEG that can be made: lists that between them leave no way of coding out. */
final class JpegKinds {
  private static final int WIDTH = 43;
  private static final int HEIGHT = 37;
  private static final int LARGEST_SIDE = 65_500;
  private static final String BASELINE = "baseline";
  private static final String PROGRESSIVE = "progressive";
  private static final String SCANS = "scans";
  private static final List<String> CODINGS =
      List.of(BASELINE, SCANS, PROGRESSIVE, "arithmetic", "arithmetic-progressive");

  private JpegKinds() {}

  /** One component's factors, 11 to 44. */
  static List<String> factors() {
    List<String> all = new ArrayList<>();
    for (int h = 1; h <= 4; h++) {
      for (int v = 1; v <= 4; v++) {
        all.add("" + h + v);
      }
    }
    return all;
  }

  /** Three components of which each may be sampled otherwise; those that may share a scan. */
  static List<JpegKind> interleaved() {
    return ofThree(true);
  }

  /** The others, in a scan each. */
  static List<JpegKind> notInterleaved() {
    return ofThree(false);
  }

  private static List<JpegKind> ofThree(boolean interleaved) {
    List<JpegKind> kinds = new ArrayList<>();
    for (String first : factors()) {
      for (String second : factors()) {
        for (String third : factors()) {
          String sampling = first + second + third;
          if (JpegKind.canInterleave(sampling) == interleaved) {
            kinds.add(JpegKind.of(WIDTH, HEIGHT, sampling, interleaved ? BASELINE : SCANS));
          }
        }
      }
    }
    return kinds;
  }

  /** One and four components; all ways of coding; sizes; ids; colour. */
  static List<JpegKind> others() {
    List<JpegKind> kinds = new ArrayList<>();
    for (String factor : factors()) {
      kinds.add(JpegKind.of(WIDTH, HEIGHT, factor, BASELINE));
      kinds.add(JpegKind.of(WIDTH, HEIGHT, factor, PROGRESSIVE));
      kinds.add(JpegKind.of(WIDTH, HEIGHT, factor + "1111", SCANS));
      kinds.add(JpegKind.of(WIDTH, HEIGHT, factor + factor + factor, SCANS));
      kinds.add(JpegKind.of(WIDTH, HEIGHT, factor + "1111" + factor, SCANS));
      kinds.add(JpegKind.of(WIDTH, HEIGHT, factor + "1111" + "11", SCANS).withSpace("cmyk"));
    }
    for (String sampling : List.of("11", "111111", "221111", "211111", "121111", "22111122")) {
      for (String coding : CODINGS) {
        for (int restarts : new int[] {0, 1, 3, 1000}) {
          kinds.add(JpegKind.of(WIDTH, HEIGHT, sampling, coding).withRestarts(restarts));
        }
        sizes(kinds, sampling, coding);
      }
    }
    for (String sampling : List.of("11", "221111")) {
      kinds.add(JpegKind.of(LARGEST_SIDE, 1, sampling, BASELINE));
      kinds.add(JpegKind.of(1, LARGEST_SIDE, sampling, PROGRESSIVE));
    }
    kinds.addAll(ids());
    return kinds;
  }

  private static void sizes(List<JpegKind> kinds, String sampling, String coding) {
    int[][] sizes = {
      {1, 1}, {7, 9}, {8, 8}, {9, 1}, {1, 17}, {16, 15}, {17, 33}, {2, 2}, {3, 100}, {1000, 1}
    };
    for (int[] size : sizes) {
      kinds.add(JpegKind.of(size[0], size[1], sampling, coding));
    }
  }

  /**
   * Components are named by ids, which say nothing of colour but where they are 1, 2, 3 or R, G, B.
   */
  private static List<JpegKind> ids() {
    List<JpegKind> kinds = new ArrayList<>();
    for (String sampling : List.of("111111", "221111", "211111")) {
      for (String ids : List.of("010203", "000102", "524742", "020301", "ff0080", "030201")) {
        for (String coding : CODINGS) {
          JpegKind kind = JpegKind.of(WIDTH, HEIGHT, sampling, coding).withIds(ids);
          kinds.add(kind);
          kinds.add(kind.withoutMarkers());
          kinds.add(kind.withSpace("rgb"));
        }
      }
    }
    for (String ids : List.of("01020304", "00010203", "434d594b")) {
      for (String space : List.of("cmyk", "ycck")) {
        JpegKind kind = JpegKind.of(WIDTH, HEIGHT, "22111122", BASELINE).withIds(ids);
        kinds.add(kind.withSpace(space));
        kinds.add(kind.withSpace(space).withoutMarkers());
      }
    }
    return kinds;
  }

  /** Two components have one id: a scan of its own could not say whose it is, one of all can. */
  static List<JpegKind> sharedIds() {
    List<JpegKind> kinds = new ArrayList<>();
    for (String coding : List.of(BASELINE, "arithmetic")) {
      for (String sampling : List.of("111111", "221111", "211111")) {
        for (String ids : List.of("010101", "010202", "010303", "000000", "010102", "010201")) {
          JpegKind kind = JpegKind.of(WIDTH, HEIGHT, sampling, coding).withIds(ids);
          kinds.add(kind);
          kinds.add(kind.withoutMarkers());
          kinds.add(kind.withSpace("rgb"));
          kinds.add(kind.withRestarts(2));
        }
      }
      for (String ids : List.of("01010101", "01020202", "01020301", "00000000")) {
        JpegKind kind = JpegKind.of(WIDTH, HEIGHT, "22111122", coding).withIds(ids);
        kinds.add(kind);
        kinds.add(kind.withSpace("cmyk").withoutMarkers());
      }
    }
    return kinds;
  }
}
