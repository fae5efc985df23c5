package io.pcr.tools.tune;

import io.pcr.advisor.TuneOptions;
import io.pcr.loader.transform.Transform;
import io.pcr.tools.UsageException;
import io.pcr.tools.load.TransformArgument;
import io.pcr.tools.terminal.ByteSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import picocli.CommandLine.Option;

/** The options that say what the training needs, and what is measured. */
final class TuneArguments {
  private static final int MOST_RUNS = 1000;

  @Option(
      names = "--consumer",
      paramLabel = "RATE",
      converter = Rate.class,
      description =
          "Images that the training takes, such as 800/s. The advice is then the highest quality"
              + " that feeds it; default: the fastest of at least --quality.")
  private Double consumer;

  @Option(
      names = "--quality",
      paramLabel = "MS-SSIM",
      defaultValue = "0.96",
      description = "The lowest MS-SSIM that is good enough; default ${DEFAULT-VALUE}.")
  private double quality;

  @Option(
      names = "--fidelities",
      paramLabel = "N",
      split = ",",
      description = "The fidelities to look at, such as 2,3,5; default: all.")
  private List<Integer> fidelities = new ArrayList<>();

  @Option(
      names = "--transform",
      paramLabel = "WHAT",
      defaultValue = "random-crop:224",
      converter = TransformArgument.class,
      description =
          "How each image is transformed: random-crop:224, centre-crop:256,224, resize:224 or"
              + " none; default ${DEFAULT-VALUE}.")
  private Transform transform;

  @Option(
      names = "--batch",
      paramLabel = "N",
      defaultValue = "256",
      description = "Number of samples in a step; default ${DEFAULT-VALUE}.")
  private int batch;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Number of threads that decode; default: one for each core.")
  private Integer threads;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      converter = ByteSize.class,
      description =
          "Memory of the loader, for reading ahead and for batches; default: a quarter of the"
              + " machine's memory.")
  private Long memory;

  @Option(
      names = "--cache-size",
      paramLabel = "SIZE",
      converter = ByteSize.class,
      defaultValue = "0",
      description =
          "Room on a local disk for a cache of remote data (pcr load --cache minio:SIZE), which is"
              + " then looked at, too, and not run; default: none.")
  private long cacheSize;

  @Option(
      names = "--tries",
      paramLabel = "N",
      defaultValue = "3",
      description =
          "How many of the best ways are run, to compare them with what was predicted; default"
              + " ${DEFAULT-VALUE}.")
  private int runs;

  @Option(
      names = "--try-seconds",
      paramLabel = "S",
      defaultValue = "3",
      description = "How long each of them is measured; default ${DEFAULT-VALUE}.")
  private double runSeconds;

  TuneOptions options(long seed) {
    if (fidelities.stream().anyMatch(group -> group < 1)) {
      throw new UsageException("--fidelities are numbers from 1 on");
    }
    if (runs > MOST_RUNS) {
      throw new UsageException("--tries " + runs + " is more than " + MOST_RUNS);
    }
    try {
      return new TuneOptions(
          consumer == null ? OptionalDouble.empty() : OptionalDouble.of(consumer),
          quality,
          fidelities,
          transform,
          batch,
          Optional.ofNullable(threads).orElse(Runtime.getRuntime().availableProcessors()),
          memory == null ? OptionalLong.empty() : OptionalLong.of(memory),
          cacheSize,
          seed,
          runs,
          runSeconds);
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
  }
}
