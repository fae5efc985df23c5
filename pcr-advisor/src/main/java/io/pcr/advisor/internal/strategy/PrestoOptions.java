package io.pcr.advisor.internal.strategy;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.List;

/**
 * What a study runs: every combination. Immutable.
 *
 * @param pipelines whose strategies are run
 * @param formats of which each split takes those that can hold its pictures; empty for all
 * @param samples how many pictures an epoch has
 * @param threads of an epoch
 * @param caches from where pictures come
 * @param shuffles where pictures are shuffled
 * @param runs of each
 * @param warmUp how long work is done that is not measured, before the runs of each cache; eight
 *     times that before the first
 * @param memory most bytes that the application's cache may take
 * @param sweepBytes bytes of the made pictures of each size, from .01 to 20 MB, that are read
 *     besides; 0 for none
 */
public record PrestoOptions(
    List<Pipeline> pipelines,
    List<SplitFormat> formats,
    List<Integer> samples,
    List<Integer> threads,
    List<CacheMode> caches,
    List<ShufflePlace> shuffles,
    int runs,
    Duration warmUp,
    long memory,
    long sweepBytes) {
  private static final int MAX_THREADS = 1024;
  private static final int MAX_RUNS = 1000;
  private static final int MAX_SAMPLES = 10_000_000;

  public PrestoOptions {
    pipelines = List.copyOf(pipelines);
    formats = List.copyOf(formats);
    samples = List.copyOf(samples);
    threads = List.copyOf(threads);
    caches = List.copyOf(caches);
    shuffles = List.copyOf(shuffles);
    requireNonNull(warmUp, "warmUp");
    samples.forEach(count -> requireRange("samples", count, MAX_SAMPLES));
    threads.forEach(count -> requireRange("threads", count, MAX_THREADS));
    requireRange("runs", runs, MAX_RUNS);
    for (Pipeline pipeline : pipelines) {
      shuffles.forEach(shuffle -> shuffle.position(pipeline, 0)); // Throws where it has no place.
    }
    if (memory < 0 || sweepBytes < 0) {
      throw new IllegalArgumentException(
          "memory " + memory + " and the sweep's bytes " + sweepBytes + " are at least 0");
    }
  }

  private static void requireRange(String name, int value, int most) {
    if (value < 1 || value > most) {
      throw new IllegalArgumentException(name + " " + value + " is not in 1.." + most);
    }
  }
}
