package io.pcr.tools.restore;

import io.pcr.tools.terminal.Printable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Counts what a restore did, and tells of what it could not do. Thread-safe. */
final class RestoreReport {
  private static final int FAILURES_SHOWN = 20;

  /** A sample or shard that could not be given back. */
  record Failure(String name, String why) {}

  private final Consumer<String> messages;
  private final List<Failure> failures = new ArrayList<>();
  private long written;
  private long thereAlready;
  private long bytes;
  private long failed;

  RestoreReport(Consumer<String> messages) {
    this.messages = messages;
  }

  synchronized void restored(TargetFolder.Outcome outcome, long length) {
    switch (outcome) {
      case WRITTEN -> written++;
      case THERE_ALREADY -> thereAlready++;
    }
    bytes += length;
  }

  synchronized void failed(String name, long samples, String why) {
    failed += samples;
    if (failures.size() < FAILURES_SHOWN) {
      failures.add(new Failure(name, why));
      messages.accept("pcr: " + Printable.line(name + ": " + why));
    } else if (failures.size() == FAILURES_SHOWN) {
      failures.add(new Failure("", "more"));
      messages.accept("pcr: and more");
    }
  }

  void unrestorable(String shard, long samples, String why) {
    failed(shard + " (" + samples + " samples)", samples, why);
  }

  synchronized long written() {
    return written;
  }

  synchronized long thereAlready() {
    return thereAlready;
  }

  synchronized long bytes() {
    return bytes;
  }

  synchronized long failed() {
    return failed;
  }
}
