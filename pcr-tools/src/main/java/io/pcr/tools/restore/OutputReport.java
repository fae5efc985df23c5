package io.pcr.tools.restore;

import io.pcr.tools.terminal.Printable;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Counts what was given out of a dataset, and tells of what could not be. Thread-safe. */
public final class OutputReport {
  private static final int FAILURES_SHOWN = 20;

  /** A sample or shard that could not be given back. */
  private record Failure(String name, String why) {}

  private final Consumer<String> messages;
  private final List<Failure> failures = new ArrayList<>();
  private long written;
  private long thereAlready;
  private long bytes;
  private long failed;

  public OutputReport(Consumer<String> messages) {
    this.messages = messages;
  }

  /** A file stands in its place. */
  public synchronized void restored(TargetFolder.Outcome outcome, long length) {
    switch (outcome) {
      case WRITTEN -> written++;
      case THERE_ALREADY -> thereAlready++;
    }
    bytes += length;
  }

  /** Samples could not be given out. */
  public synchronized void failed(String name, long samples, String why) {
    failed += samples;
    if (failures.size() < FAILURES_SHOWN) {
      failures.add(new Failure(name, why));
      messages.accept("pcr: " + Printable.line(name + ": " + why));
    } else if (failures.size() == FAILURES_SHOWN) {
      failures.add(new Failure("", "more"));
      messages.accept("pcr: and more");
    }
  }

  /** A sample could not be given out, and somebody has told of it. */
  public synchronized void failedAsTold() {
    failed++;
  }

  /** Why a shard cannot be read, in words. */
  public static String why(IOException e) {
    if (e instanceof NoSuchFileException) {
      return "the file is missing";
    }
    return e instanceof AccessDeniedException
        ? "permission denied"
        : String.valueOf(e.getMessage());
  }

  void unrestorable(String shard, long samples, String why) {
    failed(shard + " (" + samples + " samples)", samples, why);
  }

  public synchronized long written() {
    return written;
  }

  public synchronized long thereAlready() {
    return thereAlready;
  }

  public synchronized long bytes() {
    return bytes;
  }

  public synchronized long failed() {
    return failed;
  }
}
