package io.pcr.reader.internal.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class HistogramTest {
  @Test
  void nothingCountedHasNoBins() {
    assertEquals(List.of(), new Histogram.Counter().histogram().bins());
  }

  @Test
  void emptyBinsBetweenTwoValuesAreKept() {
    Histogram.Counter counter = new Histogram.Counter();
    counter.add(100);
    counter.add(1_000);
    Histogram histogram = counter.histogram();
    assertEquals(2, histogram.total());
    assertEquals(1, histogram.peak());
    assertTrue(histogram.bins().size() > 10);
  }

  @Property
  void everyValueIsInTheOneBinThatHoldsIt(@ForAll List<Long> values) {
    Histogram.Counter counter = new Histogram.Counter();
    values.forEach(counter::add);
    List<Histogram.Bin> bins = counter.histogram().bins();
    long largest = (1L << 62) - 1;
    for (Histogram.Bin bin : bins) {
      long expected =
          values.stream()
              .mapToLong(v -> Math.max(1, Math.min(v, largest)))
              .filter(v -> v >= bin.from() && v < bin.to())
              .count();
      assertEquals(expected, bin.count());
    }
    for (int b = 1; b < bins.size(); b++) {
      assertEquals(bins.get(b - 1).to(), bins.get(b).from());
    }
    assertEquals(values.size(), counter.histogram().total());
  }
}
