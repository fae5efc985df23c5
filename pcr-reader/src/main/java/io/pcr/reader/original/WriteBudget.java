package io.pcr.reader.original;

import io.pcr.reader.original.TooManyBytesException.Reason;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The most that a restore writes. A few kilobytes of a shard can hold originals of gigabytes, each
 * of which is right: what they come to is held to what the disk has room for, and to what images
 * ever come to. Thread-safe.
 */
final class WriteBudget {
  private final OptionalLong asked;
  private final AtomicLong left;

  /**
   * @param asked the most that the caller allows; empty for the rule
   */
  WriteBudget(OptionalLong asked) {
    this.asked = asked;
    left = new AtomicLong(asked.orElse(Long.MAX_VALUE));
  }

  /**
   * Rejects a restore that writes too much, before it begins.
   *
   * @param planned all that is wanted
   * @param missing those bytes of it that are not there already
   */
  void require(PlannedBytes planned, Missing missing, Path destination) throws IOException {
    long byRatio = Math.max(Restore.ALWAYS, saturated(planned.shardBytes()));
    left.set(asked.orElse(byRatio));
    if (planned.bytes() > left.get()) {
      throw new TooManyBytesException(
          asked.isPresent() ? Reason.ASKED : Reason.RATIO,
          planned.bytes(),
          planned.bytes(),
          left.get(),
          planned.shardBytes());
    }
    OptionalLong free = freeBytes(destination);
    if (asked.isEmpty() && free.isPresent() && planned.bytes() > free.getAsLong()) {
      long needed = missing.bytes();
      if (needed > free.getAsLong()) {
        throw new TooManyBytesException(
            Reason.DISK, planned.bytes(), needed, free.getAsLong(), planned.shardBytes());
      }
    }
  }

  /** What is not there already, once that is worth looking. */
  interface Missing {
    long bytes() throws IOException;
  }

  /** Takes what is about to be written, as not all of it may have been known before. */
  void take(long bytes) throws IOException {
    if (left.addAndGet(-bytes) < 0) {
      Reason reason = asked.isPresent() ? Reason.ASKED_MEANWHILE : Reason.RATIO_MEANWHILE;
      throw new TooManyBytesException(reason, bytes, bytes, 0, 0);
    }
  }

  private static long saturated(long shardBytes) {
    return shardBytes > Long.MAX_VALUE / Restore.MOST_RATIO
        ? Long.MAX_VALUE
        : shardBytes * Restore.MOST_RATIO;
  }

  /** Of the disk on which the folder is, or will be; empty where the system does not tell. */
  private static OptionalLong freeBytes(Path destination) {
    Path there = destination.toAbsolutePath();
    while (there != null && !Files.exists(there)) {
      there = there.getParent();
    }
    if (there == null) {
      return OptionalLong.empty();
    }
    try {
      FileStore store = Files.getFileStore(there);
      // Some systems in user space say nothing, which is two zeros.
      return store.getTotalSpace() == 0
          ? OptionalLong.empty()
          : OptionalLong.of(store.getUsableSpace());
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }
}
