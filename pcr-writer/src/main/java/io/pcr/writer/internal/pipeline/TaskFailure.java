package io.pcr.writer.internal.pipeline;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.ExecutionException;

/** What a task of another thread failed with, as the waiting thread throws it. */
final class TaskFailure {
  private TaskFailure() {}

  /**
   * The failure as an error of input or output; errors of the JVM are thrown.
   *
   * @param doing what the task did
   */
  static IOException of(ExecutionException e, String doing) {
    if (e.getCause() instanceof UncheckedIOException unchecked) {
      return unchecked.getCause();
    }
    if (e.getCause() instanceof IOException io) {
      return io;
    }
    if (e.getCause() instanceof OutOfMemoryError) {
      return new IOException("out of memory: give the JVM more, or use fewer threads", e);
    }
    if (e.getCause() instanceof Error error) {
      throw error;
    }
    throw new IllegalStateException(doing, e.getCause());
  }
}
