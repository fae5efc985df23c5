package io.pcr.reader.internal.find;

import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.manifest.GenerationNames;
import io.pcr.format.internal.manifest.NewestGeneration;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.location.DatasetFolder;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The manifests of a dataset, wherever it is: {@code manifest.pcrm}, a copy of the newest
 * generation that may be behind, and the generations, which are found by their numbers and without
 * listing the folder (R-COMMIT-10). Thread-safe; holds nothing open.
 */
public final class Generations {
  private final DatasetFolder folder;
  private final Limits limits;

  public Generations(DatasetFolder folder, Limits limits) {
    this.folder = folder;
    this.limits = limits;
  }

  /**
   * What {@code manifest.pcrm} holds; where that is missing or damaged, the newest generation.
   *
   * @param notices told that another file is used
   * @throws IOException why {@code manifest.pcrm} cannot be read, when there is no generation
   */
  public Manifest read(Consumer<String> notices) throws IOException {
    try {
      return read(Manifest.FILE_NAME);
    } catch (IOException e) {
      if (!isLost(e)) {
        throw e;
      }
      Optional<Manifest> newest = newestBehind(0);
      if (newest.isEmpty()) {
        throw e;
      }
      notices.accept(
          folder
              + ": "
              + Manifest.FILE_NAME
              + (e instanceof PcrException ? " is damaged" : " is missing")
              + "; "
              + GenerationNames.of(newest.get().generation())
              + " is used, and whoever adds to the dataset mends it");
      return newest.get();
    }
  }

  /** The newest generation, whatever {@code manifest.pcrm} holds. */
  public Manifest newest() throws IOException {
    Manifest copy = read(notice -> {});
    return newestBehind(copy.generation()).orElse(copy);
  }

  /** The newest generation behind one; empty where there is none. */
  private Optional<Manifest> newestBehind(long known) throws IOException {
    Optional<Manifest> newest = Optional.empty();
    long at = known;
    // One that had another behind it when it was read need not have been committed (R-COMMIT-16).
    for (long highest = highest(at); highest > at; highest = highest(at)) {
      newest = Optional.of(read(GenerationNames.of(highest)));
      at = highest;
    }
    return newest;
  }

  private long highest(long known) throws IOException {
    return NewestGeneration.from(known, this::has);
  }

  private boolean has(long generation) throws IOException {
    try (ByteSource source = folder.open(GenerationNames.of(generation))) {
      return source.length() >= 0;
    } catch (IOException e) {
      if (ShardFinder.isMissing(e)) {
        return false;
      }
      throw e;
    }
  }

  private Manifest read(String name) throws IOException {
    try (ByteSource source = folder.open(name)) {
      return Manifest.read(source, limits);
    }
  }

  /** Missing or damaged: not one that is newer than this library, and not one out of reach. */
  private static boolean isLost(IOException e) {
    return e instanceof PcrException.Corrupt
        || e instanceof PcrException.NotPcr
        || ShardFinder.isMissing(e);
  }
}
