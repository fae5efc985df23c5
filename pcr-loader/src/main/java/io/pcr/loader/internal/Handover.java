package io.pcr.loader.internal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Hands things from one thread to another, at most so many at a time. When it is closed, nobody
 * waits any more. Thread-safe.
 */
final class Handover<T> {
  private final Deque<T> things = new ArrayDeque<>();
  private final int capacity;
  private boolean closed;
  private boolean finished;

  Handover(int capacity) {
    this.capacity = capacity;
  }

  /**
   * Waits for room.
   *
   * @return false when it is closed, and the thing is still the caller's
   */
  synchronized boolean put(T thing) throws InterruptedException {
    while (!closed && things.size() >= capacity) {
      wait();
    }
    if (closed) {
      return false;
    }
    things.addLast(thing);
    notifyAll();
    return true;
  }

  /**
   * Waits for a thing.
   *
   * @return null when it is closed, or finished and empty
   */
  synchronized T take() throws InterruptedException {
    while (!closed && !finished && things.isEmpty()) {
      wait();
    }
    if (closed || things.isEmpty()) {
      return null;
    }
    T thing = things.removeFirst();
    notifyAll();
    return thing;
  }

  /** Says that nothing more comes. */
  synchronized void finish() {
    finished = true;
    notifyAll();
  }

  /** Ends all waiting, and returns what nobody has taken. */
  synchronized List<T> close() {
    closed = true;
    List<T> left = new ArrayList<>(things);
    things.clear();
    notifyAll();
    return left;
  }
}
