package io.pcr.reader.internal;

import io.pcr.format.error.PcrException;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.reader.DamageCounts;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/** Counts damaged samples, and tells of each. Thread-safe. */
final class DamageLog {
  private final LongAdder degraded = new LongAdder();
  private final LongAdder skipped = new LongAdder();
  private final Set<String> fronts = ConcurrentHashMap.newKeySet();
  private final Optional<DamageLog> whole;
  private final Consumer<String> notices;

  private DamageLog(Optional<DamageLog> whole, Consumer<String> notices) {
    this.whole = whole;
    this.notices = notices;
  }

  static DamageLog ofDataset(Consumer<String> notices) {
    return new DamageLog(Optional.empty(), notices);
  }

  /** A log whose counts go into this one too. */
  DamageLog part() {
    return new DamageLog(Optional.of(this), notices);
  }

  void degraded(String key, int group, PcrException damage) {
    degraded.increment();
    whole.ifPresent(log -> log.degraded.increment());
    notices.accept("sample " + key + " at fidelity " + group + " only: " + damage.getMessage());
  }

  void skipped(String key, PcrException damage) {
    countSkipped();
    notices.accept("sample " + key + " left out: " + damage.getMessage());
  }

  /**
   * What is lost from one sample on to the end: told once, and each sample counted by {@link
   * #countSkipped}.
   */
  void lostFrom(String first, PcrException damage) {
    notices.accept("samples from " + first + " on left out: " + damage.getMessage());
  }

  /** A sample that was told of with others. */
  void countSkipped() {
    skipped.increment();
    whole.ifPresent(log -> log.skipped.increment());
  }

  /** A shard whose first bytes are damaged and were read from their copy; it is told of once. */
  void front(String shard, PcrException damage) {
    if (fronts.add(shard)) {
      notices.accept("shard " + shard + ": " + damage.getMessage() + "; " + ShardFile.FROM_COPY);
    }
  }

  /** Bytes that lead to no sample. */
  void notice(String text) {
    notices.accept(text);
  }

  DamageCounts counts() {
    return new DamageCounts(degraded.sum(), skipped.sum(), fronts.size());
  }
}
