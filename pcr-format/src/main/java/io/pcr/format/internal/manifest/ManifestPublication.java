package io.pcr.format.internal.manifest;

import io.pcr.format.commit.DurableSteps;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.commit.HardLinks;
import io.pcr.format.internal.commit.OwnFile;
import io.pcr.format.manifest.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;

/**
 * The one place where a dataset gets a generation (spec section "The commit"). The creation of
 * {@code manifest-<n>.pcrm}, which never replaces another, is the commit; {@code manifest.pcrm} is
 * a copy of the newest generation that the next writer brings up to date when the last one died
 * before it did. Nothing here rests on a lock.
 *
 * <p>Stateless.
 */
public final class ManifestPublication {
  private ManifestPublication() {}

  /** What a writer wants a dataset to become, whatever generation it is made from. */
  public interface Root {
    /**
     * Makes the root of a generation. Called again, with a newer base, when another writer was
     * first.
     *
     * @param base the generation that this one is made from; empty for a new dataset
     * @param generation the number of the one to be made
     * @throws DatasetChangedException when the work is worth nothing on this base
     */
    Manifest on(Optional<Manifest> base, long generation) throws IOException;

    /** Whether a generation has what this writer adds, as it was committed before. */
    boolean isIn(Manifest generation) throws IOException;
  }

  /** Whether a folder holds a dataset: {@code manifest.pcrm}, or a complete generation. */
  public static boolean isDataset(Path folder) throws IOException {
    GenerationFiles files = new GenerationFiles(folder);
    return Files.exists(files.copy()) || files.hasWhole();
  }

  /**
   * Whether a writer that was ended has committed (R-COMMIT-9), as far as its generation tells: it
   * does where a generation has its name and its bytes at once.
   */
  public static boolean isCommitted(Path folder, long generation, UUID commitId)
      throws IOException {
    Optional<Manifest> found = new GenerationFiles(folder).whole(generation);
    return found.filter(whole -> whole.commitId().equals(commitId)).isPresent()
        && HardLinks.areIn(folder);
  }

  /**
   * The newest generation that is in a folder, or empty when there is none. Torn ones are passed
   * over, as a writer does (R-COMMIT-14).
   *
   * @throws PcrException when it is damaged
   */
  public static Optional<Manifest> newest(Path folder) throws IOException {
    GenerationFiles files = new GenerationFiles(folder);
    long known = 0;
    while (true) {
      long highest = files.highestListed(known);
      Optional<Manifest> newest = files.below(highest + 1);
      if (highest == known || files.highest(highest) == highest) {
        return newest;
      }
      known = highest;
    }
  }

  /**
   * The generation that the next one will be made from, or empty when there is none. Where {@code
   * manifest.pcrm} is older, it is brought up to date.
   *
   * @throws java.nio.file.FileSystemException when this user may not replace {@code manifest.pcrm},
   *     so that a commit would be seen by nobody
   */
  public static Optional<Manifest> base(Path folder, DurableSteps steps) throws IOException {
    OwnFile.requireReplaceableByUs(new GenerationFiles(folder).copy());
    if (HardLinks.areIn(folder)) {
      try {
        return new LinkedPublication(folder, steps).base();
      } catch (TornGenerationException e) {
        // Of a writer where there are no hard links; the dataset was moved, or is seen from there.
      }
    }
    return new ExclusivePublication(folder, steps).base();
  }

  /**
   * Publishes a generation.
   *
   * @param base what {@link #base} gave when the work began, or since
   * @return the generation that has the work: the one that was made, or a later one when the work
   *     had been committed before
   * @throws DatasetChangedException when another writer was first, and the work is worth nothing on
   *     what it published
   */
  public static Manifest publish(
      Path folder, Optional<Manifest> base, Root root, DurableSteps steps) throws IOException {
    if (HardLinks.areIn(folder)) {
      try {
        return new LinkedPublication(folder, steps).publish(base, root);
      } catch (TornGenerationException e) {
        // Nothing was committed. Who skips a torn one takes a name before it looks for its base.
      }
    }
    return new ExclusivePublication(folder, steps).publish(root);
  }
}
