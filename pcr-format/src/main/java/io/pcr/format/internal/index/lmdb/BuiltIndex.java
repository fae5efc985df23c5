package io.pcr.format.internal.index.lmdb;

import io.pcr.format.commit.DurableSteps;
import java.io.Closeable;
import java.io.IOException;

/**
 * An index that is built and not yet published: it gets its names when the dataset has its
 * manifest. Not thread-safe: the thread that built it publishes and closes it. Closed without that,
 * it leaves what was there before.
 */
public final class BuiltIndex implements Closeable {
  private final IndexPublisher publisher;
  private final DurableSteps steps;

  BuiltIndex(IndexPublisher publisher, DurableSteps steps) {
    this.publisher = publisher;
    this.steps = steps;
  }

  /** Replaces the index of the directory by this one. */
  public void publish() throws IOException {
    publisher.publishBuilt(steps);
  }

  @Override
  public void close() throws IOException {
    publisher.close();
  }
}
