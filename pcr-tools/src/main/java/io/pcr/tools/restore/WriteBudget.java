package io.pcr.tools.restore;

import io.pcr.format.text.Units;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The most that a restore writes. A few kilobytes of a shard can hold originals of gigabytes, each
 * of which is proved: what they come to is held to what the disk has room for, and to what images
 * ever come to. Thread-safe.
 */
final class WriteBudget {
  /** Photographs come to about as much as their shards, drawings without noise to a few times. */
  static final int MOST_RATIO = 100;

  /** That much may come of the smallest shards. */
  static final long ALWAYS = 1L << 30;

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
   * Refuses a restore that writes too much, before it begins.
   *
   * @param planned all that is wanted
   * @param missing those bytes of it that are not there already
   */
  void require(PlannedBytes planned, Missing missing, Path destination) throws IOException {
    long byRatio = Math.max(ALWAYS, saturated(planned.shardBytes()));
    left.set(asked.orElse(byRatio));
    if (planned.bytes() > left.get()) {
      String most =
          asked.isPresent()
              ? "--max-bytes allows " + Units.bytes(left.get())
              : "which is more than "
                  + Units.bytes(ALWAYS)
                  + ", and than "
                  + MOST_RATIO
                  + " times the "
                  + Units.bytes(planned.shardBytes())
                  + " of their shards";
      throw new IOException(wouldWrite(planned.bytes()) + ", " + most + raise(planned.bytes()));
    }
    OptionalLong free = freeBytes(destination);
    if (asked.isEmpty() && free.isPresent() && planned.bytes() > free.getAsLong()) {
      long needed = missing.bytes();
      if (needed > free.getAsLong()) {
        throw new IOException(
            wouldWrite(needed)
                + ", and the disk of "
                + destination
                + " has "
                + Units.bytes(free.getAsLong())
                + " free; make room, or choose fewer with --only"
                + raise(planned.bytes()));
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
      throw new IOException(
          "more originals come out of compressed TFRecords than "
              + (asked.isPresent() ? "--max-bytes allows" : "their size lets expect")
              + "; --max-bytes raises the limit, and the same command goes on");
    }
  }

  private static long saturated(long shardBytes) {
    return shardBytes > Long.MAX_VALUE / MOST_RATIO ? Long.MAX_VALUE : shardBytes * MOST_RATIO;
  }

  private static String wouldWrite(long bytes) {
    return "nothing was written: the originals come to " + Units.bytes(bytes);
  }

  private static String raise(long bytes) {
    long megabytes = (bytes + 999_999) / 1_000_000;
    return "; --max-bytes=" + megabytes + "MB restores them nevertheless";
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
