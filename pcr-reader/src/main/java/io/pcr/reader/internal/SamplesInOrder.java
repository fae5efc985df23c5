package io.pcr.reader.internal;

import io.pcr.reader.Sample;
import io.pcr.reader.ShardReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;

/** The samples of a reader, each looked at when its turn comes. For one thread. */
final class SamplesInOrder implements Iterator<Sample> {
  private final ShardReader reader;
  private int next;
  private Sample found;
  private IOException failure;

  SamplesInOrder(ShardReader reader) {
    this.reader = reader;
  }

  @Override
  public boolean hasNext() {
    while (found == null && failure == null && next < reader.sampleCount()) {
      try {
        Optional<Sample> sample = reader.sample(next++);
        found = sample.orElse(null);
      } catch (IOException e) {
        failure = e;
      }
    }
    return found != null || failure != null;
  }

  @Override
  public Sample next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    IOException problem = failure;
    Sample sample = found;
    failure = null;
    found = null;
    if (problem != null) {
      throw new UncheckedIOException(problem);
    }
    return sample;
  }
}
