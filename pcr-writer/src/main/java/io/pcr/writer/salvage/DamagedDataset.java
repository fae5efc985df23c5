package io.pcr.writer.salvage;

import io.pcr.format.Limits;
import io.pcr.format.internal.index.SampleIndex;
import io.pcr.format.internal.index.ShardTable;
import io.pcr.format.internal.index.lmdb.IndexDirectory;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import io.pcr.reader.find.NotADatasetException;
import io.pcr.reader.internal.location.LocalFolder;
import io.pcr.writer.journal.RunRejectedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * A damaged dataset, as far as its folder and its manifest describe it. It may have no manifest any
 * more. This class only reads it. Thread-safe; holds nothing open.
 */
public final class DamagedDataset {
  private final Path folder;
  private final ShardListing listing;
  private final Map<String, DamagedShard> shards = new LinkedHashMap<>();
  private final Map<String, String> copies = new ConcurrentHashMap<>();
  private final Set<String> used = ConcurrentHashMap.newKeySet();
  private final Limits limits;
  private final Consumer<String> notices;

  private DamagedDataset(
      Path folder, ShardListing listing, Limits limits, Consumer<String> notices) {
    this.folder = folder;
    this.listing = listing;
    this.limits = limits;
    this.notices = notices;
    listing.shards().forEach(shard -> shards.put(shard.name(), shard));
  }

  /**
   * Examines a dataset's folder or a single shard.
   *
   * @param limits the limits for everything that is read
   * @param notices receives one sentence about each shard that is read from a file of another name
   * @throws NotADatasetException when the path is neither a dataset nor a shard
   * @throws RunRejectedException when a conversion into the folder is not finished
   */
  public static DamagedDataset of(Path path, Limits limits, Consumer<String> notices)
      throws IOException {
    boolean isFile = Files.isRegularFile(path);
    Path folder = isFile ? path.toAbsolutePath().getParent() : path;
    if (!isFile && !Files.isDirectory(folder)) {
      throw new NoSuchFileException(path.toString());
    }
    LocalFolder files = new LocalFolder(folder);
    ShardListing listing =
        isFile && !path.endsWith(Manifest.FILE_NAME)
            ? ShardListing.ofFile(files, path.getFileName().toString())
            : ShardListing.ofFolder(files, limits, notices);
    return new DamagedDataset(folder, listing, limits, notices);
  }

  /** Whether this is a dataset and not a single shard. */
  boolean isDataset() {
    return listing.manifest().isPresent() || !listing.losses().isEmpty();
  }

  /** Whether nothing but the files themselves says which shards there were. */
  boolean isUnlisted() {
    return isDataset() && listing.dataset().isEmpty();
  }

  /** Whether a shard is a TFRecord file; without a manifest its name says so. */
  boolean isRecords(String shard) {
    return listed(shard).isRecords();
  }

  /** What the manifest, or an index in its place, says of a shard; empty for one it lacks. */
  Optional<ShardTable.Entry> stated(String shard) {
    return Optional.ofNullable(shards.get(shard)).flatMap(DamagedShard::stated);
  }

  /** How many samples a shard had; empty when nothing says so. */
  OptionalLong sampleCount(String shard) {
    return stated(shard).stream().mapToLong(ShardTable.Entry::sampleCount).findFirst();
  }

  /** The manifest's entry of a shard. */
  Optional<ShardEntry> entry(String shard) {
    return listed(shard).entry();
  }

  private DamagedShard listed(String shard) {
    DamagedShard listed = shards.get(shard);
    if (listed == null) {
      throw new IllegalArgumentException("no shard " + shard);
    }
    return listed;
  }

  /**
   * The index of the dataset, of any generation, if it is intact. The caller closes it. What it
   * says about a shard is used only if it is the same shard.
   */
  Optional<SampleIndex> openIndex() {
    if (listing.dataset().isEmpty()) {
      return Optional.empty();
    }
    return IndexDirectory.openIntact(folder)
        .filter(
            opened -> {
              boolean isOurs = opened.identity().dataset().equals(listing.dataset().get());
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

  /** Opens a shard, even if its file has another name. The caller closes it. */
  ByteSource open(String shard) throws IOException {
    return copies.containsKey(shard) ? openCopy(copies.get(shard)) : listed(shard).open();
  }

  /** The file that a shard is read from, after it has been opened. */
  Path file(String shard) {
    String copy = copies.get(shard);
    return folder.resolve(copy != null ? copy : listed(shard).file());
  }

  /**
   * Whether a TFRecord shard is in another file, although the file of its name has the same length.
   */
  boolean searchByContent(String shard) throws IOException {
    return listed(shard).searchByContent();
  }

  /** Other files that contain the same shard, intact or not. */
  List<String> otherCopies(String shard) throws IOException {
    return others(shard, listed(shard).copies());
  }

  /** Other files that may be the same TFRecord shard; only reading them shows whether they are. */
  List<String> otherRecords(String shard) throws IOException {
    return others(shard, listed(shard).records());
  }

  private List<String> others(String shard, List<String> files) {
    Path here = file(shard);
    return files.stream().filter(file -> !folder.resolve(file).equals(here)).toList();
  }

  /** Opens a copy of a shard. */
  ByteSource openCopy(String copy) throws IOException {
    return FileByteSource.open(folder.resolve(copy));
  }

  /** Reads a shard from one of its copies from now on. */
  void takeCopy(String shard, String copy) {
    copies.put(shard, copy);
    used.add(copy);
    tell(
        shard
            + " is damaged, and "
            + copy
            + ", the same shard, is intact or less damaged: it is used");
  }

  /** Says that a damaged shard was given samples from a copy. */
  void tellTaken(String shard, String copy) {
    used.add(copy);
    tell(
        shard
            + " is damaged, and "
            + copy
            + ", the same shard, still has samples that it lost: they are used");
  }

  /** Whether a copy was read in place of a shard's file, or for what that lost. */
  boolean isUsed(String copy) {
    return used.contains(copy);
  }

  void tell(String notice) {
    notices.accept(notice);
  }

  Limits limits() {
    return limits;
  }

  /** The losses that are known before a shard is opened. */
  List<Loss> losses() {
    return listing.losses();
  }

  /** The number of bytes in the files that have the shards' names. */
  public long bytes() throws IOException {
    long bytes = 0;
    for (String shard : shards.keySet()) {
      Path file = file(shard);
      bytes += Files.isRegularFile(file) ? Files.size(file) : 0;
    }
    return bytes;
  }

  /** The folder of the dataset or of the single shard. */
  public Path folder() {
    return folder;
  }

  /** The manifest; empty when there is none that can be read. */
  public Optional<Manifest> manifest() {
    return listing.manifest();
  }

  /** The names of the shards, in the order of the dataset. */
  public List<String> shards() {
    return List.copyOf(shards.keySet());
  }
}
