package io.pcr.format.internal.manifest;

import io.pcr.format.Limits;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.commit.AtomicFile;
import io.pcr.format.internal.commit.OwnFile;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.NavigableSet;
import java.util.Optional;

/**
 * The generations in a folder, and {@code manifest.pcrm}, the copy of the newest that may be behind
 * by one crash (spec section "The commit"). Nothing here follows a name out of the folder
 * (R-COMMIT-4). Holds nothing open; thread-safe.
 */
final class GenerationFiles {
  private final Path folder;

  GenerationFiles(Path folder) {
    this.folder = folder;
  }

  Path folder() {
    return folder;
  }

  Path file(long generation) {
    return folder.resolve(GenerationNames.of(generation));
  }

  Path copy() {
    return folder.resolve(Manifest.FILE_NAME);
  }

  /** Whether the name of a generation is taken. */
  boolean has(long generation) throws IOException {
    return OwnFile.exists(file(generation));
  }

  /**
   * The highest generation of all, found by listing the folder: a partial copy of a dataset may
   * lack some in between. Nothing can be added behind the last number that there is.
   */
  long highestListed(long known) throws IOException {
    NavigableSet<Long> listed = GenerationNames.in(folder);
    // A list may be older than what a look finds.
    long highest = highest(listed.isEmpty() ? known : Math.max(known, listed.last()));
    if (highest == Long.MAX_VALUE) {
      throw new LastGenerationException(file(highest));
    }
    return highest;
  }

  /** The highest generation that is there, from one that is known on, where there are no gaps. */
  long highest(long known) throws IOException {
    return NewestGeneration.from(known, this::has);
  }

  /** Reads a generation that a writer builds on; what is no file is named. */
  Manifest read(long generation) throws IOException {
    if (!has(generation)) {
      throw new NoSuchFileException(file(generation).toString());
    }
    return read(file(generation));
  }

  /**
   * A generation, if it is whole: its writer may have died before it wrote it, or may not have come
   * to that, or its bytes were given back.
   */
  Optional<Manifest> whole(long generation) throws IOException {
    try {
      return Optional.of(read(file(generation)));
    } catch (NoSuchFileException | PcrException.Corrupt | PcrException.NotPcr e) {
      return Optional.empty();
    }
  }

  /** Whether any generation is complete. */
  boolean hasWhole() throws IOException {
    for (long n : GenerationNames.in(folder).descendingSet()) {
      if (whole(n).isPresent()) {
        return true;
      }
    }
    return false;
  }

  /**
   * What a generation with a number is made from: the first one below that is not torn, or what
   * {@code manifest.pcrm} holds, whichever is newer.
   *
   * @throws PcrException when that one is damaged: it was committed, and is not built over
   */
  Optional<Manifest> below(long generation) throws IOException {
    Optional<Manifest> copy = readCopy();
    long copied = copy.map(Manifest::generation).orElse(0L);
    for (long n : GenerationNames.in(folder).headSet(generation, false).descendingSet()) {
      if (n <= copied) {
        break;
      }
      try {
        Manifest found = read(n);
        requireSameDataset(copy, found);
        return Optional.of(found);
      } catch (NoSuchFileException | PcrException.Truncated e) {
        // Torn: its writer died, or has not come to writing it (R-COMMIT-14); or it was emptied.
      }
    }
    return copy;
  }

  /** A generation of another dataset may have been copied into the folder. */
  void requireSameDataset(Optional<Manifest> copy, Manifest found) throws PcrException {
    if (copy.isPresent() && !copy.get().datasetUuid().equals(found.datasetUuid())) {
      throw new PcrException.Corrupt(
          ErrorCode.NOT_AS_LISTED,
          new FieldLocation("Manifest.dataset_uuid", 0, file(found.generation()).toString()),
          found.datasetUuid(),
          copy.get().datasetUuid() + " as in " + Manifest.FILE_NAME);
    }
  }

  private static Manifest read(Path file) throws IOException {
    try (ByteSource source = FileByteSource.open(file)) {
      return Manifest.read(source, Limits.DEFAULT);
    }
  }

  /**
   * What {@code manifest.pcrm} holds. Where it is missing or damaged, the generations say what
   * there is; where there is none of these, its damage is thrown.
   */
  Optional<Manifest> readCopy() throws IOException {
    if (!Files.exists(copy())) {
      return Optional.empty();
    }
    try {
      return Optional.of(read(copy()));
    } catch (PcrException.Corrupt | PcrException.NotPcr e) {
      if (!GenerationNames.in(folder).isEmpty()) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /**
   * Puts a generation under {@code manifest.pcrm}, byte for byte, in the place of what is there.
   */
  void replaceCopy(long generation, DurableSteps steps) throws IOException {
    try (ByteSource source = FileByteSource.open(file(generation))) {
      Manifest.read(source, Limits.DEFAULT);
      ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(source.length()));
      source.readFully(0, bytes);
      AtomicFile.write(copy(), steps, bytes.flip());
    }
  }

  /** The bytes of a new generation, under a name that does not last. */
  AtomicFile begin(Manifest generation, DurableSteps steps) throws IOException {
    AtomicFile file = AtomicFile.create(file(generation.generation()), steps);
    boolean written = false;
    try {
      ByteBuffer bytes = generation.encode();
      while (bytes.hasRemaining()) {
        file.channel().write(bytes);
      }
      written = true;
      return file;
    } finally {
      if (!written) {
        file.close();
      }
    }
  }
}
