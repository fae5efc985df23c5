package io.pcr.advisor.internal.strategy;

import io.pcr.advisor.strategy.Picture;
import io.pcr.reader.internal.work.Parallel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The application's cache: the pictures of another feed, held in memory as the split gives them.
 * Closing it does nothing.
 */
final class HeldFeed implements Feed {
  /** The pictures do not fit into the memory that they may take. */
  static final class DoesNotFitException extends IOException {
    private static final long serialVersionUID = 1;

    DoesNotFitException(long limit) {
      super("the pictures take more than " + limit + " bytes of memory");
    }
  }

  private final List<List<Picture>> parts;

  private HeldFeed(List<List<Picture>> parts) {
    this.parts = parts;
  }

  /**
   * Reads a feed once.
   *
   * @param mostBytes that the pictures may take
   */
  static HeldFeed of(Feed feed, int threads, long mostBytes, StopSignal stop) throws IOException {
    List<List<Picture>> parts = new ArrayList<>();
    for (int i = 0; i < feed.parts(); i++) {
      parts.add(new ArrayList<>());
    }
    AtomicLong bytes = new AtomicLong();
    Parallel.forEach(
        feed.parts(),
        threads,
        () ->
            new FeedWorker(
                feed,
                stop,
                (part, picture) -> {
                  if (bytes.addAndGet(picture.length()) > mostBytes) {
                    throw new DoesNotFitException(mostBytes);
                  }
                  Picture held = new Picture();
                  held.copy(picture);
                  parts.get(part).add(held);
                }));
    return new HeldFeed(parts);
  }

  @Override
  public int parts() {
    return parts.size();
  }

  @Override
  public Reader reader() {
    return new Reader() {
      @Override
      public void read(int part, Receiver receiver) throws IOException {
        for (Picture picture : parts.get(part)) {
          receiver.take(picture);
        }
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public void close() {}
}
