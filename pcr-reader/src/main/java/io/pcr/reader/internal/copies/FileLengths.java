package io.pcr.reader.internal.copies;

import io.pcr.format.metadata.SourceFacts;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Sample;
import io.pcr.reader.internal.quality.ProgressiveSamples;
import io.pcr.reader.internal.quality.SpreadImages;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** How long the files of some images are at each fidelity, and their originals. Thread-safe. */
final class FileLengths {
  private final PcrDataset dataset;
  private final long[] sums;
  private long images;
  private long originals;
  private boolean hasOriginals = true;

  FileLengths(PcrDataset dataset) throws IOException {
    this.dataset = dataset;
    sums = new long[dataset.groupCount()];
  }

  SpreadImages.Visitor visitor() {
    return new SpreadImages.Visitor() {
      @Override
      public void visit(ProgressiveSamples.Place place) throws IOException {
        long[] lengths = new long[sums.length];
        Optional<SourceFacts> original = Optional.empty();
        for (int group = 1; group <= lengths.length; group++) {
          Sample sample = place.sample(dataset, group);
          lengths[group - 1] = sample.length();
          original = sample.source();
        }
        add(lengths, original);
      }

      @Override
      public void close() {}
    };
  }

  private synchronized void add(long[] lengths, Optional<SourceFacts> original) {
    images++;
    for (int i = 0; i < sums.length; i++) {
      sums[i] += lengths[i];
    }
    originals += original.map(SourceFacts::length).orElse(0L);
    hasOriginals &= original.isPresent();
  }

  synchronized List<Double> prefixes() {
    return Arrays.stream(sums).mapToObj(sum -> (double) sum / images).toList();
  }

  synchronized OptionalDouble originals() {
    return hasOriginals && originals > 0
        ? OptionalDouble.of((double) originals / images)
        : OptionalDouble.empty();
  }
}
