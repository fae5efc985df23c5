package io.pcr.reader.find;

import io.pcr.format.Limits;
import io.pcr.format.internal.index.lmdb.IndexDirectory;
import io.pcr.format.internal.manifest.GenerationNames;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import io.pcr.reader.internal.find.Generations;
import io.pcr.reader.internal.find.ShardFinder;
import io.pcr.reader.internal.location.ShardNames;
import io.pcr.reader.location.Capability;
import io.pcr.reader.location.DatasetFolder;
import io.pcr.reader.location.DatasetLocation;
import io.pcr.tfrecord.internal.TfRecordReadOptions;
import io.pcr.tfrecord.internal.TfRecordShard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The files of a dataset or of a single shard: the manifest, which has already been read, and the
 * shards, which are opened on request. Thread-safe; holds nothing open. Whoever opens a shard
 * closes it.
 */
public final class DatasetFiles {
  /** The folder, in a dataset's folder, of a run that has not finished. */
  public static final String RUN_FOLDER_NAME = ".pcr-run";

  private final DatasetLocation location;
  private final Optional<Manifest> manifest;
  private final List<String> shards;
  private final Map<String, ShardEntry> entries = new HashMap<>();
  private final Optional<ShardFinder> finder;

  private DatasetFiles(
      DatasetLocation location,
      Optional<Manifest> manifest,
      List<String> shards,
      List<ShardEntry> entries,
      Consumer<String> notices) {
    this.location = location;
    this.manifest = manifest;
    this.shards = List.copyOf(shards);
    entries.forEach(entry -> this.entries.put(entry.name(), entry));
    finder = manifest.map(m -> new ShardFinder(location.folder(), m, notices));
  }

  /**
   * Reads the manifest of a dataset. Reads a single TFRecord file completely, to find out what a
   * manifest would say about it.
   *
   * @param notices receives one sentence about each shard that is found under another name
   * @throws NotADatasetException when there is no manifest of any generation
   * @throws io.pcr.format.error.PcrException when the manifest is damaged or newer than this
   *     library
   */
  public static DatasetFiles open(DatasetLocation location, Limits limits, Consumer<String> notices)
      throws IOException {
    DatasetFolder folder = location.folder();
    if (location.shard().isPresent()) {
      String file = location.shard().get();
      List<ShardEntry> alone =
          ShardNames.isRecords(file) ? List.of(alone(folder, file, limits)) : List.of();
      return new DatasetFiles(location, Optional.empty(), List.of(file), alone, notices);
    }
    Manifest manifest;
    try {
      manifest = new Generations(folder, limits).read(notices);
    } catch (NoSuchFileException e) {
      throw folder.can(Capability.LIST) ? withoutManifest(folder) : e;
    }
    List<String> names = manifest.shards().stream().map(ShardEntry::name).toList();
    return new DatasetFiles(location, Optional.of(manifest), names, manifest.shards(), notices);
  }

  private static ShardEntry alone(DatasetFolder folder, String file, Limits limits)
      throws IOException {
    try (ByteSource source = folder.open(file)) {
      return TfRecordShard.alone(file, source, TfRecordReadOptions.DEFAULT.withLimits(limits));
    }
  }

  private static NoSuchFileException withoutManifest(DatasetFolder folder) throws IOException {
    int shards = (int) folder.list().stream().filter(ShardNames::isShard).count();
    String reason =
        shards == 0
            ? "not a dataset, it has no " + Manifest.FILE_NAME
            : "it has "
                + shards
                + (shards == 1 ? " shard" : " shards")
                + " and no "
                + Manifest.FILE_NAME;
    return new NotADatasetException(folder.toString(), reason, shards);
  }

  /** The location of the files. */
  public DatasetLocation location() {
    return location;
  }

  /** The path of the folder; empty when it is not on a file system of this machine. */
  public Optional<Path> folder() {
    return location.folder().local();
  }

  /** The last name of the path: that of the folder or of the single shard. */
  public String name() {
    return location.name();
  }

  /** The manifest; empty for a single shard. */
  public Optional<Manifest> manifest() {
    return manifest;
  }

  /** The names of the shards, in the order of the dataset. */
  public List<String> shards() {
    return shards;
  }

  /**
   * The manifest's entry of a shard; for a single TFRecord file, the entry that its content shows.
   */
  public Optional<ShardEntry> entry(String shard) {
    return Optional.ofNullable(entries.get(shard));
  }

  /**
   * The shards that have been found under other names so far: maps the shard's name to its file.
   */
  public Map<String, String> found() {
    return finder.map(ShardFinder::found).orElse(Map.of());
  }

