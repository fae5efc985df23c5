package io.pcr.conformance.decode;

import java.nio.file.Path;

/**
 * What {@code libjpeg_oracle.c} makes a JPEG of.
 *
 * @param sampling two digits for each component, horizontal and vertical
 * @param ids two hexadecimal digits for each component
 * @param space {@code grey}, {@code ycc}, {@code rgb}, {@code cmyk} or {@code ycck}
 * @param coding {@code baseline}, {@code scans}, {@code progressive}, {@code unfinished}, {@code
 *     arithmetic} or {@code arithmetic-progressive}
 * @param restarts MCUs in a restart interval, or 0
 * @param markers whether it has those of JFIF or Adobe
 */
record JpegKind(
    int width,
    int height,
    String sampling,
    String ids,
    String space,
    String coding,
    int restarts,
    boolean markers) {
  private static final int MOST_BLOCKS = 10;
  private static final String IDS = "01020304";

  static JpegKind of(int width, int height, String sampling, String coding) {
    int components = sampling.length() / 2;
    String space = components == 1 ? "grey" : components == 3 ? "ycc" : "ycck";
    String ids = IDS.substring(0, sampling.length());
    return new JpegKind(width, height, sampling, ids, space, coding, 0, true);
  }

  JpegKind withIds(String value) {
    return new JpegKind(width, height, sampling, value, space, coding, restarts, markers);
  }

  JpegKind withSpace(String value) {
    return new JpegKind(width, height, sampling, ids, value, coding, restarts, markers);
  }

  JpegKind withRestarts(int value) {
    return new JpegKind(width, height, sampling, ids, space, coding, value, markers);
  }

  JpegKind withoutMarkers() {
    return new JpegKind(width, height, sampling, ids, space, coding, restarts, false);
  }

  boolean isGrey() {
    return sampling.length() == 2;
  }

  /** Whether one scan may hold all components: not with more blocks in an MCU than the rule is. */
  static boolean canInterleave(String sampling) {
    int blocks = 0;
    for (int i = 0; i < sampling.length(); i += 2) {
      blocks += (sampling.charAt(i) - '0') * (sampling.charAt(i + 1) - '0');
    }
    return sampling.length() == 2 || blocks <= MOST_BLOCKS;
  }

  /** The words behind "make". */
  String task(Path file) {
    return String.join(
        " ",
        file.toString(),
        Integer.toString(width),
        Integer.toString(height),
        sampling,
        ids,
        space,
        coding,
        Integer.toString(restarts),
        markers ? "1" : "0",
        Integer.toString(Math.floorMod(hashCode(), 1000)));
  }
}
