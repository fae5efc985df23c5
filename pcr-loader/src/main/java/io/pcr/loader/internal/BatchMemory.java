package io.pcr.loader.internal;

import io.pcr.format.column.ColumnValue;
import io.pcr.reader.Sample;
import java.nio.ByteBuffer;

/**
 * What one batch is made in, and used again for a later one: pixels, and what belongs to each
 * image. Threads write to different images at the same time.
 */
final class BatchMemory {
  final ByteBuffer pixels;
  final long[] labels;
  final boolean[] labelled;
  final boolean[] degraded;
  final boolean[] replaced;

  /** Images that could not be made, whose places wait for others. */
  final boolean[] failed;

  final String[] keys;

  /** The images as they are stored; used when batches have files. */
  final Sample[] stored;

  /** What the hook has made of each image. */
  final Object[] results;

  /** For each column the value of each image; null when it has none. */
  final ColumnValue[][] values;

  BatchMemory(int images, int imageBytes, int columns) {
    pixels = ByteBuffer.allocateDirect(Math.multiplyExact(images, imageBytes));
    labels = new long[images];
    labelled = new boolean[images];
    degraded = new boolean[images];
    replaced = new boolean[images];
    failed = new boolean[images];
    keys = new String[images];
    stored = new Sample[images];
    results = new Object[images];
    values = new ColumnValue[columns][images];
  }
}
