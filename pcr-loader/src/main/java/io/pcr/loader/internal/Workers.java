package io.pcr.loader.internal;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

/**
 * Threads that do one kind of work of a loader. None is ever interrupted: that would close the
 * files of a dataset that others read. Thread-safe.
 */
final class Workers {
  private final String name;
  private final List<Thread> threads = new ArrayList<>();
  private final ExecutorService executor;

  /** Of threads that have ended, nothing more is known than what was asked before. */
  private long lockWaits;

  Workers(String name, int count) {
    this.name = name;
    this.executor = Executors.newFixedThreadPool(count, this::make);
  }

  private synchronized Thread make(Runnable work) {
    Thread thread = new Thread(work, "pcr-loader-" + name + "-" + (threads.size() + 1));
    thread.setDaemon(true);
    threads.add(thread);
    return thread;
  }

  void execute(Runnable work) {
    executor.execute(work);
  }

  /** Has something done later, unless the threads end before. */
  void offer(Runnable work) {
    try {
      executor.execute(
          () -> {
            if (!executor.isShutdown()) {
              work.run();
            }
          });
    } catch (RejectedExecutionException e) {
      // The loader is being closed.
    }
  }

  /** How often one of the threads waited for a lock that another thread had. */
  synchronized long lockWaits() {
    long[] ids = threads.stream().mapToLong(Thread::getId).toArray();
    long waits = 0;
    for (ThreadInfo thread : ManagementFactory.getThreadMXBean().getThreadInfo(ids)) {
      waits += thread == null ? 0 : thread.getBlockedCount();
    }
    lockWaits = Math.max(lockWaits, waits);
    return lockWaits;
  }

  /**
   * Waits until all work is done and the threads have ended.
   *
   * @return whether this thread was interrupted meanwhile
   */
  boolean end() {
    executor.shutdown();
    List<Thread> all;
    synchronized (this) {
      all = List.copyOf(threads);
    }
    boolean interrupted = false;
    for (Thread thread : all) {
      interrupted |= join(thread);
    }
    return interrupted;
  }

  private static boolean join(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    return interrupted;
  }
}
