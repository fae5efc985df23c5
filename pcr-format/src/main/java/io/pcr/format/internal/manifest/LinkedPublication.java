package io.pcr.format.internal.manifest;

import io.pcr.format.commit.DurableSteps;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.commit.AtomicFile;
import io.pcr.format.internal.manifest.ManifestPublication.Root;
import io.pcr.format.manifest.Manifest;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Publishes generations where a file can be given a name by a hard link (spec section "The
 * commit"): a generation has all its bytes from the moment that it has its name.
 *
 * <pre>
 * base → root of n → link manifest-n.pcrm → copy to manifest.pcrm → look for n+1 → done
 *  ↑                      | taken by another
 *  +----------------------+
 * </pre>
 *
 * <p>For one thread. Holds nothing open.
 */
final class LinkedPublication {
  /** How often a creation is tried that ended without an answer and without a file. */
  private static final int TRIES = 3;

  private final GenerationFiles files;
  private final DurableSteps steps;

  LinkedPublication(Path folder, DurableSteps steps) {
    this.files = new GenerationFiles(folder);
    this.steps = steps;
  }

  /** The newest generation; the copy is brought up to date where it is behind. */
  Optional<Manifest> base() throws IOException {
    Optional<Manifest> copy = files.readCopy();
    long known = copy.map(Manifest::generation).orElse(0L);
    long highest = files.highestListed(known);
    if (highest == known) {
      return copy;
    }
    return Optional.of(copyNewest(newest(highest)));
  }

  /** The newest generation that is complete, from one that is there on. */
  private Manifest newest(long known) throws IOException {
    long highest = files.highest(known);
    try {
      Manifest newest = files.read(highest);
      files.requireSameDataset(files.readCopy(), newest);
      return newest;
    } catch (PcrException.Truncated e) {
      throw new TornGenerationException(e);
    }
  }

  Manifest publish(Optional<Manifest> base, Root root) throws IOException {
    Optional<Manifest> standing = base;
    while (true) {
      long generation = standing.map(Manifest::generation).orElse(0L) + 1;
      // Listed, as a name that is free may lie in a gap: what took it would be in no chain.
      long highest = files.highestListed(generation - 1);
      if (highest < generation) {
        Manifest next = root.on(standing, generation);
        if (create(next)) {
          copyNewest(newestFrom(next));
          return next;
        }
        highest = generation;
      }
      standing = Optional.of(newest(highest));
      if (root.isIn(standing.get())) {
        return standing.get();
      }
    }
  }

  /** Returns false when another has the number. */
  private boolean create(Manifest next) throws IOException {
    try (AtomicFile file = files.begin(next, steps)) {
      FileSystemException failed = null;
      for (int i = 0; i < TRIES; i++) {
        try {
          file.commitByLink();
          return true;
        } catch (FileAlreadyExistsException e) {
          return isOurs(next);
        } catch (FileSystemException e) {
          failed = e;
          if (files.has(next.generation())) {
            return isOurs(next);
          }
        }
      }
      throw failed;
    }
  }

  /** The answer to a link may have been lost, and then its second try finds its own file. */
  private boolean isOurs(Manifest next) throws IOException {
    Optional<Manifest> found = files.whole(next.generation());
    boolean ours = found.filter(other -> other.commitId().equals(next.commitId())).isPresent();
    if (ours) {
      AtomicFile.forceDirectory(files.folder(), steps);
    }
    return ours;
  }

  /**
   * A writer that is late puts what is newer back itself. What is torn behind a generation that was
   * complete from the first moment is built on that one.
   */
  private Manifest copyNewest(Manifest known) throws IOException {
    Manifest newest = known;
    long copied = 0;
    while (copied < newest.generation()) {
      files.replaceCopy(newest.generation(), steps);
      copied = newest.generation();
      newest = newestFrom(newest);
    }
    return newest;
  }

  private Manifest newestFrom(Manifest known) throws IOException {
    long highest = files.highest(known.generation());
    if (highest == known.generation()) {
      return known;
    }
    return files
        .below(highest + 1)
        .filter(found -> found.generation() > known.generation())
        .orElse(known);
  }
}
