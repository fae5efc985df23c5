package io.pcr.reader.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a check looked at, and what it comes to. Immutable.
 *
 * @param shards that were looked at
 * @param samples in shards whose metadata could be read
 * @param bytes read
 * @param damages how many were reported
 * @param misnamed the files that shards were found in, by their names; nothing of them is lost
 * @param unchecked what nobody knows to be intact
 * @param index what was found of the index; empty where a dataset has none of its own
 */
public record CheckResult(
    long shards,
    long samples,
    long bytes,
    long damages,
    Map<String, String> misnamed,
    List<Unchecked> unchecked,
    Optional<IndexState> index) {
  public CheckResult {
    misnamed = new TreeMap<>(misnamed);
    unchecked = List.copyOf(unchecked);
  }

  /** Of a dataset of which nothing could be checked. */
  public static CheckResult nothing(Unchecked why) {
    return new CheckResult(0, 0, 0, 0, Map.of(), List.of(why), Optional.empty());
  }

  /** Whether all was checked, and is as it was written, under the names that it had. */
  public boolean isIntact() {
    return damages == 0 && misnamed.isEmpty() && unchecked.isEmpty();
  }

  /** These, and what became of the index. */
  CheckResult with(IndexState state) {
    List<Unchecked> all = new ArrayList<>(unchecked);
    state.unchecked().ifPresent(all::add);
    long more = state.damage().isPresent() ? 1 : 0;
    return new CheckResult(
        shards, samples, bytes, damages + more, misnamed, all, Optional.of(state));
  }
}
