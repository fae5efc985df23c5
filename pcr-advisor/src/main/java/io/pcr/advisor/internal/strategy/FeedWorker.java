package io.pcr.advisor.internal.strategy;

import io.pcr.advisor.strategy.Picture;
import io.pcr.reader.internal.work.Parallel;
import java.io.IOException;
import java.io.UncheckedIOException;

/** A thread that reads parts of a feed. */
final class FeedWorker implements Parallel.Worker {
  /** What is done with a picture. */
  interface Action {
    void on(int part, Picture picture) throws IOException;
  }

  private final Feed.Reader reader;
  private final StopSignal stop;
  private final Action action;

  FeedWorker(Feed feed, StopSignal stop, Action action) {
    this.reader = feed.reader();
    this.stop = stop;
    this.action = action;
  }

  @Override
  public void on(int part) throws IOException {
    reader.read(
        part,
        picture -> {
          stop.check();
          action.on(part, picture);
        });
  }

  @Override
  public void close() {
    try {
      reader.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
