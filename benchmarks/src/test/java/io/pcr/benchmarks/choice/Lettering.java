package io.pcr.benchmarks.choice;

import java.util.SplittableRandom;

/** Lines of letters that nobody can read: each a few strokes of a pen, always the same ones. */
final class Lettering {
  private static final int LETTERS = 26;
  private static final int MOST_STROKES = 4;
  private static final int ENDS = 4;
  private static final int COLUMNS = 3;
  private static final int ROWS = 5;
  private static final double ADVANCE = .6;
  private static final double LETTER_WIDTH = .42;
  private static final double LETTER_HEIGHT = .7;
  private static final int LETTERS_A_WORD = 5;

  private final int[][] letters = new int[LETTERS][];
  private final SplittableRandom random;

  Lettering(SplittableRandom random) {
    this.random = random;
    for (int i = 0; i < LETTERS; i++) {
      letters[i] = new int[ENDS * (2 + random.nextInt(MOST_STROKES - 1))];
      for (int k = 0; k < letters[i].length; k++) {
        letters[i][k] = random.nextInt(k % 2 == 0 ? COLUMNS : ROWS);
      }
    }
  }

  /** One line; `size` is the height of a line's letters with what hangs below. */
  void line(Sketch to, double left, double top, double right, double size, double pen, int colour) {
    for (double x = left; x + size * ADVANCE < right; x += size * ADVANCE) {
      if (random.nextInt(LETTERS_A_WORD + 1) > 0) {
        letter(to, letters[random.nextInt(LETTERS)], x, top, size, pen, colour);
      }
    }
  }

  void page(
      Sketch to, double left, double top, double right, double bottom, double size, int colour) {
    double pen = size * (.07 + .05 * random.nextDouble());
    for (double y = top; y + size < bottom; y += size * 1.4) {
      boolean isLast = random.nextInt(8) == 0;
      double end = isLast ? left + (right - left) * random.nextDouble() : right;
      line(to, left, y, end, size, pen, colour);
      y += isLast ? size : 0;
    }
  }

  private static void letter(
      Sketch to, int[] strokes, double x, double y, double size, double pen, int colour) {
    for (int i = 0; i < strokes.length; i += ENDS) {
      to.line(
          x + strokes[i] * size * LETTER_WIDTH / (COLUMNS - 1),
          y + strokes[i + 1] * size * LETTER_HEIGHT / (ROWS - 1),
          x + strokes[i + 2] * size * LETTER_WIDTH / (COLUMNS - 1),
          y + strokes[i + 3] * size * LETTER_HEIGHT / (ROWS - 1),
          pen,
          colour);
    }
  }
}
