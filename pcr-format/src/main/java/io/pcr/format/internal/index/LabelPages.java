package io.pcr.format.internal.index;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.PrimitiveIterator;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.LongStream;
import java.util.stream.StreamSupport;

/** Reads the samples of a label page by page, so that no resource is held between two of them. */
final class LabelPages implements PrimitiveIterator.OfLong {
  private static final int PAGE = 1024;

  private final SampleIndex index;
  private final long label;
  private final long count;
  private long[] page = {};
  private long pageStart;
  private long next;

  private LabelPages(SampleIndex index, long label, long count) {
    this.index = index;
    this.label = label;
    this.count = count;
  }

  static LongStream stream(SampleIndex index, long label) throws IOException {
    long count = index.labelCount(label);
    int traits =
        Spliterator.ORDERED | Spliterator.DISTINCT | Spliterator.NONNULL | Spliterator.IMMUTABLE;
    return StreamSupport.longStream(
        Spliterators.spliterator(new LabelPages(index, label, count), count, traits), false);
  }

  @Override
  public boolean hasNext() {
    return next < count;
  }

  @Override
  public long nextLong() {
    if (next == pageStart + page.length) {
      pageStart = next;
      try {
        page = index.samples(label, next, PAGE);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return page[(int) (next++ - pageStart)];
  }
}
