package io.pcr.writer.salvage;

import io.pcr.format.commit.DurableSteps;
import io.pcr.format.error.PcrException;
import io.pcr.reader.check.CheckResult;
import io.pcr.reader.check.DatasetCheck;
import io.pcr.reader.find.DatasetFiles;
import io.pcr.reader.location.DatasetLocation;
import io.pcr.reader.work.ProgressListener;
import io.pcr.writer.journal.RunRejectedException;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes a new dataset from the intact parts of a damaged one. It saves a sample byte for byte or
 * not at all. It only reads the damaged dataset.
 *
 * <pre>{@code
 * DamagedDataset damaged = DamagedDataset.of(path, Limits.DEFAULT, notice -> {});
 * SalvageReport report = Salvage.of(damaged).saveTo(folder);
 * report.losses().forEach(loss -> System.out.println(loss.toJson()));
 * }</pre>
 *
 * <p>Not thread-safe, and for one use. It closes everything that it opens.
 */
public final class Salvage {
  private final DamagedDataset damaged;
  private Listener listener = Listener.SILENT;
  private DurableSteps steps = DurableSteps.NONE;

  private Salvage(DamagedDataset damaged) {
    this.damaged = damaged;
  }

  /** A salvage of a dataset. */
  public static Salvage of(DamagedDataset damaged) {
    return new Salvage(damaged);
  }

  /** Receives the progress of the work; default: nobody receives it. */
  public Salvage listener(Listener value) {
    listener = value;
    return this;
  }

  /** Receives each durable step; default: nobody receives it. */
  public Salvage steps(DurableSteps value) {
    steps = value;
    return this;
  }

  /** Finds out what can be saved and what is lost. Writes nothing. */
  public Plan plan() throws IOException {
    try (SalvageRun run = SalvageRun.begin(damaged)) {
      run.examine(listener.examining(damaged.bytes()));
      return run.plan();
    }
  }

  /**
   * Saves what is intact. It writes the new dataset to a folder next to the target, reads it back
   * and checks it. Then the target appears, complete. After a failure it leaves nothing.
   *
   * @param target a folder that is empty or does not exist yet, and is not inside the damaged
   *     dataset
   * @throws RunRejectedException when the target is not such a folder
   * @throws io.pcr.format.commit.DatasetBusyException when another salvage is writing to the target
   */
  public SalvageReport saveTo(Path target) throws IOException {
    requireApart(target);
    try (Staging staging = Staging.begin(target, listener::notice, steps)) {
      listener.began(staging.lock().folder());
      SalvageReport report = write(staging, target);
      requireClean(staging.lock().folder());
      staging.publish();
      return report;
    }
  }

  private SalvageReport write(Staging staging, Path target) throws IOException {
    long bytes = damaged.bytes();
    try (SalvageRun run = SalvageRun.begin(damaged)) {
      run.examine(listener.examining(bytes));
      return run.write(staging.lock(), steps);
    } catch (FileSystemException | PcrException e) {
      throw e;
    } catch (IOException e) {
      // A failed write does not name its file.
      throw new IOException(target + ": " + e.getMessage() + "; nothing of it is left there", e);
    }
  }

  private void requireApart(Path target) throws IOException {
    Path out = target.toAbsolutePath().normalize();
    while (!Files.exists(out)) {
      out = out.getParent();
    }
    if (out.toRealPath().startsWith(damaged.folder().toRealPath())) {
      throw new RunRejectedException(
          target + " is inside the damaged dataset; name a folder elsewhere");
    }
  }

  /** Requires that what is published was read back and is intact. */
  private void requireClean(Path folder) throws IOException {
    List<String> found = new ArrayList<>();
    DatasetFiles files =
        DatasetFiles.open(DatasetLocation.of(folder), damaged.limits(), listener::notice);
    DatasetCheck check =
        DatasetCheck.of(files)
            .withLimits(damaged.limits())
            .onDamage(damage -> found.add(damage.toString()));
    CheckResult result = check.withProgress(listener.checking(check.bytesToRead())).run();
    result.unchecked().forEach(left -> found.add(left.file() + ": " + left.problem()));
    if (!found.isEmpty()) {
      throw new IOException(
          "what was written was read back with a different content, the disk may be failing; "
              + found.get(0));
    }
  }

  /**
   * Receives the progress of a salvage. One thread calls it; several threads may call the listeners
   * that it returns.
   */
  public interface Listener {
    /** A listener that does nothing. */
    Listener SILENT = new Listener() {};

    /** Called with a sentence that the user may want to read, in addition to the result. */
    default void notice(String sentence) {}

    /** Called with the folder that holds the new dataset until it is complete. */
    default void began(Path folder) {}

    /**
     * Called when the salvage begins to examine the shards.
     *
     * @param bytes about how many bytes it will read
     * @return receives the number of bytes that were read
     */
    default ProgressListener examining(long bytes) {
      return ProgressListener.NONE;
    }

    /**
     * Called when the salvage begins to check what it wrote.
     *
     * @param bytes how many bytes it will read
     * @return receives the number of samples and bytes that were checked
     */
    default ProgressListener checking(long bytes) {
      return ProgressListener.NONE;
    }
  }

  /**
   * What a salvage would save, and what is lost. Immutable and thread-safe.
   *
   * @param samples the number of samples that would be saved
   * @param losses what is lost, in the order of the dataset
   */
  public record Plan(long samples, List<Loss> losses) {
    public Plan {
      losses = List.copyOf(losses);
    }
  }
}
