package io.pcr.tools.load;

import io.pcr.format.quality.Reconstruction;
import io.pcr.loader.LoaderOptions;
import io.pcr.loader.batch.Remainder;
import io.pcr.loader.cache.LoaderCache;
import io.pcr.loader.order.OrderKind;
import io.pcr.loader.policy.FidelityPolicy;
import io.pcr.loader.transform.Transform;
import io.pcr.reader.OnDamage;
import io.pcr.reader.PcrDataset;
import io.pcr.tools.UsageException;
import io.pcr.tools.terminal.ByteSize;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options that say which batches there are, and what they are made of. */
final class LoadArguments {
  @Option(
      names = "--batch",
      paramLabel = "N",
      defaultValue = "256",
      description = "Number of samples in a step, over all ranks; default ${DEFAULT-VALUE}.")
  private int batch;

  @Option(
      names = "--ranks",
      paramLabel = "N",
      defaultValue = "1",
      description = "Number of ranks that share each batch; default ${DEFAULT-VALUE}.")
  private int ranks;

  @Option(
      names = "--rank",
      paramLabel = "N",
      defaultValue = "0",
      description = "The rank to read as, from 0; default ${DEFAULT-VALUE}.")
  private int rank;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "0",
      description = "Seed of the order and the crops; default ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--order",
      paramLabel = "lanes|global|sequential|liquid",
      defaultValue = "lanes",
      description = "Order of the samples (docs/loader.md); default ${DEFAULT-VALUE}.")
  private OrderKind order;

  @Option(
      names = "--lanes",
      paramLabel = "N",
      description = "Number of lanes; default: the largest divisor of the batch up to 64.")
  private Integer lanes;

  @Option(
      names = "--window",
      paramLabel = "N",
      description = "Number of samples of a lane that are shuffled together; default 256.")
  private Integer window;

  @Option(
      names = "--remainder",
      paramLabel = "drop|pad|short",
      defaultValue = "drop",
      description = "What to do with samples that do not fill a batch; default ${DEFAULT-VALUE}.")
  private Remainder remainder;

  @Option(
      names = "--epoch-batches",
      paramLabel = "N",
      defaultValue = "0",
      description = "Number of batches in an epoch; required for a mix of datasets.")
  private long epochBatches;

  @Option(
      names = "--transform",
      paramLabel = "WHAT",
      defaultValue = "random-crop:224",
      converter = TransformArgument.class,
      description =
          "How each image is transformed: random-crop:224, centre-crop:256,224 or resize:224; none"
              + " reads the images, and decodes nothing. Default ${DEFAULT-VALUE}.")
  private Transform transform;

  @Option(
      names = "--views",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Number of random crops of each image, which is decoded once for all of them; default"
              + " ${DEFAULT-VALUE}.")
  private int views;

  @Option(
      names = "--reconstruction",
      paramLabel = "plain|midpoint",
      description =
          "What the decoder puts in place of bits that a fidelity leaves out; default: the"
              + " reconstruction for which the dataset's targets hold.")
  private Reconstruction reconstruction;

  @Option(
      names = "--on-damage",
      paramLabel = "fail|degrade|skip",
      defaultValue = "fail",
      description =
          "What to do with damaged samples: stop, use what is left of them, or replace them by"
              + " other samples of the batch. Samples of which nothing is left are replaced with"
              + " degrade, too. Default ${DEFAULT-VALUE}.")
  private OnDamage onDamage;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      converter = ByteSize.class,
      description =
          "Memory for reading ahead and for batches; default: a quarter of the machine's"
              + " memory.")
  private Long memory;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Number of threads that decode; default: one for each core.")
  private Integer threads;

  @Option(
      names = "--cache",
      paramLabel = "none|page|prefix:SIZE|minio:SIZE",
      converter = CacheArgument.class,
      description =
          "What to keep of the dataset: none reads past the kernel's page cache, prefix keeps the"
              + " shards that were read last on a local disk, minio keeps a fixed set of shards"
              + " there; default: page, or none in the order liquid.")
  private LoaderCache cache;

  @Option(
      names = "--cache-dir",
      paramLabel = "FOLDER",
      description =
          "Folder of --cache prefix or minio; default: pcr/loader in XDG_CACHE_HOME, or in"
              + " ~/.cache.")
  private Path cacheFolder;

  /** How the images of a dataset are decoded. */
  Reconstruction reconstruction(PcrDataset dataset) {
    return Optional.ofNullable(reconstruction)
        .or(() -> dataset.targets().map(targets -> targets.measure().reconstruction()))
        .orElse(Reconstruction.PLAIN);
  }

  /** The options of the loader. */
  LoaderOptions options(FidelityPolicy policy, boolean keys) {
    LoaderOptions.Builder options =
        LoaderOptions.builder()
            .seed(seed)
            .order(order)
            .remainder(remainder)
            .epochBatches(epochBatches)
            .transform(transform)
            .onDamage(onDamage)
            .policy(policy)
            .keys(keys);
    try {
      options.batch(batch).rank(rank, ranks).views(views);
      Optional.ofNullable(lanes).ifPresent(options::lanes);
      Optional.ofNullable(window).ifPresent(options::window);
      Optional.ofNullable(reconstruction).ifPresent(options::reconstruction);
      Optional.ofNullable(memory).ifPresent(options::memory);
      Optional.ofNullable(threads).ifPresent(options::threads);
      Optional.ofNullable(cache).map(this::inFolder).ifPresent(options::cache);
      return options.build();
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
  }

  private LoaderCache inFolder(LoaderCache stated) {
    return cacheFolder == null
        ? stated
        : new LoaderCache(stated.kind(), stated.bytes(), cacheFolder);
  }
}