  /** The file of a shard: the one with its name, unless the shard was found in another file. */
  public String fileOf(String shard) {
    return finder.flatMap(f -> entry(shard).map(f::fileOf)).orElse(shard);
  }

  /** Opens a shard, even if its file has another name. The caller closes it. */
  public ByteSource open(String shard) throws IOException {
    return finder.isPresent() && entries.containsKey(shard)
        ? finder.get().open(entries.get(shard))
        : location.folder().open(shard);
  }

  /** The file that contains a shard, if that file has another name than the shard. */
  public Optional<String> foundAs(String shard) {
    return Optional.of(fileOf(shard)).filter(file -> !file.equals(shard));
  }

  /**
   * Checks that the file of a TFRecord shard is the shard, and searches other files of the same
   * length if it is not.
   *
   * @return whether the shard was found; {@link #open} then opens it
   */
  public boolean searchByContent(String shard) throws IOException {
    return finder.isPresent() && finder.get().searchByContent(entries.get(shard));
  }

  /**
   * Makes sure that {@link #open} opens this TFRecord shard and no other file: reads all bytes of
   * the file that it would open, and searches for the shard if that is another one.
   *
   * @return whether the shard was found, under its name or another; always true without a manifest
   */
  public boolean checkContent(String shard) throws IOException {
    return finder.isEmpty() || finder.get().checkContent(entries.get(shard));
  }

  /**
   * Searches for a shard whose file is missing, damaged or a different file.
   *
   * @return whether the shard was found under another name; {@link #open} then opens that file
   */
  public boolean search(String shard) throws IOException {
    return finder.isPresent() && finder.get().seek(entries.get(shard));
  }

  /** As {@link ShardFinder#findIntact}; false for a single shard. */
  public boolean findIntact(String shard) throws IOException {
    return finder.isPresent() && finder.get().findIntact(entries.get(shard));
  }

  /**
   * Files in the folder, of any name, that are shards and that the manifest does not list: the
   * manifest is an older one, or the shards belong to another dataset. Empty if the files cannot be
   * listed; while a run is unfinished, because its shards are not part of the dataset yet; and if a
   * new generation was published after the manifest was read.
   */
  public List<String> unlisted() throws IOException {
    List<String> unlisted = finder.isPresent() ? finder.get().unlisted() : List.of();
    // The folder of a run is there before its shards, and goes after its manifest was published.
    return unlisted.isEmpty() || isRunUnfinished() || isReplaced() ? List.of() : unlisted;
  }

  /**
   * Files in the folder that are named as shards are and that nothing is read from: those that the
   * manifest does not list, and copies of those that it does. Empty when files cannot be listed.
   */
  public List<String> leftOver() throws IOException {
    if (manifest.isEmpty() || !location.folder().can(Capability.LIST)) {
      return List.of();
    }
    Map<String, String> found = found();
    return location.folder().list().stream()
        .filter(ShardNames::isShard)
        .filter(file -> !entries.containsKey(file) && !found.containsValue(file))
        .toList();
  }

  /**
   * Whether an append in the folder is at work or was interrupted. The shards that it has written
   * are not part of the dataset yet. False where the folder is not on a file system of this
   * machine.
   */
  public boolean isRunUnfinished() {
    return folder().filter(path -> Files.exists(path.resolve(RUN_FOLDER_NAME))).isPresent();
  }

  /** Whether the manifest that was read is no longer that of the newest generation. */
  public boolean isReplaced() throws IOException {
    Manifest newest = new Generations(location.folder(), Limits.DEFAULT).newest();
    return !Optional.of(newest).equals(manifest);
  }

  /**
   * Whether a path names a file that belongs to the dataset, or would belong to it if it existed:
   * the manifest, the index, a shard. A program that writes another file near the dataset calls
   * this first.
   */
  public boolean owns(Path path) throws IOException {
    Path parent = path.toAbsolutePath().getParent();
    if (folder().isEmpty() || parent == null || path.getFileName() == null) {
      return false;
    }
    if (!Files.isDirectory(parent) || !Files.isSameFile(parent, folder().get())) {
      return false;
    }
    String name = path.getFileName().toString();
    return GenerationNames.isManifest(name)
        || name.equals(IndexDirectory.FILE_NAME)
        || name.equals(IndexDirectory.SIDECAR_NAME)
        || ShardNames.isShard(name)
        || shards.contains(name)
        || isShardOfAnotherName(path);
  }

  /** A shard under another name is recognized by its first bytes. */
  private static boolean isShardOfAnotherName(Path path) throws IOException {
    if (!Files.isRegularFile(path)) {
      return false;
    }
    try (ByteSource source = FileByteSource.open(path)) {
      return ShardFinder.isContainer(source);
    }
  }

  @Override
  public String toString() {
    return location.toString();
  }
}
