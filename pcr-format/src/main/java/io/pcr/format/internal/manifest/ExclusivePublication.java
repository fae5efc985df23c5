package io.pcr.format.internal.manifest;

import io.pcr.format.commit.DurableSteps;
import io.pcr.format.internal.commit.AtomicFile;
import io.pcr.format.internal.manifest.ManifestPublication.Root;
import io.pcr.format.manifest.Manifest;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Publishes generations where a name can only be taken with an empty file (spec section "Where only
 * exclusive creation exists"): FAT, exFAT, some network file systems. A generation whose bytes are
 * not complete is torn, and is left as it is. One is settled when it was complete and had none
 * behind it after that.
 *
 * <pre>
 * root of n → take the name n → base: the first complete one below n → write the root → is there one behind?
 *  ↑                                          no: committed, copy to manifest.pcrm ← |
 *  +---- torn, or without what was added --------------- the newest that is settled ← | yes
 * </pre>
 *
 * <p>For one thread. Holds nothing open.
 */
final class ExclusivePublication {
  private final GenerationFiles files;
  private final DurableSteps steps;

  ExclusivePublication(Path folder, DurableSteps steps) {
    this.files = new GenerationFiles(folder);
    this.steps = steps;
  }

  /** The newest complete generation; the copy is brought up to date where that one is settled. */
  Optional<Manifest> base() throws IOException {
    long copied = copied();
    long highest = files.highestListed(copied);
    Optional<Manifest> settled = settled(highest);
    if (settled.isPresent()) {
      copySettled(settled.get(), copied);
      return settled;
    }
    return files.below(files.highest(highest) + 1);
  }

  Manifest publish(Root root) throws IOException {
    while (true) {
      // Made before the name is taken: who takes a name keeps all others waiting until it has
      // bytes.
      Prepared prepared = prepare(root);
      long generation = take();
      Optional<Manifest> base = files.below(generation);
      Manifest next =
          prepared.isFor(base, generation) ? prepared.next : next(root, base, generation);
      AtomicFile.write(files.file(generation), steps, next.encode());
      Optional<Manifest> settled = settled(generation);
      if (settled.isPresent() && root.isIn(settled.get())) {
        copySettled(settled.get(), copied());
        return settled.get();
      }
    }
  }

  /** A generation that is right unless another writer takes a name meanwhile. */
  private record Prepared(Optional<Manifest> base, long generation, Manifest next) {
    boolean isFor(Optional<Manifest> found, long taken) {
      return taken == generation
          && found.map(Manifest::commitId).equals(base.map(Manifest::commitId));
    }
  }

  private Prepared prepare(Root root) throws IOException {
    long generation = files.highestListed(copied()) + 1;
    Optional<Manifest> base = files.below(generation);
    return new Prepared(base, generation, next(root, base, generation));
  }

  private static Manifest next(Root root, Optional<Manifest> base, long generation)
      throws IOException {
    return base.isPresent() && root.isIn(base.get())
        ? again(base.get(), generation)
        : root.on(base, generation);
  }

  /** What is there once more, to settle it. */
  private static Manifest again(Manifest base, long generation) {
    return base.next().generation(generation).parentGeneration(base.generation()).build();
  }

  private long copied() throws IOException {
    return files.readCopy().map(Manifest::generation).orElse(0L);
  }

  /** Takes the name behind all others; a creation without an answer counts as somebody else's. */
  private long take() throws IOException {
    long known = files.highestListed(copied());
    while (true) {
      long generation = files.highest(known) + 1;
      try {
        AtomicFile.reserve(files.file(generation), steps);
        return generation;
      } catch (FileAlreadyExistsException e) {
        known = generation;
      } catch (FileSystemException e) {
        if (!files.has(generation)) {
          throw e;
        }
        known = generation;
      }
    }
  }

  /**
   * The newest generation if it can be told: the highest name is complete, and stays the highest.
   */
  private Optional<Manifest> settled(long known) throws IOException {
    long highest = files.highest(known);
    while (highest > 0) {
      Optional<Manifest> whole = files.whole(highest);
      long again = files.highest(highest);
      if (again == highest) {
        return whole;
      }
      highest = again;
    }
    return Optional.empty();
  }

  /** Only what is settled is copied; then whatever has been settled behind it. */
  private void copySettled(Manifest settled, long copied) throws IOException {
    long done = copied;
    Optional<Manifest> newest = Optional.of(settled);
    while (newest.isPresent() && newest.get().generation() != done) {
      done = newest.get().generation();
      files.replaceCopy(done, steps);
      newest = settled(done);
    }
  }
}
