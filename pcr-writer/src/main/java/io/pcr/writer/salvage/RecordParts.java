package io.pcr.writer.salvage;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The files of one TFRecord shard, damaged in different records or one alone: which records are
 * intact in any of them, and what is lost in all. For one thread.
 */
final class RecordParts {
  private final String shard;
  private final OptionalLong stated;
  private final List<FoundRecords> parts = new ArrayList<>();

  /**
   * @param stated how many records the shard had, if anything says so
   */
  RecordParts(String shard, OptionalLong stated) {
    this.shard = shard;
    this.stated = stated;
  }

  List<FoundRecords> parts() {
    return parts;
  }

  void clear() {
    parts.clear();
  }

  void add(FoundRecords part) {
    parts.add(part);
  }

  /** Adds a file if it is the same shard and has an intact record that no earlier one has. */
  boolean addIfUseful(FoundRecords part) {
    boolean isUseful =
        !parts.isEmpty()
            && parts.stream().allMatch(part::isSameAs)
            && part.intact().keySet().stream().anyMatch(number -> of(number) == null);
    if (isUseful) {
      parts.add(part);
    }
    return isUseful;
  }

  /** The first file in which a record is intact; null when there is none. */
  FoundRecords of(int number) {
    for (FoundRecords part : parts) {
      if (part.intact().containsKey(number)) {
        return part;
      }
    }
    return null;
  }

  BitSet kept() {
    BitSet kept = new BitSet();
    parts.forEach(part -> part.intact().keySet().forEach(kept::set));
    return kept;
  }

  /** What stands for the keys of all records that are intact. */
  long[] keyHashes() {
    return kept().stream().mapToLong(number -> of(number).intact().get(number).keyHash()).toArray();
  }

  private OptionalInt count() {
    if (stated.isPresent()) {
      return OptionalInt.of(Math.toIntExact(stated.getAsLong()));
    }
    return parts.stream()
        .filter(part -> part.end() == Integer.MAX_VALUE)
        .mapToInt(FoundRecords::count)
        .max();
  }

  /** One by one, and at the end all from one on of which no file says anything. */
  List<Loss> losses() {
    BitSet kept = kept();
    int end = parts.stream().mapToInt(FoundRecords::end).max().orElse(0);
    int rest = Math.max(end == Integer.MAX_VALUE ? 0 : end, kept.length());
    OptionalInt count = count();
    int known = end == Integer.MAX_VALUE ? count.orElse(kept.length()) : rest;
    List<Loss> losses = new ArrayList<>();
    for (int number = kept.nextClearBit(0);
        number < known;
        number = kept.nextClearBit(number + 1)) {
      losses.add(Loss.ofSample(shard, number, "", why(number), 0));
    }
    if (end != Integer.MAX_VALUE && count.orElse(Integer.MAX_VALUE) > rest) {
      OptionalLong left =
          count.isPresent() ? OptionalLong.of(count.getAsInt() - rest) : OptionalLong.empty();
      losses.add(Loss.ofShard(shard, left, why(rest)));
    }
    return losses;
  }

  private Loss.Cause why(int number) {
    for (FoundRecords part : parts) {
      if (part.why(number) != null) {
        return part.why(number);
      }
    }
    return Loss.Cause.missing("the file ends before it");
  }
}
