package io.pcr.writer.journal;

import io.pcr.format.commit.AtomicFile;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.commit.DurableSteps.Step;
import io.pcr.format.commit.OwnFile;
import io.pcr.format.commit.OwnFolder;
import io.pcr.format.manifest.Manifest;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * The folder inside a dataset in which a run keeps what it needs to be resumed: its options, the
 * listing of its source, the rejects so far, the journal. It is there from the run's start to its
 * end, and its lock says whether the run is alive.
 *
 * <pre>
 * OUT/.pcr-run/lock      held while the run lives
 * OUT/.pcr-run/options   first thing written
 * OUT/.pcr-run/listing   the files of the source, in order
 * OUT/.pcr-run/rejects   will be rejects.jsonl
 * OUT/.pcr-run/journal   listing done, shards done
 * OUT/.pcr-run/base*     the manifest and the rejects that the run adds to
 * </pre>
 *
 * <p>Not thread-safe. Whoever begins it closes it; only {@link #finish} removes it.
 */
public final class RunFolder implements Closeable {
  /** The folder's name in a dataset. */
  public static final String NAME = ".pcr-run";

  private static final String FINISHED_NAME = ".pcr-run-finished";
  private static final String LOCK = "lock";

  private final Path out;
  private final Path folder;
  private final FileChannel lockFile;
  private final DurableSteps steps;
  private final boolean resumed;
  private final Journal journal;

  private RunFolder(
      Path out, FileChannel lockFile, DurableSteps steps, boolean resumed, Journal journal) {
    this.out = out;
    this.folder = out.resolve(NAME);
    this.lockFile = lockFile;
    this.steps = steps;
    this.resumed = resumed;
    this.journal = journal;
  }

  /** Whether a run that has not finished stands in this dataset folder. */
  public static boolean isUnfinished(Path out) {
    return Files.exists(out.resolve(NAME).resolve("options"));
  }

  /** Whether a file in a dataset folder is a run's own folder. */
  public static boolean isOwn(Path entry) {
    String name = entry.getFileName().toString();
    return name.equals(NAME) || name.equals(FINISHED_NAME);
  }

  /**
   * Proves that a run can begin in a dataset folder as far as names go.
   *
   * @throws io.pcr.format.commit.ForeignEntryException when something that is not of this library
   *     has one of the names
   */
  public static void requireFree(Path out) throws IOException {
    OwnFolder.requireFolderOrNothing(out.resolve(NAME));
    OwnFolder.requireFolderOrNothing(out.resolve(FINISHED_NAME));
  }

  /**
   * Begins a run in the dataset folder {@code out}, which exists, or resumes the one that stands
   * there.
   *
   * @throws RunRefusedException when another process runs there, or the run there has other options
   */
  public static RunFolder begin(Path out, RunOptions options, DurableSteps steps)
      throws IOException {
    Path folder = out.resolve(NAME);
    OwnFolder.make(folder);
    FileChannel lockFile = OwnFile.openLock(folder.resolve(LOCK));
    try {
      lock(out, lockFile);
      if (!OwnFile.exists(folder.resolve(LOCK))) {
        throw new RunRefusedException("another run in " + out + " has just finished");
      }
      OwnFolder.delete(out.resolve(FINISHED_NAME));
      boolean resumed = isUnfinished(out);
      if (resumed) {
        OwnFolder.requirePlainFiles(folder, LOCK);
        requireSame(out, folder, options);
      } else {
        OwnFolder.empty(folder, LOCK);
        AtomicFile.write(
            folder.resolve("options"), steps, StandardCharsets.UTF_8.encode(options.toText()));
        AtomicFile.forceDirectory(out, steps);
      }
      deleteLeavings(out);
      Journal journal = Journal.open(folder.resolve("journal"), steps);
      return new RunFolder(out, lockFile, steps, resumed, journal);
    } catch (IOException | RuntimeException e) {
      lockFile.close();
      throw e;
    }
  }

  private static void lock(Path out, FileChannel lockFile) throws IOException {
    FileLock lock;
    try {
      lock = lockFile.tryLock();
    } catch (OverlappingFileLockException e) {
      lock = null;
    }
    if (lock == null) {
      throw new RunRefusedException("another run is writing to " + out);
    }
  }

  private static void requireSame(Path out, Path folder, RunOptions options) throws IOException {
    String text = Files.readString(folder.resolve("options"), StandardCharsets.UTF_8);
    var differences = RunOptions.parse(text).differences(options);
    if (!differences.isEmpty()) {
      throw new RunRefusedException(
          out
              + " holds an unfinished run with other arguments; finish it with the same ones, or "
              + howToGiveUp(out, folder)
              + ": "
              + String.join("; ", differences));
    }
  }

  /** A folder with a manifest holds a dataset that may be the only copy, whatever is unfinished. */
  private static String howToGiveUp(Path out, Path folder) {
    return Files.exists(out.resolve(Manifest.FILE_NAME))
        ? "give it up by deleting " + folder + " alone"
        : "delete the folder";
  }

  private static void deleteLeavings(Path out) throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(out)) {
      for (Path entry : entries) {
        if (AtomicFile.isTemporary(entry)) {
          Files.delete(entry);
        }
      }
    }
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

  /** Where the manifest that the run adds to is kept. */
  public Path baseManifest() {
    return folder.resolve("base");
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
    AtomicFile.forceDirectory(out, steps);
    lockFile.close();
    OwnFolder.delete(finished);
  }

  /** Gives up a run of which nothing is to be kept; the dataset folder is as it was. */
  public void abandon() throws IOException {
    journal.close();
    lockFile.close();
    OwnFolder.delete(folder);
  }

  @Override
  public void close() throws IOException {
    try (lockFile) {
      journal.close();
    }
  }
}
