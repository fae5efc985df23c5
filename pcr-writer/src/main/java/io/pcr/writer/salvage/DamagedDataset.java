package io.pcr.writer.salvage;

import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import io.pcr.reader.find.NotADatasetException;
import io.pcr.reader.find.ShardFinder;
import io.pcr.reader.location.DatasetFolder;
import io.pcr.reader.location.LocalFolder;
import io.pcr.reader.location.ShardNames;
import io.pcr.reader.work.Shortage;
import io.pcr.writer.journal.RunFolder;
import io.pcr.writer.journal.RunRefusedException;
import io.pcr.writer.shard.ShardWriter;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * A damaged dataset, as far as its folder and its manifest describe it. It may have no manifest any
 * more. This class only reads it. Thread-safe; holds nothing open.
 */
public final class DamagedDataset {
  private final Path folder;
  private final Optional<Manifest> manifest;
  private final List<String> shards;
  private final List<Loss> losses;
  private final Map<String, ShardEntry> entries = new HashMap<>();
  private final Optional<ShardFinder> finder;
  private final Map<String, String> copies = new ConcurrentHashMap<>();
  private final Consumer<String> notices;

  private final Limits limits;

  private DamagedDataset(
      Path folder,
      Optional<Manifest> manifest,
      List<String> shards,
      List<Loss> losses,
      Limits limits,
      Consumer<String> notices) {
    this.folder = folder;
    this.limits = limits;
    this.manifest = manifest;
    this.shards = List.copyOf(shards);
    this.losses = List.copyOf(losses);
    this.notices = notices;
    manifest.ifPresent(m -> m.shards().forEach(entry -> entries.put(entry.name(), entry)));
    finder = manifest.map(m -> new ShardFinder(new LocalFolder(folder), m, notices));
  }

  /**
   * Examines a dataset's folder or a single shard.
   *
   * @param limits the limits for everything that is read
   * @param notices receives one sentence about each shard that is read from a file of another name
   * @throws NotADatasetException when the path is neither a dataset nor a shard
   * @throws RunRefusedException when a conversion into the folder is not finished
   */
  public static DamagedDataset of(Path path, Limits limits, Consumer<String> notices)
      throws IOException {
    if (Files.isRegularFile(path) && !path.endsWith(Manifest.FILE_NAME)) {
      Path folder = path.toAbsolutePath().getParent();
      return new DamagedDataset(
          folder,
          Optional.empty(),
          List.of(path.getFileName().toString()),
          List.of(),
          limits,
          notices);
    }
    Path folder = Files.isRegularFile(path) ? path.toAbsolutePath().getParent() : path;
    if (!Files.isDirectory(folder)) {
      throw new NoSuchFileException(path.toString());
    }
    try (ByteSource source = FileByteSource.open(folder.resolve(Manifest.FILE_NAME))) {
      Manifest manifest = Manifest.read(source, limits);
      List<String> shards = manifest.shards().stream().map(ShardEntry::name).toList();
      return new DamagedDataset(folder, Optional.of(manifest), shards, List.of(), limits, notices);
    } catch (IOException e) {
      requireDamage(e);
      return withoutManifest(folder, e, limits, notices);
    }
  }

  /**
   * Distinguishes damage from problems that a repair would make worse. A file may be intact if the
   * system does not allow reading it, if a newer version wrote it, or if there was too little
   * memory or too few open files for it.
   */
  static void requireDamage(IOException e) throws IOException {
    if (e instanceof AccessDeniedException
        || e instanceof PcrException.Unsupported
        || e instanceof PcrException.LimitExceeded
        || Shortage.of(e).isPresent()) {
      throw e;
    }
  }

