package io.pcr.reader.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a check looked at, and what it found. Immutable.
 *
 * @param shards that the check looked at
 * @param samples in the shards whose metadata the check could read
 * @param bytes that the check read
 * @param damages how many damages the check reported
 * @param misnamed shards that were found in files of other names: maps the shard's name to the
 *     file; nothing in them is lost
 * @param unchecked what the check could not check, and which may or may not be intact
 * @param leftOver files that no generation of the dataset needs; not a damage
 * @param index the state of the index; empty when the dataset has no index of its own
 */
public record CheckResult(
    long shards,
    long samples,
    long bytes,
    long damages,
    Map<String, String> misnamed,
    List<Unchecked> unchecked,
    List<LeftOver> leftOver,
    Optional<IndexState> index) {
  /**
   * A file in the dataset's folder that no generation of the dataset needs. It may belong to a
   * writer that is at work, so it is deleted only by a person who knows that there is none.
   *
   * @param bytes that it takes
   */
  public record LeftOver(String file, Kind kind, long bytes) {
    /** What left it. */
    public enum Kind {
      /** The temporary file of a writer that was ended. */
      TEMPORARY,
      /** A shard that was never published. */
      SHARD,
      /** A part of a list of shards that was never published. */
      PART,
      /** A segment of an index of keys that was never published. */
      KEY_SEGMENT,
      /** A generation whose bytes were given back; its name stays taken. */
      EMPTIED_GENERATION,
      /** The name of a generation whose writer died before it had bytes; it stays taken. */
      TORN_GENERATION;

      /** Whether it is a generation, whose name is never freed. */
      public boolean isGeneration() {
        return this == EMPTIED_GENERATION || this == TORN_GENERATION;
      }
    }
  }

  public CheckResult {
    misnamed = new TreeMap<>(misnamed);
    unchecked = List.copyOf(unchecked);
    leftOver = List.copyOf(leftOver);
  }

  /** The result for a dataset in which nothing could be checked. */
  public static CheckResult nothing(Unchecked why) {
    return new CheckResult(0, 0, 0, 0, Map.of(), List.of(why), List.of(), Optional.empty());
  }

  /** Whether the check covered everything, and everything is intact and has its original name. */
  public boolean isIntact() {
    return damages == 0 && misnamed.isEmpty() && unchecked.isEmpty();
  }

  /** This result with the state of the index. */
  CheckResult with(IndexState state) {
    List<Unchecked> all = new ArrayList<>(unchecked);
    state.unchecked().ifPresent(all::add);
    long more = state.damage().isPresent() ? 1 : 0;
    return new CheckResult(
        shards, samples, bytes, damages + more, misnamed, all, leftOver, Optional.of(state));
  }
}
