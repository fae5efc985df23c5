package io.pcr.writer.internal.journal;

import io.pcr.format.commit.DurableSteps;
import io.pcr.format.commit.DurableSteps.Step;
import io.pcr.format.internal.commit.AtomicFile;
import io.pcr.format.internal.commit.DatasetLock;
import io.pcr.format.internal.commit.LockHolder;
import io.pcr.format.internal.commit.OwnFolder;
import io.pcr.format.internal.manifest.ManifestPublication;
import io.pcr.reader.find.DatasetFiles;
import io.pcr.writer.journal.RunRejectedException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;

/**
 * The folder inside a dataset in which a run keeps what it needs to be resumed: its options, the
 * listing of its source, the rejects so far, the journal. It is there from the run's start to its
 * end; the dataset's lock says whether the run is alive.
 *
 * <pre>
 * OUT/.pcr-run/options   first thing written
 * OUT/.pcr-run/listing   the files of the source, in order
 * OUT/.pcr-run/stream.tar  the source, where it came as a stream
 * OUT/.pcr-run/rejects   will be rejects.jsonl
 * OUT/.pcr-run/journal   listing done, shards done
 * OUT/.pcr-run/base*     the manifest and the rejects that the run adds to
 * OUT/.pcr-run/holder    who works on it, where the file system keeps no locks
 * </pre>
 *
 * <p>Not thread-safe. Whoever begins it closes it; only {@link #finish} removes it.
 */
public final class RunFolder implements Closeable {
  /** The folder's name in a dataset. */
  public static final String NAME = DatasetFiles.RUN_FOLDER_NAME;

  /** The name, in a run's folder, of the manifest that the run adds to. */
  public static final String BASE_NAME = "base";

  private static final String FINISHED_NAME = ".pcr-run-finished";

  private final Path out;
  private final Path folder;
  private final DurableSteps steps;
  private final boolean resumed;
  private final Journal journal;
  private Optional<RunClaim> claim;

  private RunFolder(
      Path out, DurableSteps steps, boolean resumed, Journal journal, Optional<RunClaim> claim) {
    this.claim = claim;
    this.out = out;
    this.folder = out.resolve(NAME);
    this.steps = steps;
    this.resumed = resumed;
    this.journal = journal;
  }

