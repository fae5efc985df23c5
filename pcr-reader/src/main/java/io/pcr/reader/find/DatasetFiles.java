package io.pcr.reader.find;

import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.manifest.ShardList;
import io.pcr.format.manifest.ShardPart;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.internal.find.Generations;
import io.pcr.reader.internal.find.ManifestLookup;
import io.pcr.reader.internal.find.ShardFinder;
import io.pcr.reader.internal.location.ShardNames;
import io.pcr.reader.location.DatasetFolder;
import io.pcr.reader.location.DatasetLocation;
import io.pcr.tfrecord.internal.TfRecordReadOptions;
import io.pcr.tfrecord.internal.TfRecordShard;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.RandomAccess;
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
  private final Optional<ShardList> list;
  private final List<String> shards;

  /** The single TFRecord file as a manifest would list it. */
  private final Optional<ShardEntry> alone;

  private final Optional<ShardFinder> finder;
  private final Consumer<String> notices;
  private final FolderContents contents;

  /** The positions of shards by their names; made when one is first asked for. */
  private Map<String, Integer> positions;

  private DatasetFiles(DatasetLocation location, String shard, Optional<ShardEntry> alone) {
    this.location = location;
    this.manifest = Optional.empty();
    this.list = Optional.empty();
    this.shards = List.of(shard);
    this.alone = alone;
    this.finder = Optional.empty();
    this.notices = notice -> {};
    this.contents = new FolderContents(this, finder);
  }

  private DatasetFiles(DatasetLocation location, ShardList list, Consumer<String> notices) {
    this.location = location;
    this.manifest = Optional.of(list.manifest());
    this.list = Optional.of(list);
    this.shards = new Names(list.asList());
    this.alone = Optional.empty();
    this.finder = Optional.of(new ShardFinder(location.folder(), list, notices));
    this.notices = notices;
    this.contents = new FolderContents(this, finder);
  }

  /** The names of shards, each made when it is asked for. */
  private static final class Names extends AbstractList<String> implements RandomAccess {
    private final List<ShardEntry> shards;

    Names(List<ShardEntry> shards) {
      this.shards = shards;
    }

    @Override
    public String get(int position) {
      return shards.get(position).name();
    }

    @Override
    public int size() {
      return shards.size();
    }
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
    if (location.shard().isEmpty()) {
      ShardList list = new ManifestLookup(location, limits).copied(notices);
      return new DatasetFiles(location, list, notices);
    }
    String file = location.shard().get();
    return new DatasetFiles(
        location,
        file,
        ShardNames.isRecords(file)
            ? Optional.of(alone(location.folder(), file, limits))
            : Optional.empty());
  }

  /**
   * Reads the manifest of the newest generation of a dataset, also where {@code manifest.pcrm} is
   * behind it because its writer was ended. Costs one request more.
   *
   * @param notices receives one sentence about each shard that is found under another name, and one
   *     when {@code manifest.pcrm} is behind, missing or damaged
   * @throws io.pcr.format.error.PcrException when the manifest is damaged or newer than this
   *     library
   */
  public static DatasetFiles newest(
      DatasetLocation location, Limits limits, Consumer<String> notices) throws IOException {
    ShardList list = new ManifestLookup(location, limits).newest(notices);
    return new DatasetFiles(location, list, notices);
  }

  /**
   * Reads the manifest of the newest generation that is intact, for those who check or save what
   * there is. A single shard is opened as {@link #open(DatasetLocation, Limits, Consumer)} does.
   *
   * @param notices receives one sentence about each shard that is found under another name
   * @param ofManifest receives a sentence when {@code manifest.pcrm} is behind, missing or damaged
   * @throws NotADatasetException when there is no manifest of any generation
   * @throws io.pcr.format.error.PcrException when no generation is intact
   */
  public static DatasetFiles newestIntact(
      DatasetLocation location,
      Limits limits,
      Consumer<String> notices,
      Consumer<String> ofManifest)
      throws IOException {
    if (location.shard().isPresent()) {
      return open(location, limits, notices);
    }
    ShardList list = new ManifestLookup(location, limits).newestIntact(ofManifest);
    return new DatasetFiles(location, list, notices);
  }

  /**
   * These files, without the shards of those parts of the manifest that are damaged or missing:
   * {@link #lostParts} says which. Reads all parts.
   */
  public DatasetFiles withoutLostParts() throws IOException {
    if (list.isEmpty() || list.get().lostParts().size() > 0) {
      return this;
    }
    ShardList intact =
        list.get().withoutLostParts(e -> ManifestLookup.isOfOnePart(e, folder().isPresent()));
    return intact.equals(list.get()) ? this : new DatasetFiles(location, intact, notices);
  }

  /**
   * Makes sure that all shards are known, for work to which some of them are of no use. Reads all
   * parts.
   *
   * @throws PcrException.Corrupt when a part of the manifest is damaged or missing; it names the
   *     part, and says how much it lists
   */
  public void requireAllParts() throws IOException {
    for (Map.Entry<ShardPart, IOException> lost : withoutLostParts().lostParts().entrySet()) {
      ShardPart part = lost.getKey();
      PcrException.Corrupt problem =
          new PcrException.Corrupt(
              ErrorCode.NOT_AS_LISTED,
              new FieldLocation("Manifest.parts", 0, part.name()),
              "a part that cannot be read (" + why(lost.getValue()) + ")",
              "the list of "
                  + part.shardCount()
                  + " shards with "
                  + part.sampleCount()
                  + " samples");
      problem.initCause(lost.getValue());
      throw problem;
    }
  }

  private static String why(IOException e) {
    return ShardFinder.isMissing(e) ? "the file is missing" : e.getMessage();
  }

  /** Parts of the manifest whose shards are left out here, and what is wrong with each. */
  public Map<ShardPart, IOException> lostParts() {
    return list.map(ShardList::lostParts).orElse(Map.of());
  }

  /**
   * Reads the manifest of one generation of a dataset.
   *
   * @param notices receives one sentence about each shard that is found under another name
   * @throws NoSuchFileException when there is no such generation, if that is known before a read
   * @throws io.pcr.format.error.PcrException when the manifest is damaged or newer than this
   *     library
   */
  public static DatasetFiles open(
      DatasetLocation location, long generation, Limits limits, Consumer<String> notices)
      throws IOException {
    ShardList list = new ManifestLookup(location, limits).generation(generation);
    return new DatasetFiles(location, list, notices);
  }

  private static ShardEntry alone(DatasetFolder folder, String file, Limits limits)
      throws IOException {
    try (ByteSource source = folder.open(file)) {
      return TfRecordShard.alone(file, source, TfRecordReadOptions.DEFAULT.withLimits(limits));
    }
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

  /** The shards that the manifest lists; empty for a single shard. */
  public Optional<ShardList> list() {
    return list;
  }

  /**
   * The manifest's entry of a shard; for a single TFRecord file, the entry that its content shows.
   * The first call reads the complete list of shards.
   */
  public Optional<ShardEntry> entry(String shard) throws IOException {
    if (list.isEmpty()) {
      return alone.filter(entry -> entry.name().equals(shard));
    }
    Integer position = positions().get(shard);
    return position == null ? Optional.empty() : Optional.of(list.get().get(position));
  }

  /** The positions of shards by their names. Reads the complete list of shards. */
  synchronized Map<String, Integer> positions() throws IOException {
    if (positions == null) {
      list.orElseThrow().load();
      positions = new HashMap<>();
      for (int i = 0; i < shards.size(); i++) {
        positions.putIfAbsent(shards.get(i), i);
      }
    }
    return positions;
  }

  private ShardEntry listed(String shard) throws IOException {
    return entry(shard).orElseThrow();
  }

  /**
   * The shards that have been found under other names so far: maps the shard's name to its file.
   */
  public Map<String, String> found() {
    return finder.map(ShardFinder::found).orElse(Map.of());
  }

  /** The file of a shard: the one with its name, unless the shard was found in another file. */
  public String fileOf(String shard) {
    return found().getOrDefault(shard, shard);
  }

  /** As {@link #fileOf(String)}. */
  public String fileOf(ShardEntry shard) {
    return finder.map(f -> f.fileOf(shard)).orElse(shard.name());
  }

  /** Opens a shard, even if its file has another name. The caller closes it. */
  public ByteSource open(String shard) throws IOException {
    Optional<ShardEntry> entry = entry(shard);
    return finder.isPresent() && entry.isPresent()
        ? finder.get().open(entry.get())
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
    return finder.isPresent() && finder.get().searchByContent(listed(shard));
  }

  /**
   * Makes sure that {@link #open} opens this TFRecord shard and no other file: reads all bytes of
   * the file that it would open, and searches for the shard if that is another one.
   *
   * @return whether the shard was found, under its name or another; always true without a manifest
   */
  public boolean checkContent(String shard) throws IOException {
    return finder.isEmpty() || finder.get().checkContent(listed(shard));
  }

  /**
   * Searches for a shard whose file is missing, damaged or a different file.
   *
   * @return whether the shard was found under another name; {@link #open} then opens that file
   */
  public boolean search(String shard) throws IOException {
    return finder.isPresent() && finder.get().seek(listed(shard));
  }

  /** As {@link #checkContent(String)}. */
  public boolean checkContent(ShardEntry shard) throws IOException {
    return finder.isEmpty() || finder.get().checkContent(shard);
  }

  /** As {@link #search(String)}. */
  public boolean search(ShardEntry shard) throws IOException {
    return finder.isPresent() && finder.get().seek(shard);
  }

  /** As {@link ShardFinder#findIntact}; false for a single shard. */
  public boolean findIntact(ShardEntry shard) throws IOException {
    return finder.isPresent() && finder.get().findIntact(shard);
  }

  /** As {@link #findIntact(ShardEntry)}. */
  public boolean findIntact(String shard) throws IOException {
    return finder.isPresent() && finder.get().findIntact(listed(shard));
  }

  /**
   * Files in the folder, of any name, that are shards and that the manifest does not list: the
   * manifest is an older one, or the shards belong to another dataset. Empty if the files cannot be
   * listed; while a run is unfinished, because its shards are not part of the dataset yet; and if a
   * new generation was published after the manifest was read.
   */
  public List<String> unlisted() throws IOException {
    return contents.unlisted();
  }

  /**
   * Files in the folder that are named as shards are and that nothing is read from: those that the
   * manifest does not list, and copies of those that it does. Empty when files cannot be listed.
   */
  public List<String> leftOver() throws IOException {
    return contents.leftOver();
  }

  /**
   * Whether an append in the folder is at work or was interrupted. The shards that it has written
   * are not part of the dataset yet. False where the folder is not on a file system of this
   * machine.
   */
  public boolean isRunUnfinished() {
    return contents.isRunUnfinished();
  }

  /** Whether the manifest that was read is no longer that of the newest generation. */
  public boolean isReplaced() throws IOException {
    Generations generations = new Generations(location.folder(), Limits.DEFAULT);
    return !Optional.of(generations.newestIntact(notice -> {}).manifest()).equals(manifest);
  }

  /**
   * Whether a path names a file that belongs to the dataset, or would belong to it if it existed:
   * the manifest, the index, a shard. A program that writes another file near the dataset calls
   * this first.
   */
  public boolean owns(Path path) throws IOException {
    return contents.owns(path);
  }

  @Override
  public String toString() {
    return location.toString();
  }
}
