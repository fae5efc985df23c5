package io.pcr.benchmarks.choice;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A picture of flat colours with smooth edges: painted three times as large along each axis, then
 * made smaller. For one thread.
 */
final class Sketch {
  private static final int FINER = 3;
  private static final int CHANNELS = 3;

  final int width;
  final int height;
  private final int wide;
  private final int[] paint;

  Sketch(int width, int height, int colour) {
    this.width = width;
    this.height = height;
    wide = FINER * width;
    paint = new int[wide * FINER * height];
    Arrays.fill(paint, colour);
  }

  /** Whether a point belongs to a shape. */
  interface Inside {
    boolean at(double x, double y);
  }

  /** What colour a shape has somewhere. */
  interface Fill {
    int at(double x, double y);
  }

  /** Paints where it is inside, within a box. */
  void paint(double left, double top, double right, double bottom, Fill fill, Inside inside) {
    int fromX = Math.max(0, (int) Math.floor(left * FINER));
    int toX = Math.min(wide, (int) Math.ceil(right * FINER));
    int fromY = Math.max(0, (int) Math.floor(top * FINER));
    int toY = Math.min(paint.length / wide, (int) Math.ceil(bottom * FINER));
    for (int y = fromY; y < toY; y++) {
      for (int x = fromX; x < toX; x++) {
        double atX = (x + .5) / FINER;
        double atY = (y + .5) / FINER;
        if (inside.at(atX, atY)) {
          paint[y * wide + x] = fill.at(atX, atY);
        }
      }
    }
  }

  void box(double left, double top, double width, double height, int colour) {
    paint(
        left,
        top,
        left + width,
        top + height,
        (x, y) -> colour,
        (x, y) -> x >= left && x < left + width && y >= top && y < top + height);
  }

  void line(double fromX, double fromY, double toX, double toY, double pen, int colour) {
    double dx = toX - fromX;
    double dy = toY - fromY;
    double square = Math.max(dx * dx + dy * dy, 1e-9);
    paint(
        Math.min(fromX, toX) - pen,
        Math.min(fromY, toY) - pen,
        Math.max(fromX, toX) + pen,
        Math.max(fromY, toY) + pen,
        (x, y) -> colour,
        (x, y) -> {
          double along = ((x - fromX) * dx + (y - fromY) * dy) / square;
          double nearest = Math.max(0, Math.min(1, along));
          double offX = x - fromX - nearest * dx;
          double offY = y - fromY - nearest * dy;
          return offX * offX + offY * offY < pen * pen / 4;
        });
  }

  /** Rows of RGB, ready to be read. */
  ByteBuffer pixels() {
    ByteBuffer out = ByteBuffer.allocateDirect(CHANNELS * width * height);
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        for (int shift = 16; shift >= 0; shift -= Byte.SIZE) {
          out.put((byte) mean(x, y, shift));
        }
      }
    }
    return out.flip();
  }

  private int mean(int x, int y, int shift) {
    int sum = 0;
    for (int dy = 0; dy < FINER; dy++) {
      for (int dx = 0; dx < FINER; dx++) {
        sum += paint[(FINER * y + dy) * wide + FINER * x + dx] >> shift & 0xFF;
      }
    }
    return (sum + FINER * FINER / 2) / (FINER * FINER);
  }
}
