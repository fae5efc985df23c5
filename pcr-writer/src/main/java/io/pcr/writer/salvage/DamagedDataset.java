package io.pcr.writer.salvage;

import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.format.index.IndexIdentity;
import io.pcr.format.index.SampleIndex;
import io.pcr.format.index.ShardTable;
import io.pcr.format.index.lmdb.IndexDirectory;
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
import io.pcr.tfrecord.TfRecordFile;
import io.pcr.tfrecord.TfRecordReadOptions;
import io.pcr.tfrecord.TfRecordWalk;
import io.pcr.writer.journal.RunFolder;
import io.pcr.writer.journal.RunRefusedException;
import io.pcr.writer.shard.ShardWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
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
import java.util.UUID;
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

  /** What stands for a manifest, or for what a manifest is too old to list. */
  private final Optional<IndexedFiles> indexed;

  private final Map<String, ShardTable.Entry> stated = new HashMap<>();
  private final Map<String, String> copies = new ConcurrentHashMap<>();
  private final Set<String> used = ConcurrentHashMap.newKeySet();
  private final Consumer<String> notices;

  private final Limits limits;

  private DamagedDataset(
      Path folder,
      Optional<Manifest> manifest,
      List<String> shards,
      List<Loss> losses,
      Optional<IndexedFiles> indexed,
      Limits limits,
      Consumer<String> notices) {
    this.indexed = indexed;
    indexed.ifPresent(files -> files.shards().forEach(entry -> stated.put(entry.name(), entry)));
    this.folder = folder;
    this.limits = limits;
    this.manifest = manifest;
    this.shards = List.copyOf(shards);
    this.losses = List.copyOf(losses);
    this.notices = notices;
    for (ShardEntry entry : manifest.map(Manifest::shards).orElse(List.of())) {
      entries.put(entry.name(), entry);
      stated.put(
          entry.name(), new ShardTable.Entry(entry.name(), entry.shardUuid(), entry.sampleCount()));
    }
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
          Optional.empty(),
          limits,
          notices);
    }
    Path folder = Files.isRegularFile(path) ? path.toAbsolutePath().getParent() : path;
    if (!Files.isDirectory(folder)) {
      throw new NoSuchFileException(path.toString());
    }
    Manifest manifest;
    try (ByteSource source = FileByteSource.open(folder.resolve(Manifest.FILE_NAME))) {
      manifest = Manifest.read(source, limits);
    } catch (IOException e) {
      requireDamage(e);
      Optional<Manifest> base = BaseManifest.of(folder, limits);
      return base.isPresent()
          ? withBase(folder, base.get(), e, limits, notices)
          : withoutManifest(folder, e, limits, notices);
    }
    return withManifest(folder, manifest, limits, notices);
  }

  /** An unfinished append keeps a copy of the manifest that it adds to. */
  private static DamagedDataset withBase(
      Path folder, Manifest base, IOException e, Limits limits, Consumer<String> notices)
      throws IOException {
    String how = e instanceof NoSuchFileException ? " is missing" : " is damaged";
    notices.accept(
        Manifest.FILE_NAME
            + how
            + ": its intact copy in the unfinished run, "
            + BaseManifest.NAME
            + ", is used; the shards of that run are not part of the dataset yet");
    return withManifest(folder, base, limits, notices);
  }

  /**
   * A manifest may be older than the dataset: an intact index of a later generation lists shards
   * that it does not know. Other shards that it does not list are left out, and said.
   */
  private static DamagedDataset withManifest(
      Path folder, Manifest manifest, Limits limits, Consumer<String> notices) throws IOException {
    List<String> shards =
        new ArrayList<>(manifest.shards().stream().map(ShardEntry::name).toList());
    List<String> unlisted = ShardFinder.local(folder, manifest, notice -> {}).unlisted();
    if (unlisted.isEmpty()) {
      return new DamagedDataset(
          folder, Optional.of(manifest), shards, List.of(), Optional.empty(), limits, notices);
    }
    Optional<IndexedFiles> newer =
        IndexedFiles.of(folder, limits).filter(files -> isNewer(files.identity(), manifest));
    List<String> strangers = new ArrayList<>(unlisted);
    for (ShardTable.Entry shard : newer.map(IndexedFiles::shards).orElse(List.of())) {
      if (!shards.contains(shard.name())) {
        shards.add(shard.name());
        strangers.removeAll(newer.orElseThrow().files(shard.name()));
      }
    }
    if (newer.isPresent()) {
      notices.accept(
          "the index is of generation "
              + newer.get().identity().generation()
              + " and the manifest of "
              + manifest.generation()
              + ", an older one: the shards that only the index lists are taken too");
    }
    List<Loss> losses = new ArrayList<>();
    for (String stranger : strangers) {
      losses.add(
          Loss.ofShard(stranger, OptionalLong.empty(), IndexedFiles.unlisted("the manifest")));
    }
    return new DamagedDataset(
        folder, Optional.of(manifest), shards, losses, newer, limits, notices);
  }

  private static boolean isNewer(IndexIdentity index, Manifest manifest) {
    return index.dataset().equals(manifest.datasetUuid())
        && Long.compareUnsigned(index.generation(), manifest.generation()) > 0;
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
    if (RunFolder.isUnfinished(folder) && e instanceof NoSuchFileException) {
      throw new RunRefusedException(
          folder
              + ": a conversion is unfinished there; run it again to finish it, or delete "
              + folder.resolve(RunFolder.NAME)
              + " to give it up, then repair");
    }
    Optional<IndexedFiles> indexed = IndexedFiles.of(folder, limits);
    if (indexed.isPresent()) {
      return listedByIndex(folder, indexed.get(), e, limits, notices);
    }
    List<Loss> losses = new ArrayList<>();
    // Nothing says what there was: a shard that is gone leaves no trace.
    losses.add(Loss.ofManifest(Manifest.FILE_NAME, OptionalLong.empty(), Loss.Cause.of(e)));
    for (String other : others) {
      Loss.Cause cause = Loss.Cause.missing("a TFRecord, of which only the manifest said more");
      losses.add(Loss.ofShard(other, OptionalLong.empty(), cause));
    }
    return new DamagedDataset(
        folder, Optional.empty(), List.copyOf(shards), losses, indexed, limits, notices);
  }

  private static DamagedDataset listedByIndex(
      Path folder, IndexedFiles indexed, IOException e, Limits limits, Consumer<String> notices) {
    List<Loss> losses = new ArrayList<>();
    losses.add(Loss.ofManifest(Manifest.FILE_NAME, OptionalLong.of(0), Loss.Cause.of(e)));
    for (String stranger : indexed.strangers()) {
      losses.add(Loss.ofShard(stranger, OptionalLong.empty(), IndexedFiles.unlisted("the index")));
    }
    List<String> shards = indexed.shards().stream().map(ShardTable.Entry::name).toList();
    return new DamagedDataset(
        folder, Optional.empty(), shards, losses, Optional.of(indexed), limits, notices);
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
        .orElseGet(
            () ->
                isIndexed(shard)
                    ? indexed.orElseThrow().isRecords(shard)
                    : ShardNames.isRecords(shard));
  }

  /** Whether an index says that there is such a shard, and no manifest. */
  private boolean isIndexed(String shard) {
    return indexed.isPresent() && !entries.containsKey(shard) && stated.containsKey(shard);
  }

  /** Whether nothing but the files themselves says which shards there were. */
  boolean isUnlisted() {
    return isDataset() && manifest.isEmpty() && indexed.isEmpty();
  }

  /** What the manifest, or an index in its place, says of a shard. */
  Optional<ShardTable.Entry> stated(String shard) {
    return Optional.ofNullable(stated.get(shard));
  }

  /** How many samples a shard had; empty when nothing says so. */
  OptionalLong sampleCount(String shard) {
    return stated(shard).stream().mapToLong(ShardTable.Entry::sampleCount).findFirst();
  }

  /**
   * The index of the dataset, of any generation, where it is intact; the caller closes it. What it
   * says of a shard counts where it means the same one.
   */
  Optional<SampleIndex> openIndex() {
    if (!isDataset()) {
      return Optional.empty();
    }
    Optional<SampleIndex> index = IndexDirectory.openIntact(folder);
    Optional<UUID> dataset =
        manifest.map(Manifest::datasetUuid).or(() -> indexed.map(i -> i.identity().dataset()));
    return index.filter(
        opened -> {
          boolean isOurs = Optional.of(opened.identity().dataset()).equals(dataset);
          if (!isOurs) {
            close(opened);
          }
          return isOurs;
        });
  }

  private static void close(SampleIndex index) {
    try {
      index.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // A map of a file has nothing to say at its end.
    }
  }

  /** The manifest's entry of a shard. */
  Optional<ShardEntry> entry(String shard) {
    return Optional.ofNullable(entries.get(shard));
  }

  /** Opens a shard, even if its file has another name. The caller closes it. */
  ByteSource open(String shard) throws IOException {
    if (copies.containsKey(shard) || entry(shard).isEmpty()) {
      boolean isMissing = isIndexed(shard) && indexed.orElseThrow().files(shard).isEmpty();
      if (isMissing) {
        // A file that has its name is another shard.
        throw new NoSuchFileException(folder.resolve(shard).toString());
      }
      return FileByteSource.open(file(shard));
    }
    return finder.orElseThrow().open(entries.get(shard));
  }

  /** The file that a shard is read from, after it has been opened. */
  Path file(String shard) {
    String found =
        entry(shard)
            .map(entry -> finder.orElseThrow().fileOf(entry))
            .orElseGet(() -> isIndexed(shard) ? indexedFile(shard) : shard);
    return folder.resolve(copies.getOrDefault(shard, found));
  }

  private String indexedFile(String shard) {
    List<String> files = indexed.orElseThrow().files(shard);
    return files.isEmpty() ? shard : files.get(0);
  }

  /**
   * Whether a TFRecord shard is in another file, although the file of its name has the same length.
   */
  boolean identify(String shard) throws IOException {
    return entry(shard).isPresent() && finder.orElseThrow().identify(entries.get(shard));
  }

  /** Other files that contain the same shard, intact or not. */
  List<String> otherCopies(String shard) throws IOException {
    Path here = file(shard);
    if (isIndexed(shard)) {
      return indexed.orElseThrow().files(shard).stream()
          .filter(copy -> !folder.resolve(copy).equals(here))
          .toList();
    }
    if (entry(shard).isEmpty()) {
      return List.of();
    }
    return finder.orElseThrow().copies(entries.get(shard)).stream()
        .filter(copy -> !folder.resolve(copy).equals(here))
        .toList();
  }

  /** Other files that may be the same TFRecord shard: what is in them shows when they are read. */
  List<String> otherRecords(String shard) throws IOException {
    if (entry(shard).isEmpty()) {
      return otherCopies(shard);
    }
    Path here = file(shard);
    List<String> others = new ArrayList<>();
    for (String file : new LocalFolder(folder).list()) {
      boolean isOther = !entries.containsKey(file) && !folder.resolve(file).equals(here);
      if (isOther && isRecordFile(file, entries.get(shard))) {
        others.add(file);
      }
    }
    return others;
  }

  private boolean isRecordFile(String file, ShardEntry shard) throws IOException {
    try (ByteSource source = FileByteSource.open(folder.resolve(file))) {
      return source.length() <= shard.totalLength()
          && !ShardFinder.isContainer(source)
          && TfRecordWalk.hasSample(
              TfRecordFile.open(source, TfRecordReadOptions.DEFAULT.withLimits(limits)), limits);
    } catch (IOException e) {
      if (!(e instanceof AccessDeniedException)) {
        requireDamage(e);
      }
      return false;
    }
  }

  /** Says that a damaged shard was given samples from a copy. */
  void tellTaken(String shard, String copy) {
    used.add(copy);
    tell(
        shard
            + " is damaged, and "
            + copy
            + ", the same shard, has samples that it lost: they are taken");
  }

  /** Whether a copy was read in place of a shard's file, or for what that lost. */
  boolean isUsed(String copy) {
    return used.contains(copy);
  }

  /** Opens a copy of a shard. */
  ByteSource openCopy(String copy) throws IOException {
    return FileByteSource.open(folder.resolve(copy));
  }

  /** Reads a shard from one of its copies from now on. */
  void takeCopy(String shard, String copy) {
    copies.put(shard, copy);
    used.add(copy);
    tell(shard + " is damaged, and " + copy + ", the same shard, is less so or whole: it is taken");
  }

  Limits limits() {
    return limits;
  }

  /** The number of bytes in the files that have the shards' names. */
  public long bytes() throws IOException {
    long bytes = 0;
    for (String shard : shards) {
      Path file = file(shard);
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
