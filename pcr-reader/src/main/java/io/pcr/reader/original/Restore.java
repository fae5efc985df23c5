package io.pcr.reader.original;

import io.pcr.format.Limits;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.reader.find.DatasetFiles;
import io.pcr.reader.output.KeySelection;
import io.pcr.reader.output.OutputReport;
import io.pcr.reader.output.TargetFolder;
import io.pcr.reader.work.Parallel;
import io.pcr.reader.work.ProgressListener;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * Gives the originals of a dataset back, byte for byte, as files in a local folder; the dataset may
 * be anywhere. What stands in the folder is never overwritten: a file that is there already is
 * compared. A shard or sample that cannot be read costs no other: the report has it.
 *
 * <p>For one thread, once; it uses several of its own.
 */
public final class Restore {
  /**
   * How many times the bytes of their shards originals may come to by default. Photographs come to
   * about as much, drawings without noise to a few times.
   */
  public static final int MOST_RATIO = 100;

  /** Bytes that may come of the smallest shards by default. */
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
   * Of all shards that a manifest lists.
   *
   * @throws IllegalArgumentException when there is no manifest, as for a shard by itself
   */
  public static Restore of(DatasetFiles files) {
    return files
        .manifest()
        .map(manifest -> new Restore(files, manifest.shards()))
        .orElseThrow(() -> new IllegalArgumentException(files + " is a shard, and no dataset"));
  }

  /** Only the samples with these keys; default all. */
  public Restore only(KeySelection value) {
    selection = value;
    return this;
  }

  /** Threads that make originals; default as many as there are processors. */
  public Restore withThreads(int value) {
    if (value < 1) {
      throw new IllegalArgumentException("threads " + value);
    }
    threads = value;
    return this;
  }

  /**
   * Bytes that may be written. Default: what the disk has free, and at most 1 GiB or 100 times the
   * size of the shards, whichever is more.
   */
  public Restore withMaxBytes(long value) {
    maxBytes = OptionalLong.of(value);
    return this;
  }

  /** The limits to read within; default {@link Limits#DEFAULT}. */
  public Restore withLimits(Limits value) {
    limits = value;
    return this;
  }

  /** Who is told of each file that is there; default nobody. */
  public Restore withProgress(ProgressListener value) {
    progress = value;
    return this;
  }

  /** What counts files, and is told what could not be given back; default one of its own. */
  public Restore withReport(OutputReport value) {
    report = value;
    return this;
  }

  /** Who is told of each durable step; default nobody. */
  public Restore withSteps(DurableSteps value) {
    steps = value;
    return this;
  }

  /**
   * Writes the files, durably.
   *
   * @return the report, which has what could not be given back
   * @throws TooManyBytesException when they come to more bytes than may be written
   * @throws IOException when the folder cannot be written to; what was written stays
   */
  public OutputReport into(Path folder) throws IOException, InterruptedException {
    WriteBudget budget = budget(folder);
    return into(TargetFolder.open(folder, steps), budget);
  }

  /** As {@link #into(Path)}, into a folder that is there. */
  public OutputReport into(TargetFolder target) throws IOException, InterruptedException {
    return into(target, budget(target.path()));
  }

  /** Rejects what is too much before anything is written. */
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

  private OutputReport into(TargetFolder target, WriteBudget budget)
      throws IOException, InterruptedException {
    new RestoreRun(files, target, budget, selection, threads, limits, report, progress).run(shards);
    target.force();
    return report;
  }
}
