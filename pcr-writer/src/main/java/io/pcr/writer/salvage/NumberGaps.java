package io.pcr.writer.salvage;

import io.pcr.writer.internal.shard.ShardWriter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/** Shards of a dataset without a manifest of which nothing is left but a gap in the numbers. */
final class NumberGaps {
  private NumberGaps() {}

  /**
   * Shards are numbered on, so that a number left out below the highest is a shard that is gone,
   * unless there are as many that have other names. A copy of a shard stands for no other.
   *
   * @param numbers of the shards that are different, empty for those of other names
   * @param files all that are there, copies too, and those that nobody can read
   */
  static List<Loss> of(List<OptionalInt> numbers, List<String> files) {
    Set<Integer> there = new HashSet<>();
    numbers.forEach(number -> number.ifPresent(there::add));
    // A stray file with a huge number is no proof of a million others.
    int bound = 2 * there.size() + 16;
    int most =
        files.stream()
            .flatMapToInt(file -> ShardWriter.number(file).stream())
            .filter(number -> number <= bound)
            .max()
            .orElse(0);
    List<Loss> gaps = new ArrayList<>();
    for (int number = 0; number < most; number++) {
      if (!there.contains(number)) {
        Loss.Cause cause =
            Loss.Cause.missing("the file is missing, but files with later numbers exist");
        String name = String.format(Locale.ROOT, "part-%05d", number);
        gaps.add(Loss.ofShard(name, OptionalLong.empty(), cause));
      }
    }
    long otherwiseNamed = numbers.stream().filter(OptionalInt::isEmpty).count();
    return gaps.size() <= otherwiseNamed ? List.of() : gaps;
  }
}