  private static DamagedDataset withoutManifest(
      Path folder, IOException e, Limits limits, Consumer<String> notices) throws IOException {
    Set<String> shards =
        new TreeSet<>(new LocalFolder(folder).list().stream().filter(ShardNames::isShard).toList());
    List<String> others = new ArrayList<>();
    DatasetFolder all = new LocalFolder(folder);
    for (String file : all.list()) {
      if (!shards.contains(file) && isContainer(all, file)) {
        shards.add(file);
      } else if (!shards.contains(file) && ShardWriter.number(file).isPresent()) {
        others.add(file);
      }
    }
    if (shards.isEmpty() && others.isEmpty()) {
      throw new NotADatasetException(
          folder.toString(), "not a dataset, it has neither manifest nor shards", 0);
    }
    if (RunFolder.isUnfinished(folder)) {
      throw new RunRefusedException(
          folder
              + ": a conversion is unfinished there; run it again to finish it, or delete "
              + folder.resolve(RunFolder.NAME)
              + " to give it up, then repair");
    }
    List<Loss> losses = new ArrayList<>();
    losses.add(Loss.ofManifest(Manifest.FILE_NAME, Loss.Cause.of(e)));
    for (String other : others) {
      Loss.Cause cause = Loss.Cause.missing("a TFRecord, of which only the manifest said more");
      losses.add(Loss.ofShard(other, OptionalLong.empty(), cause));
    }
    return new DamagedDataset(
        folder, Optional.empty(), List.copyOf(shards), losses, limits, notices);
  }

  /** A shard under another name may have lost its suffix. */
  static boolean isContainer(DatasetFolder folder, String file) throws IOException {
    try (ByteSource source = folder.open(file)) {
      return ShardFinder.isContainer(source);
    } catch (AccessDeniedException | NoSuchFileException e) {
      return false; // One that cannot be read does not say what it is.
    }
  }

  /** Whether this is a dataset and not a single shard. */
  boolean isDataset() {
    return manifest.isPresent() || !losses.isEmpty();
  }

  /** Whether a shard is a TFRecord file; without a manifest its name says so. */
  boolean isRecords(String shard) {
    return entry(shard)
        .map(entry -> !entry.variant().isContainer())
        .orElseGet(() -> ShardNames.isRecords(shard));
  }

  /** The manifest's entry of a shard. */
  Optional<ShardEntry> entry(String shard) {
    return Optional.ofNullable(entries.get(shard));
  }

  /** Opens a shard, even if its file has another name. The caller closes it. */
  ByteSource open(String shard) throws IOException {
    if (copies.containsKey(shard) || entry(shard).isEmpty()) {
      return FileByteSource.open(file(shard));
    }
    return finder.orElseThrow().open(entries.get(shard));
  }

  /** The file that a shard is read from, after it has been opened. */
  Path file(String shard) {
    String found = entry(shard).map(entry -> finder.orElseThrow().fileOf(entry)).orElse(shard);
    return folder.resolve(copies.getOrDefault(shard, found));
  }

  /**
   * Whether a TFRecord shard is in another file, although the file of its name has the same length.
   */
  boolean identify(String shard) throws IOException {
    return entry(shard).isPresent() && finder.orElseThrow().identify(entries.get(shard));
  }

  /** Other files that contain the same shard, intact or not. */
  List<String> otherCopies(String shard) throws IOException {
    if (entry(shard).isEmpty()) {
      return List.of();
    }
    Path here = file(shard);
    return finder.orElseThrow().copies(entries.get(shard)).stream()
        .filter(copy -> !folder.resolve(copy).equals(here))
        .toList();
  }

  /** Opens a copy of a shard. */
  ByteSource openCopy(String copy) throws IOException {
    return FileByteSource.open(folder.resolve(copy));
  }

  /** Reads a shard from one of its copies from now on. */
  void takeCopy(String shard, String copy) {
    copies.put(shard, copy);
    tell(shard + " is damaged, and " + copy + ", the same shard, is less so or whole: it is taken");
  }

  Limits limits() {
    return limits;
  }

  /** The number of bytes in the files that have the shards' names. */
  public long bytes() throws IOException {
    long bytes = 0;
    for (String shard : shards) {
      Path file = folder.resolve(shard);
      bytes += Files.isRegularFile(file) ? Files.size(file) : 0;
    }
    return bytes;
  }

  void tell(String notice) {
    notices.accept(notice);
  }

  /** The folder of the dataset or of the single shard. */
  public Path folder() {
    return folder;
  }

  /** The manifest; empty when there is none that can be read. */
  public Optional<Manifest> manifest() {
    return manifest;
  }

  /** The names of the shards, in the order of the dataset. */
  public List<String> shards() {
    return shards;
  }

  /** The losses that are known before a shard is opened. */
  List<Loss> losses() {
    return losses;
  }
}
