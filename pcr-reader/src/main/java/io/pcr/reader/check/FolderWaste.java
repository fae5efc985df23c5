package io.pcr.reader.check;

import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.commit.AtomicFile;
import io.pcr.format.internal.manifest.GenerationNames;
import io.pcr.format.manifest.KeySegment;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.manifest.ShardPart;
import io.pcr.reader.check.CheckResult.LeftOver;
import io.pcr.reader.check.CheckResult.LeftOver.Kind;
import io.pcr.reader.find.DatasetFiles;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the files in a dataset's folder that no generation needs (spec requirements R-COMMIT-7 and
 * 12): what writers left that died or were too late, and generations whose bytes were given back.
 * Deletes nothing. For one thread.
 */
final class FolderWaste {
  /** Parts and segments have the generation that they were written for in their names. */
  private static final Pattern BESIDE =
      Pattern.compile("(?:shards|keys)-([1-9][0-9]{0,17})-\\d+\\.pcr[pk]");

  private final DatasetFiles files;
  private final Path folder;
  private final Manifest newest;

  /** The generations in the folder that have bytes, but for the newest. */
  private final NavigableSet<Long> kept = new TreeSet<>();

  /** The names of parts and segments that kept generations list. */
  private final Map<Long, Optional<Set<String>>> listed = new HashMap<>();

  private FolderWaste(DatasetFiles files, Path folder, Manifest newest) {
    this.files = files;
    this.folder = folder;
    this.newest = newest;
  }

  /**
   * Whether the manifest that was read is known to be the newest: its generation is there, and none
   * behind it. A folder that has {@code manifest.pcrm} alone may have lost newer ones.
   */
  static boolean isNewestKnown(DatasetFiles files) throws IOException {
    return files.folder().isPresent()
        && files.manifest().isPresent()
        && read(files, files.manifest().get().generation())
            .flatMap(DatasetFiles::manifest)
            .equals(files.manifest());
  }

  /**
   * What nobody needs. Nothing while a run is at work or was interrupted, to which it may belong,
   * and where the folder is not on a file system of this machine.
   *
   * @param strangers shards that the newest generation does not list
   */
  static List<LeftOver> of(DatasetFiles files, List<String> strangers) throws IOException {
    if (files.folder().isEmpty() || files.manifest().isEmpty()) {
      return List.of();
    }
    Path folder = files.folder().get();
    List<LeftOver> found = new FolderWaste(files, folder, files.manifest().get()).find(strangers);
    // Another writer may have published meanwhile, or be at work.
    return found.isEmpty() || files.isRunUnfinished() || files.isReplaced() ? List.of() : found;
  }

  private List<LeftOver> find(List<String> strangers) throws IOException {
    List<LeftOver> found = new ArrayList<>();
    Set<Path> entries = entries();
    for (Path path : entries) {
      long generation = generation(path);
      if (generation < newest.generation() && size(path) > 0) {
        kept.add(generation);
      }
    }
    for (Path path : entries) {
      Optional<Kind> kind = kind(path);
      if (kind.isPresent()) {
        found.add(new LeftOver(path.getFileName().toString(), kind.get(), size(path)));
      }
    }
    if (!strangers.isEmpty()) {
      Set<String> kept = shardsOfOlderGenerations();
      for (String shard : strangers) {
        if (!kept.contains(shard)) {
          found.add(new LeftOver(shard, Kind.SHARD, size(folder.resolve(shard))));
        }
      }
    }
    return found;
  }

  private Set<Path> entries() throws IOException {
    Set<Path> entries = new TreeSet<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
      all.forEach(entries::add);
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return entries;
  }

  private Optional<Kind> kind(Path path) throws IOException {
    String name = path.getFileName().toString();
    if (AtomicFile.isTemporary(path)) {
      return Optional.of(Kind.TEMPORARY);
    }
    if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    if (generation(path) < newest.generation() && size(path) == 0) {
      return Optional.of(Kind.EMPTIED_GENERATION);
    }
    if (isTorn(path)) {
      return Optional.of(Kind.TORN_GENERATION);
    }
    Matcher beside = BESIDE.matcher(name);
    if (!beside.matches() || isListed(name, Long.parseLong(beside.group(1)))) {
      return Optional.empty();
    }
    return Optional.of(name.endsWith(".pcrk") ? Kind.KEY_SEGMENT : Kind.PART);
  }

  private boolean isTorn(Path path) throws IOException {
    return GenerationNames.generation(path.getFileName().toString()).isPresent()
        && generation(path) > newest.generation()
        && size(path) == 0;
  }

  /**
   * Whether a generation that is kept lists a file: the one that it was written for or, where that
   * one's bytes were given back, the first behind it that is kept. Those behind that one list it
   * only if that one does.
   */
  private boolean isListed(String name, long writtenFor) throws IOException {
    if (namesBeside(newest).contains(name)) {
      return true;
    }
    for (long generation : kept.tailSet(writtenFor, true)) {
      Optional<Set<String>> names = listedBy(generation);
      if (names.isPresent()) {
        return names.get().contains(name);
      }
    }
    return false;
  }

  private Optional<Set<String>> listedBy(long generation) throws IOException {
    Optional<Set<String>> names = listed.get(generation);
    if (names == null) {
      names = read(files, generation).flatMap(DatasetFiles::manifest).map(FolderWaste::namesBeside);
      listed.put(generation, names);
    }
    return names;
  }

  private static Set<String> namesBeside(Manifest root) {
    Set<String> names = new HashSet<>();
    root.parts().stream().map(ShardPart::name).forEach(names::add);
    root.keySegments().stream().map(KeySegment::name).forEach(names::add);
    return names;
  }

  private static long generation(Path path) {
    return GenerationNames.generation(path.getFileName().toString()).orElse(Long.MAX_VALUE);
  }

  private Set<String> shardsOfOlderGenerations() throws IOException {
    Set<String> names = new HashSet<>();
    for (long generation : kept) {
      Optional<DatasetFiles> older = read(files, generation);
      if (older.isPresent() && older.get().list().isPresent()) {
        older.get().list().get().load();
        older.get().list().get().asList().stream().map(ShardEntry::name).forEach(names::add);
      }
    }
    return names;
  }

  /** A generation; empty where it was emptied, is damaged, or never was. */
  private static Optional<DatasetFiles> read(DatasetFiles files, long generation)
      throws IOException {
    try {
      return Optional.of(
          DatasetFiles.open(files.location(), generation, Limits.DEFAULT, notice -> {}));
    } catch (PcrException | NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /** One that is gone meanwhile has no bytes. */
  private static long size(Path path) throws IOException {
    try {
      return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS) ? 0 : Files.size(path);
    } catch (NoSuchFileException e) {
      return 0;
    }
  }
}
