package io.pcr.reader.internal.find;

import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.manifest.GenerationNames;
import io.pcr.format.internal.manifest.NewestGeneration;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.http.HttpReadException;
import io.pcr.reader.location.Capability;
import io.pcr.reader.location.DatasetFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * The manifests of a dataset, wherever it is: {@code manifest.pcrm}, a copy of the newest
 * generation that may be behind, and the generations. They are found by their numbers (R-COMMIT-10)
 * and, where the folder can be listed, by their names, so that a gap hides none. Thread-safe; holds
 * nothing open.
 */
public final class Generations {
  /** How many torn or damaged ones are passed over where each look is a request. */
  private static final int MAX_UNLISTED_LOOKS = 64;

  /** Generations are numbered from 1. */
  private static final String NO_GENERATION = GenerationNames.of(0);

  private final DatasetFolder folder;
  private final Limits limits;

  public Generations(DatasetFolder folder, Limits limits) {
    this.folder = folder;
    this.limits = limits;
  }

  /**
   * The newest generation that is intact.
   *
   * @param copyLost why {@code manifest.pcrm} cannot be read; empty when it can
   * @param copied the generation that {@code manifest.pcrm} holds, or 0
   * @param damaged newer generations by their names, the newest first, and what is wrong with each
   * @param isTornBehind whether a newer one has its name and no bytes: its writer died, or is still
   *     at work
   */
  public record Newest(
      Manifest manifest,
      Optional<IOException> copyLost,
      long copied,
      Map<String, IOException> damaged,
      boolean isTornBehind) {
    /** Whether what is used is not what {@code manifest.pcrm} holds. */
    public boolean isBehind() {
      return copied != manifest.generation();
    }
  }

  /**
   * What {@code manifest.pcrm} holds; where that is missing or damaged, the newest generation.
   *
   * @param notices told that another file is used, or could be
   * @throws IOException why {@code manifest.pcrm} cannot be read, when there is no generation; why
   *     the newest one cannot be, when that is damaged
   */
  public Manifest read(Consumer<String> notices) throws IOException {
    try {
      return read(Manifest.FILE_NAME);
    } catch (IOException e) {
      if (!isLost(e)) {
        throw e;
      }
      return newest(notices);
    }
  }

  /**
   * The newest generation, whatever {@code manifest.pcrm} holds.
   *
   * @param notices told when that is behind it, missing or damaged
   * @throws IOException when there is none, or it is damaged
   */
  public Manifest newest(Consumer<String> notices) throws IOException {
    Newest newest = newestIntact(notices);
    if (!newest.damaged().isEmpty()) {
      notices.accept(
          folder
              + ": "
              + GenerationNames.of(newest.manifest().generation())
              + ", an older generation, is intact; a repair uses it, and saves what the damaged one"
              + " listed as far as the shards tell");
      throw newest.damaged().values().iterator().next();
    }
    return newest.manifest();
  }

  /**
   * The newest generation that is intact, for those who save or check what there is.
   *
   * @param notices told when {@code manifest.pcrm} is behind it, missing or damaged
   * @throws IOException why {@code manifest.pcrm} cannot be read, when no generation can be
   */
  public Newest newestIntact(Consumer<String> notices) throws IOException {
    Optional<Manifest> copy = Optional.empty();
    Optional<IOException> copyLost = Optional.empty();
    try {
      copy = Optional.of(read(Manifest.FILE_NAME));
    } catch (IOException e) {
      if (!isLost(e)) {
        throw e;
      }
      copyLost = Optional.of(e);
    }
    long known = 0;
    while (true) {
      List<Long> behind = behind(copy.map(Manifest::generation).orElse(0L));
      long highest = behind.isEmpty() ? copy.map(Manifest::generation).orElse(0L) : behind.get(0);
      Newest newest = newest(copy, copyLost, behind);
      // One that had another behind it when it was read need not have been committed.
      if (behind.isEmpty() || highest == known || highest(highest) == highest) {
        tell(newest, notices);
        return newest;
      }
      known = highest;
    }
  }

  private Newest newest(
      Optional<Manifest> copy, Optional<IOException> copyLost, List<Long> generations)
      throws IOException {
    long copied = copy.map(Manifest::generation).orElse(0L);
    Map<String, IOException> damaged = new LinkedHashMap<>();
    boolean isTorn = false;
    for (long generation : generations) {
      String name = GenerationNames.of(generation);
      try {
        Optional<Manifest> found = complete(generation, copy);
        if (found.isPresent()) {
          return new Newest(found.get(), copyLost, copied, damaged, isTorn);
        }
        isTorn = true;
      } catch (IOException e) {
        if (!isLost(e)) {
          throw e;
        }
        damaged.put(name, e);
      }
    }
    if (copy.isEmpty()) {
      throw copyLost.orElseThrow();
    }
    return new Newest(copy.get(), copyLost, copied, damaged, isTorn);
  }

