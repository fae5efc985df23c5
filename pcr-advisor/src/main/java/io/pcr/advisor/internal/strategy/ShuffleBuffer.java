package io.pcr.advisor.internal.strategy;

import io.pcr.advisor.strategy.Picture;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Pictures wait here and leave in random order: each that comes in drives out another one. For one
 * thread.
 */
final class ShuffleBuffer {
  private final int capacity;
  private final RandomGenerator random;
  private final List<Picture> waiting = new ArrayList<>();
  private Picture leaving = new Picture();

  ShuffleBuffer(int capacity, RandomGenerator random) {
    this.capacity = capacity;
    this.random = random;
  }

  /** Takes a picture, and gives one to the receiver if the buffer was full. */
  void put(Picture picture, Feed.Receiver receiver) throws IOException {
    if (capacity == 0) {
      receiver.take(picture);
    } else if (waiting.size() < capacity) {
      Picture kept = new Picture();
      kept.copy(picture);
      waiting.add(kept);
    } else {
      leaving.copy(picture);
      leaving = waiting.set(random.nextInt(capacity), leaving);
      receiver.take(leaving);
    }
  }

  /** Gives all that are left, in random order. */
  void drain(Feed.Receiver receiver) throws IOException {
    while (!waiting.isEmpty()) {
      int last = waiting.size() - 1;
      Picture picture = waiting.set(random.nextInt(last + 1), waiting.get(last));
      waiting.remove(last);
      receiver.take(picture);
    }
  }
}
