package io.pcr.reader.original;

import io.pcr.format.Limits;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.reader.find.DatasetFiles;
import io.pcr.reader.internal.output.TargetFolder;
import io.pcr.reader.internal.work.Parallel;
import io.pcr.reader.output.KeySelection;
import io.pcr.reader.output.OutputReport;
import io.pcr.reader.work.ProgressListener;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * Restores the originals of a dataset, byte for byte, as files in a local folder. The dataset can
 * be local or remote. Restore never overwrites a file: if a file exists already, it compares the
 * file with the original. A shard or sample that cannot be read does not stop the others; the
 * report names it.
 *
 * <p>Not thread-safe, and for one use; it works on several threads of its own. It closes everything
 * that it opens.
 */
public final class Restore {
  /**
   * The default for the most bytes of originals, as a multiple of the bytes of their shards.
   * Originals of photographs have about as many bytes as their shards, drawings without noise a few
   * times as many.
   */
  public static final int MOST_RATIO = 100;

  /** The default for the most bytes of originals, for shards however small. */
  public static final long ALWAYS = 1L << 30;

  private final DatasetFiles files;
  private final List<ShardEntry> shards;
  private KeySelection selection = KeySelection.of(List.of());
  private int threads = Parallel.processors();
  private OptionalLong maxBytes = OptionalLong.empty();
  private Limits limits = Limits.DEFAULT;
  private ProgressListener progress = ProgressListener.NONE;
  private OutputReport report = new OutputReport(message -> {});
  private DurableSteps steps = DurableSteps.NONE;

  private Restore(DatasetFiles files, List<ShardEntry> shards) {
    this.files = files;
    this.shards = shards;
  }

  /**
   * A restore of all shards that a manifest lists.
   *
   * @throws IllegalArgumentException when there is no manifest, as for a single shard
   */
  public static Restore of(DatasetFiles files) {
    return files
        .list()
        .map(list -> new Restore(files, list.asList()))
        .orElseThrow(() -> new IllegalArgumentException(files + " is a shard, not a dataset"));
  }

  /** Restores only the samples with these keys; default: all samples. */
  public Restore only(KeySelection value) {
    selection = value;
    return this;
  }

  /** The number of threads that rebuild originals; default: the number of processors. */
  public Restore withThreads(int value) {
    if (value < 1) {
      throw new IllegalArgumentException("threads " + value);
    }
    threads = value;
    return this;
  }

  /**
   * The largest number of bytes to write; default: the free space of the disk, and at most 1 GiB or
   * 100 times the size of the shards, whichever is more.
   */
  public Restore withMaxBytes(long value) {
    maxBytes = OptionalLong.of(value);
    return this;
  }

  /** The limits for everything that is read; default {@link Limits#DEFAULT}. */
  public Restore withLimits(Limits value) {
    limits = value;
    return this;
  }

  /**
   * Receives each file that exists now, whether it was written or was there already; default:
   * nobody receives it.
   */
  public Restore withProgress(ProgressListener value) {
    progress = value;
    return this;
  }

  /**
   * The report that counts files and receives what could not be restored; default: a new report.
   */
  public Restore withReport(OutputReport value) {
    report = value;
    return this;
  }

  /** Receives each durable step; default: nobody receives it. */
  public Restore withSteps(DurableSteps value) {
    steps = value;
    return this;
  }

  /**
   * Writes the files, durably.
   *
   * @return the report, which lists what could not be restored
   * @throws TooManyBytesException when the originals have more bytes than may be written
   * @throws IOException when writing to the folder fails; files that were already written stay
   */
  public OutputReport into(Path folder) throws IOException {
    WriteBudget budget = budget(folder);
    return into(TargetFolder.open(folder, steps), budget);
  }

  /** Rejects too many bytes before anything is written. */
  private WriteBudget budget(Path folder) throws IOException {
    // One of its own: that of the run counts the keys that it was asked about.
    KeySelection chosen = selection.again();
    PlannedBytes.Choice all = (key, length) -> chosen.test(key);
    PlannedBytes.Choice missing =
        (key, length) -> chosen.test(key) && !TargetFolder.mayHold(folder, key, length);
    WriteBudget budget = new WriteBudget(maxBytes);
    budget.require(
        PlannedBytes.of(files, shards, all, threads, limits),
        () -> PlannedBytes.of(files, shards, missing, threads, limits).bytes(),
        folder);
    return budget;
  }

  private OutputReport into(TargetFolder target, WriteBudget budget) throws IOException {
    new RestoreRun(files, target, budget, selection, threads, limits, report, progress).run(shards);
    target.force();
    return report;
  }
}
