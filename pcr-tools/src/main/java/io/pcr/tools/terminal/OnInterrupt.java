package io.pcr.tools.terminal;

/**
 * What is done when the process is asked to end while a piece of work is under way. Whoever begins
 * the work closes this when it has ended.
 */
public final class OnInterrupt implements AutoCloseable {
  private final Thread thread;

  private OnInterrupt(Thread thread) {
    this.thread = thread;
  }

  /** Does something on a thread of its own if the process is interrupted until this is closed. */
  public static OnInterrupt run(Runnable action) {
    Thread thread = new Thread(action, "pcr-interrupt");
    Runtime.getRuntime().addShutdownHook(thread);
    return new OnInterrupt(thread);
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(thread);
    } catch (IllegalStateException e) {
      // The process is ending already.
    }
  }
}
