package io.pcr.reader.check;

import io.pcr.format.Limits;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.manifest.ShardList;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.find.DatasetFiles;
import io.pcr.reader.work.ProgressListener;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Checks a dataset or a single shard, local or remote: the checksum of every slice, value and
 * record, and whether everything that is stored twice agrees. It reads every byte and writes
 * nothing.
 *
 * <pre>{@code
 * CheckResult result = DatasetCheck.of(dataset).onDamage(System.out::println).run();
 * }</pre>
 *
 * <p>Immutable and thread-safe; holds nothing open. Each {@link #run} is a separate check. It uses
 * as many threads as there are processors. The caller closes the dataset, after the check.
 */
public final class DatasetCheck {
  private final DatasetFiles files;
  private final boolean isDeep;
  private final Limits limits;
  private final Consumer<Damage> damages;
  private final ProgressListener progress;

  private DatasetCheck(
      DatasetFiles files,
      boolean isDeep,
      Limits limits,
      Consumer<Damage> damages,
      ProgressListener progress) {
    this.files = files;
    this.isDeep = isDeep;
    this.limits = limits;
    this.damages = damages;
    this.progress = progress;
  }

  /** A check of an open dataset. Other threads may read the dataset during the check. */
  public static DatasetCheck of(PcrDataset dataset) {
    return of(dataset.files());
  }

  /** A check of a dataset's files. */
  public static DatasetCheck of(DatasetFiles files) {
    return new DatasetCheck(files, false, Limits.DEFAULT, damage -> {}, ProgressListener.NONE);
  }

  /**
   * Whether the check also decodes each image and rebuilds each original that the dataset keeps;
   * default false.
   */
  public DatasetCheck withDeep(boolean value) {
    return new DatasetCheck(files, value, limits, damages, progress);
  }

  /** The limits for everything that the check reads; default {@link Limits#DEFAULT}. */
  public DatasetCheck withLimits(Limits value) {
    return new DatasetCheck(files, isDeep, value, damages, progress);
  }

  /**
   * Receives each damage when the check finds it, from one thread at a time; default: nobody
   * receives it.
   */
  public DatasetCheck onDamage(Consumer<Damage> value) {
    return new DatasetCheck(files, isDeep, limits, value, progress);
  }

  /** Receives the number of samples and bytes checked so far; default: nobody receives it. */
  public DatasetCheck withProgress(ProgressListener value) {
    return new DatasetCheck(files, isDeep, limits, damages, value);
  }

  /**
   * Checks everything.
   *
   * @throws IOException when a server fails or the check is interrupted; what a local disk cannot
   *     read is listed in {@link CheckResult#unchecked}
   */
  public CheckResult run() throws IOException {
    DatasetFiles known = files.withoutLostParts();
    CheckResult result = new CheckRun(known, limits, isDeep, damages).check(progress);
    // An index is compared with the complete list of shards.
    Optional<IndexState> index =
        known.lostParts().isEmpty() ? IndexState.of(known) : Optional.empty();
    index.flatMap(IndexState::damage).ifPresent(damages);
    return index.map(result::with).orElse(result);
  }

  /** The least number of bytes that a check of everything reads. */
  public long bytesToRead() throws IOException {
    Optional<ShardList> list = files.withoutLostParts().list();
    if (list.isPresent()) {
      return list.get().asList().stream().mapToLong(ShardEntry::totalLength).sum();
    }
    try (ByteSource source = files.open(files.shards().get(0))) {
      return source.length();
    }
  }
}
