package io.pcr.tools.load;

import io.pcr.format.Fidelity;
import io.pcr.format.quality.Reconstruction;
import io.pcr.loader.LoaderOptions;
import io.pcr.loader.batch.Remainder;
import io.pcr.loader.order.OrderKind;
import io.pcr.loader.transform.Transform;
import io.pcr.reader.OnDamage;
import io.pcr.tools.UsageException;
import io.pcr.tools.terminal.ByteSize;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options that say which batches there are, and what they are made of. */
final class LoadArguments {
  @Option(
      names = "--batch",
      paramLabel = "N",
      defaultValue = "256",
      description = "Samples of all ranks in a step; default ${DEFAULT-VALUE}.")
  private int batch;

  @Option(
      names = "--ranks",
      paramLabel = "N",
      defaultValue = "1",
      description = "How many ranks share each batch; default ${DEFAULT-VALUE}.")
  private int ranks;

  @Option(
      names = "--rank",
      paramLabel = "N",
      defaultValue = "0",
      description = "Which of them this is, from 0; default ${DEFAULT-VALUE}.")
  private int rank;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "0",
      description = "Of the order and the crops; default ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--order",
      paramLabel = "lanes|global|sequential",
      defaultValue = "lanes",
      description = "Of the samples (spec/loader.md); default ${DEFAULT-VALUE}.")
  private OrderKind order;

  @Option(
      names = "--lanes",
      paramLabel = "N",
      description = "The lanes of the order; by default a divisor of the batch, at most 64.")
  private Integer lanes;

  @Option(
      names = "--window",
      paramLabel = "N",
      description = "The samples of a lane that change places; default 256.")
  private Integer window;

  @Option(
      names = "--remainder",
      paramLabel = "drop|pad|short",
      defaultValue = "drop",
      description = "What happens to samples that fill no batch; default ${DEFAULT-VALUE}.")
  private Remainder remainder;

  @Option(
      names = "--epoch-batches",
      paramLabel = "N",
      defaultValue = "0",
      description = "The batches of an epoch of a mix of datasets, which has no end of its own.")
  private long epochBatches;

  @Option(
      names = "--transform",
      paramLabel = "WHAT",
      defaultValue = "random-crop:224",
      converter = TransformArgument.class,
      description =
          "What becomes of each image: random-crop:224, centre-crop:256,224 or resize:224; default "
              + "${DEFAULT-VALUE}.")
  private Transform transform;

  @Option(
      names = "--reconstruction",
      paramLabel = "plain|midpoint",
      defaultValue = "plain",
      description = "Of bits that a lower fidelity leaves out; default ${DEFAULT-VALUE}.")
  private Reconstruction reconstruction;

  @Option(
      names = "--on-damage",
      paramLabel = "fail|degrade|skip",
      defaultValue = "fail",
      description =
          "What happens to damaged samples; skip puts others of the batch in their places; default "
              + "${DEFAULT-VALUE}.")
  private OnDamage onDamage;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      converter = ByteSize.class,
      description =
          "What is read ahead and decoded may take this much; default: a quarter of the "
              + "machine's memory.")
  private Long memory;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads that decode; default: as many as processors.")
  private Integer threads;

  /** The options of the loader. */
  LoaderOptions options(Fidelity fidelity, boolean keys) {
    LoaderOptions.Builder options =
        LoaderOptions.builder()
            .seed(seed)
            .order(order)
            .remainder(remainder)
            .epochBatches(epochBatches)
            .transform(transform)
            .reconstruction(reconstruction)
            .onDamage(onDamage)
            .fidelity(fidelity)
            .keys(keys);
    try {
      options.batch(batch).rank(rank, ranks);
      Optional.ofNullable(lanes).ifPresent(options::lanes);
      Optional.ofNullable(window).ifPresent(options::window);
      Optional.ofNullable(memory).ifPresent(options::memory);
      Optional.ofNullable(threads).ifPresent(options::threads);
      return options.build();
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
  }
}
