package io.pcr.advisor;

import io.pcr.loader.transform.Transform;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What is asked of the advisor. Immutable.
 *
 * @param consumer images a second that the training takes; empty: as many as it gets
 * @param quality the least MS-SSIM that is good enough, from 0 to 1
 * @param groups the fidelities to look at, as numbers of groups; empty: all
 * @param transform what becomes of each image
 * @param batch samples of a step
 * @param threads that decode
 * @param memory of the loader; empty: its default
 * @param cacheBytes that a cache on a local disk may have for remote data; 0: none is looked at
 * @param seed of everything that is chosen at random
 * @param runs how many of the best ways are run
 * @param runSeconds of each of these runs, behind its first batches
 */
public record TuneOptions(
    OptionalDouble consumer,
    double quality,
    List<Integer> groups,
    Transform transform,
    int batch,
    int threads,
    OptionalLong memory,
    long cacheBytes,
    long seed,
    int runs,
    double runSeconds) {
  public TuneOptions {
    groups = List.copyOf(groups);
    if (consumer.isPresent() && !(consumer.getAsDouble() > 0)) {
      throw new IllegalArgumentException("the consumer's rate must be more than 0");
    }
    if (!(quality >= 0 && quality <= 1)) {
      throw new IllegalArgumentException("a quality of " + quality + " is not from 0 to 1");
    }
    if (cacheBytes < 0 || batch < 1 || threads < 1 || runs < 0 || !(runSeconds > 0)) {
      throw new IllegalArgumentException(
          "batch, threads and the seconds of a run must be more than 0, and tries not less than 0");
    }
  }
}