  /** Whether a run that has not finished stands in this dataset folder. */
  public static boolean isUnfinished(Path out) {
    return Files.exists(out.resolve(NAME).resolve("options"), LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * The generation that the unfinished run in a dataset folder was about to create last; empty when
   * it has not come to that, or nothing tells. Nothing is written.
   */
  public static Optional<CommitAttempt> attempt(Path out) throws IOException {
    try {
      return Journal.attempt(out.resolve(NAME).resolve("journal"));
    } catch (NoSuchFileException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Whether the unfinished run in a dataset folder adds to a dataset that was there before. */
  public static boolean hasBase(Path out) {
    return Files.exists(out.resolve(NAME).resolve(BASE_NAME), LinkOption.NOFOLLOW_LINKS);
  }

  /** Whether a file in a dataset folder is a run's own folder, or the lock. */
  public static boolean isOwn(Path entry) {
    String name = entry.getFileName().toString();
    return name.equals(NAME) || name.equals(FINISHED_NAME) || DatasetLock.isLock(entry);
  }

  /**
   * Proves that a run can begin in a dataset folder as far as names go.
   *
   * @throws io.pcr.format.internal.commit.ForeignEntryException when something that is not of this
   *     library has one of the names
   */
  public static void requireFree(Path out) throws IOException {
    OwnFolder.requireFolderOrNothing(out.resolve(NAME));
    OwnFolder.requireFolderOrNothing(out.resolve(FINISHED_NAME));
  }

  /**
   * Begins a run in a dataset folder, or resumes the one that stands there.
   *
   * @param lock of the folder, held until the run is closed
   * @throws RunRejectedException when the run there has other options
   */
  public static RunFolder begin(DatasetLock lock, RunOptions options, DurableSteps steps)
      throws IOException {
    Path out = lock.folder();
    Path folder = out.resolve(NAME);
    OwnFolder.make(folder);
    OwnFolder.delete(out.resolve(FINISHED_NAME));
    Optional<RunClaim> claim =
        lock.isKept() ? Optional.empty() : Optional.of(RunClaim.take(folder, lock));
    boolean begun = false;
    try {
      boolean resumed = isUnfinished(out);
      if (resumed) {
        requireOurs(out, folder);
        requireSame(lock, folder, options);
      } else {
        OwnFolder.empty(folder, RunClaim.NAME);
        AtomicFile.write(
            folder.resolve("options"), steps, StandardCharsets.UTF_8.encode(options.toText()));
        AtomicFile.forceDirectory(out, steps);
      }
      AtomicFile.deleteAllAbandoned(out);
      Journal journal = Journal.open(folder.resolve("journal"), steps);
      begun = true;
      return new RunFolder(out, steps, resumed, journal, claim);
    } finally {
      if (!begun && claim.isPresent()) {
        claim.get().release();
      }
    }
  }

  private static void requireOurs(Path out, Path folder) throws IOException {
    try {
      OwnFolder.requirePlainFiles(folder, "");
    } catch (AccessDeniedException e) {
      String owner = Files.getOwner(Path.of(e.getFile()), LinkOption.NOFOLLOW_LINKS).getName();
      throw new RunRejectedException(
          out
              + " holds an unfinished run of user "
              + owner
              + ", whose files only that user may write; "
              + owner
              + " finishes it with its own command, or "
              + howToGiveUp(out));
    }
  }

  private static void requireSame(DatasetLock lock, Path folder, RunOptions options)
      throws IOException {
    Path out = lock.folder();
    String text = Files.readString(folder.resolve("options"), StandardCharsets.UTF_8);
    var differences = RunOptions.parse(text).differences(options);
    if (!differences.isEmpty()) {
      throw new RunRejectedException(
          out
              + " holds an unfinished run with other arguments; "
              + lock.former().map(RunFolder::mayBeAtWork).orElse("")
              + "finish it with the same ones, or "
              + howToGiveUp(out)
              + ": "
              + String.join("; ", differences));
    }
  }

  /** Some file systems give a lock to two processes at a time. */
  private static String mayBeAtWork(LockHolder former) {
    return former
        + " may be at work on it, since "
        + former.since()
        + ": if so, wait until it has ended; if not, ";
  }

  /**
   * What to do with a run that is not to be finished. A folder with a manifest holds a dataset that
   * may be the only copy, whatever is unfinished.
   */
  public static String howToGiveUp(Path out) {
    return isDataset(out)
        ? "delete only " + out.resolve(NAME) + " to give it up"
        : "delete the folder " + out;
  }

  /** A folder of which that cannot be told may hold one. */
  private static boolean isDataset(Path out) {
    try {
      return ManifestPublication.isDataset(out);
    } catch (IOException e) {
      return true;
    }
  }

  /**
   * Proves that a file of the run is what the run wrote.
   *
   * @param isPublished whether the run has published its manifest
   */
  public void requireIntact(Path file, boolean isIntact, boolean isPublished)
      throws RunRejectedException {
    if (isIntact) {
      return;
    }
    throw new RunRejectedException(
        file
            + " is damaged: it is not what the unfinished run wrote; "
            + (isPublished
                ? "the dataset already has all shards of the run, so delete " + folder + " alone"
                : howToGiveUp(out) + whatElseToMove() + ", and start again"));
  }

  private String whatElseToMove() {
    List<FinishedShard> shards = journal.shards();
    return shards.isEmpty() || !isDataset(out)
        ? ""
        : ", move the run's shards away ("
            + shards.get(0).name()
            + " to "
            + shards.get(shards.size() - 1).name()
            + ")";
  }

  /** Whether an earlier run is being resumed. */
  public boolean resumed() {
    return resumed;
  }

  /** What is finished. */
  public Journal journal() {
    return journal;
  }

  /** Where the listing of the source stands. */
  public Path listing() {
    return folder.resolve("listing");
  }

  /** Where the rejects are gathered. */
  public Path rejects() {
    return folder.resolve("rejects");
  }

  /** Where the slopes of its groups are kept. */
  public Path slopes() {
    return folder.resolve("slopes");
  }

  /** Where the manifest that the run adds to is kept. */
  public Path baseManifest() {
    return folder.resolve(BASE_NAME);
  }

  /** Where the rejects of earlier runs are kept. */
  public Path baseRejects() {
    return folder.resolve("base-rejects");
  }

  /** The run is over: its folder goes, at one stroke. */
  public void finish() throws IOException {
    journal.close();
    Path finished = out.resolve(FINISHED_NAME);
    steps.before(Step.RENAME, folder);
    Files.move(folder, finished, StandardCopyOption.ATOMIC_MOVE);
    claim = Optional.empty();
    AtomicFile.forceDirectory(out, steps);
    OwnFolder.delete(finished);
  }

  /** Gives up a run of which nothing is to be kept; the dataset folder is as it was. */
  public void abandon() throws IOException {
    journal.close();
    steps.before(Step.DELETE, folder);
    OwnFolder.delete(folder);
    claim = Optional.empty();
  }

  @Override
  public void close() throws IOException {
    journal.close();
    if (claim.isPresent()) {
      claim.get().release();
      claim = Optional.empty();
    }
  }
}
