package io.pcr.writer.salvage;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Which samples of a shard are whole, in one of its files or in several together.
 *
 * @param sampleCount of the shard
 * @param lostSamples by their position in the shard
 * @param lostOriginals what cannot be given back any more, of samples that are whole or not
 */
record Examined(
    int sampleCount, SortedMap<Integer, Loss> lostSamples, SortedMap<Integer, Loss> lostOriginals) {

  /** The samples that are whole. */
  BitSet kept() {
    BitSet kept = new BitSet();
    kept.set(0, sampleCount);
    lostSamples.keySet().forEach(kept::clear);
    return kept;
  }

  /** Samples in their order, then originals of samples that are whole. */
  List<Loss> losses() {
    List<Loss> losses = new ArrayList<>(lostSamples.values());
    lostOriginals.values().stream()
        .filter(loss -> !lostSamples.containsKey(loss.sample()))
        .forEach(losses::add);
    return losses;
  }

  /** What is left to lose with another file of the same shard: what is lost in both. */
  Examined and(Examined other) {
    return new Examined(
        sampleCount,
        inBoth(lostSamples, other.lostSamples),
        inBoth(lostOriginals, other.lostOriginals));
  }

  private static SortedMap<Integer, Loss> inBoth(
      SortedMap<Integer, Loss> lost, SortedMap<Integer, Loss> other) {
    SortedMap<Integer, Loss> both = new TreeMap<>(lost);
    both.keySet().retainAll(other.keySet());
    return both;
  }
}