  private void tell(Newest newest, Consumer<String> notices) {
    String used = GenerationNames.of(newest.manifest().generation());
    if (newest.copyLost().isPresent()) {
      notices.accept(
          folder
              + ": "
              + Manifest.FILE_NAME
              + (newest.copyLost().get() instanceof PcrException ? " is damaged" : " is missing")
              + "; "
              + used
              + " is used, and whoever adds to the dataset mends it");
    } else if (newest.isBehind()) {
      notices.accept(
          folder
              + ": "
              + Manifest.FILE_NAME
              + " is of generation "
              + newest.copied()
              + ", an older one; "
              + used
              + " is used, and whoever adds to the dataset mends it");
    }
  }

  /** A generation; empty when it has no bytes: it is torn, or its bytes were given back. */
  private Optional<Manifest> complete(long generation, Optional<Manifest> copy) throws IOException {
    try (ByteSource source = folder.open(GenerationNames.of(generation))) {
      if (source.length() == 0) {
        return Optional.empty();
      }
      Manifest found = Manifest.read(source, limits);
      ManifestLookup.requireGeneration(found, generation, source);
      if (copy.isPresent() && !copy.get().datasetUuid().equals(found.datasetUuid())) {
        throw new PcrException.Corrupt(
            ErrorCode.NOT_AS_LISTED,
            new FieldLocation("Manifest.dataset_uuid", 0, source.toString()),
            found.datasetUuid(),
            copy.get().datasetUuid() + " as in " + Manifest.FILE_NAME);
      }
      return Optional.of(found);
    }
  }

  /** The generations behind one, the highest first. */
  private List<Long> behind(long known) throws IOException {
    if (folder.can(Capability.LIST)) {
      return new ArrayList<>(listed(folder).tailSet(known, false).descendingSet());
    }
    List<Long> found = new ArrayList<>();
    long highest = highest(known);
    for (long n = highest; n > known && highest - n < MAX_UNLISTED_LOOKS; n--) {
      found.add(n);
    }
    return found;
  }

  /**
   * The generations in a folder that can be listed. Of a folder of this machine only the files with
   * such names are looked at, as the others are many.
   */
  public static NavigableSet<Long> listed(DatasetFolder folder) throws IOException {
    NavigableSet<Long> found = new TreeSet<>();
    if (folder.local().isPresent()) {
      Path local = folder.local().get();
      for (long n : GenerationNames.in(local)) {
        if (Files.isRegularFile(local.resolve(GenerationNames.of(n)))) {
          found.add(n);
        }
      }
    } else {
      for (String name : folder.list()) {
        GenerationNames.generation(name).ifPresent(found::add);
      }
    }
    return found;
  }

  private long highest(long known) throws IOException {
    return NewestGeneration.from(known, this::has);
  }

  /**
   * Whether a generation is there. Stores that do not let everybody list them answer 403 for what
   * is not there, and some servers send a page for it: an answer that a name gets too which no
   * generation has says nothing.
   */
  private boolean has(long generation) throws IOException {
    String name = GenerationNames.of(generation);
    Answer answer = Answer.of(folder, name);
    if (answer.isMissing()) {
      return false;
    }
    if (!folder.can(Capability.LIST) && answer.isLike(Answer.of(folder, NO_GENERATION))) {
      return answer.failure().isEmpty() && isManifest(name);
    }
    if (answer.failure().isPresent()) {
      throw answer.failure().get();
    }
    return true;
  }

  private boolean isManifest(String name) throws IOException {
    try {
      return read(name).generation() > 0;
    } catch (PcrException.NotPcr e) {
      return false;
    } catch (PcrException e) {
      return true; // It begins as one does.
    }
  }

  /**
   * What a folder says when it is asked for a file.
   *
   * @param failure empty when the file opens
   */
  private record Answer(Optional<IOException> failure) {
    static Answer of(DatasetFolder folder, String name) throws IOException {
      try (ByteSource source = folder.open(name)) {
        boolean unused = source.length() >= 0;
        return new Answer(Optional.empty());
      } catch (IOException e) {
        return new Answer(Optional.of(e));
      }
    }

    boolean isMissing() {
      return failure.isPresent() && ShardFinder.isMissing(failure.get());
    }

    /** Whether it says the same as another answer does. */
    boolean isLike(Answer other) {
      if (failure.isEmpty() || other.failure.isEmpty()) {
        return failure.isEmpty() && other.failure.isEmpty();
      }
      return failure.get() instanceof HttpReadException one
          && other.failure.get() instanceof HttpReadException two
          && one.status() == two.status()
          && one.reason() == two.reason();
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
