package io.pcr.codecs.internal.jpeg;

import io.pcr.codecs.internal.JpegSession;
import io.pcr.format.ColorClass;
import io.pcr.format.script.Scan;
import io.pcr.format.script.ScanScript;
import java.util.ArrayList;
import java.util.List;

/** The scans that the native code chose for an image, as it reports them. */
final class ChosenScans {
  private static final int ENTRY = 10;
  private static final double LOSS_ONE = 1 << 28;

  private ChosenScans() {}

  /**
   * A script for this image alone. That it is legal and complete is checked once more.
   *
   * @param losses gets what each group is predicted to lose
   */
  static ScanScript read(JpegSession session, ColorClass colorClass, long[] losses) {
    int[] numbers = new int[ENTRY * ScanScript.MAX_SCANS];
    int count = session.chosen(numbers, losses);
    List<Scan> scans = new ArrayList<>();
    for (int at = 0; at < ENTRY * count; at += ENTRY) {
      List<Integer> components = new ArrayList<>();
      for (int i = 0; i < numbers[at]; i++) {
        components.add(numbers[at + 1 + i]);
      }
      scans.add(
          new Scan(
              components,
              numbers[at + 5],
              numbers[at + 6],
              numbers[at + 7],
              numbers[at + 8],
              numbers[at + 9]));
    }
    return new ScanScript(colorClass, scans);
  }

  static List<Double> qualities(long[] losses) {
    List<Double> qualities = new ArrayList<>();
    for (long loss : losses) {
      qualities.add(quality(loss));
    }
    return qualities;
  }

  /** MS-SSIM, the same on every machine. */
  static double quality(long loss) {
    return StrictMath.exp(-loss / LOSS_ONE);
  }
}
