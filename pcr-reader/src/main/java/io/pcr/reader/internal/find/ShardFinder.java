package io.pcr.reader.internal.find;

import static java.util.Objects.requireNonNull;

import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.index.IndexSource;
import io.pcr.format.internal.index.ManifestSource;
import io.pcr.format.internal.index.ShardKeys;
import io.pcr.format.internal.shard.ShardHead;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.manifest.ShardList;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.http.HttpReadException;
import io.pcr.reader.internal.location.LocalFolder;
import io.pcr.reader.internal.stored.IntactShard;
import io.pcr.reader.location.Capability;
import io.pcr.reader.location.DatasetFolder;
import io.pcr.tfrecord.internal.TfRecordShard;
import io.pcr.tfrecord.internal.TfRecordShardKeys;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Finds the files of a manifest's shards by their content when their names are wrong: files that
 * were renamed, exchanged, or copied under a second name. While all names are right, it opens only
 * the files of these names. Thread-safe; holds nothing open.
 *
 * <p>The {@code shard_uuid} and the checksum of the head identify a shard in the format's
 * container; the length and the SHA-256 of the file identify a TFRecord shard. If the files can be
 * listed, the finder looks at each file at most once. If not, it looks at the names in the
 * manifest: first at the name of the shard that it found in place of the wanted one, which resolves
 * every exchange of names, then at some names near it.
 */
public final class ShardFinder {
  private static final int HTTP_NOT_FOUND = 404;
  private static final int HTTP_GONE = 410;

  private final DatasetFolder folder;
  private final ShardList list;
  private final Consumer<String> notices;
  private final ShardSearch search;
  private final Map<String, String> places = new ConcurrentHashMap<>();
  private final Set<String> sought = new HashSet<>();
  private final Set<String> searchedFor = new HashSet<>();
  private final Set<String> intactSought = new HashSet<>();
  private final Set<String> intactFound = new HashSet<>();

  /**
   * A finder for one state of a dataset.
   *
   * @param notices receives one sentence about each shard that is found under another name
   */
  public ShardFinder(DatasetFolder folder, ShardList list, Consumer<String> notices) {
    this.folder = requireNonNull(folder, "folder");
    this.list = requireNonNull(list, "list");
    this.notices = requireNonNull(notices, "notices");
    this.search = new ShardSearch(folder, list);
  }

  /** A finder in a local folder. */
  public static ShardFinder local(Path folder, Manifest manifest, Consumer<String> notices) {
    LocalFolder local = new LocalFolder(folder);
    return new ShardFinder(local, new ShardList(manifest, local::open, Limits.DEFAULT), notices);
  }

  /** The shards of the manifest. */
  public ShardList list() {
    return list;
  }

  /** The dataset as the source for building its index. */
  public IndexSource indexSource(Limits limits) throws IOException {
    return ManifestSource.of(list, new Opener(), limits, TfRecordShardKeys::of);
  }

  /** The keys of shards in the folder, listed or not. */
  public List<ShardKeys> keys(List<ShardEntry> shards, Limits limits) {
    return ManifestSource.keys(shards, new Opener(), limits, TfRecordShardKeys::of);
  }

  private final class Opener implements ManifestSource.ShardOpener {
    @Override
    public ByteSource open(ShardEntry shard) throws IOException {
      return ShardFinder.this.open(shard);
    }

    @Override
    public boolean isIntactElsewhere(ShardEntry shard) throws IOException {
      return findIntact(shard);
    }
  }

  /** The file of a shard: the one with its name, unless the shard was found in another file. */
  public String fileOf(ShardEntry shard) {
    return places.getOrDefault(shard.name(), shard.name());
  }

  /**
   * The shards that have been found under other names so far: maps the shard's name to its file.
   */
  public Map<String, String> found() {
    return new TreeMap<>(places);
  }

  /**
   * Opens the file of a shard. Searches for the file if it is missing or is not the shard. Compares
   * the first bytes and the length; only {@link #searchByContent} finds out that a TFRecord file of
   * the right length is a different file. If no intact file is found, it opens a damaged one. The
   * caller closes the source.
   */
  public ByteSource open(ShardEntry shard) throws IOException {
    ByteSource source = null;
    boolean isGiven = false;
    try {
      source = folder.open(fileOf(shard));
      if (FileLook.at(source).mayBe(shard) || !seek(shard)) {
        isGiven = true;
        return source;
      }
    } catch (IOException e) {
      if (!isMissing(e) || !seek(shard)) {
        throw e;
      }
    } finally {
      if (source != null && !isGiven) {
        source.close();
      }
    }
    return folder.open(fileOf(shard));
  }

  /** Reads something from the file of a shard. */
  @FunctionalInterface
  public interface Reading<T> {
    T of(ByteSource source) throws IOException;
  }

  /** Reads something from a shard; if its file is damaged, from an intact copy. */
  public <T> T read(ShardEntry shard, Reading<T> reading) throws IOException {
    try (ByteSource source = open(shard)) {
      return reading.of(source);
    } catch (PcrException.Corrupt | PcrException.NotPcr e) {
      if (!findIntact(shard)) {
        throw e;
      }
    }
    try (ByteSource source = open(shard)) {
      return reading.of(source);
    }
  }

  /** Whether an error says that a file does not exist. */
  public static boolean isMissing(IOException e) {
    return e instanceof NoSuchFileException
        || e instanceof FileNotFoundException
        || (e instanceof HttpReadException http
            && (http.status() == HTTP_NOT_FOUND || http.status() == HTTP_GONE));
  }

  /**
   * Searches for a shard whose file is missing, damaged or a different file. Searches only once for
   * each shard, unless the search could not be finished.
   *
   * @return whether the shard was found under another name, which {@link #fileOf} then returns
   * @throws IOException when the search was interrupted, or the shard may be in a file that could
   *     not be read; the next call searches again
   */
  public synchronized boolean seek(ShardEntry shard) throws IOException {
    if (!sought.contains(shard.name()) && !places.containsKey(shard.name())) {
      search.begin();
      boolean isContainer = shard.variant().isContainer();
      finish(shard, isContainer ? search.container(shard) : search.records(shard, false));
      search.noteDone(sought, shard.name());
    }
    return places.containsKey(shard.name());
  }

  /**
   * Searches for a TFRecord shard whose file has the right length and a wrong SHA-256. Also reads
   * files that seem to be right shards, if they have this length. For shards of other variants it
   * does the same as {@link #seek}.
   */
  public synchronized boolean searchByContent(ShardEntry shard) throws IOException {
    boolean isFound = seek(shard);
    boolean isKnown = isFound || shard.variant().isContainer();
    if (!isKnown && !searchedFor.contains(shard.name())) {
      search.begin();
      finish(shard, search.records(shard, true));
      search.noteDone(searchedFor, shard.name());
    }
    return places.containsKey(shard.name());
  }

  /**
   * Searches for an intact copy of a shard whose file is damaged. Reads each file that begins as
   * the shard does, or, of a TFRecord shard, has its length. Searches only once for each shard, and
   * only where files can be listed.
   *
   * @return whether an intact copy was found, which {@link #open} then opens
   * @throws IOException when the search was interrupted, or no more files can be opened
   */
  public synchronized boolean findIntact(ShardEntry shard) throws IOException {
    if (!folder.can(Capability.LIST)) {
      return false;
    }
    if (!shard.variant().isContainer()) {
      return searchByContent(shard);
    }
    if (!intactSought.contains(shard.name())) {
      String damaged = fileOf(shard);
      for (String copy : copies(shard)) {
        if (!copy.equals(damaged) && isIntact(copy, shard)) {
          takeIntact(shard, damaged, copy);
          break;
        }
      }
      search.noteDone(intactSought, shard.name());
    }
    return intactFound.contains(shard.name());
  }

  private boolean isIntact(String copy, ShardEntry shard) throws IOException {
    try (ByteSource source = folder.open(copy)) {
      return IntactShard.is(shard, source, Limits.DEFAULT);
    } catch (IOException e) {
      search.requireOfFile(e);
      return false;
    }
  }

  private void takeIntact(ShardEntry shard, String damaged, String copy) {
    intactFound.add(shard.name());
    if (copy.equals(shard.name())) {
      places.remove(shard.name());
    } else {
      places.put(shard.name(), copy);
    }
    notices.accept(damaged + " is damaged; " + copy + " is an intact copy and is read instead");
  }

  /** Ends a search. A shard that was not found may be in a file that could not be read. */
  private void finish(ShardEntry shard, Optional<String> file) throws IOException {
    if (file.isEmpty() && search.unread().isPresent()) {
      throw search.unread().get();
    }
    file.filter(f -> !f.equals(shard.name())).ifPresent(f -> take(shard, f));
  }

  /**
   * All files that begin as this shard does: its copies, intact or not. Only shards in the format's
   * container have copies here. A file that the disk cannot read does not count.
   */
  public synchronized List<String> copies(ShardEntry shard) throws IOException {
    if (!shard.variant().isContainer()) {
      return List.of();
    }
    search.begin();
    return search.copies(shard);
  }

  /**
   * Whether a file contains a TFRecord shard, possibly with more bytes after it. Reads all bytes of
   * the file, because only they distinguish two files of intact records.
   */
  public static boolean holdsRecords(ShardEntry shard, ByteSource source) throws IOException {
    return source.length() >= shard.totalLength()
        && TfRecordShard.identity(source.slice(0, shard.totalLength()), read -> {})
            .equals(shard.shardUuid());
  }

  /**
   * Makes sure that {@link #open} opens this TFRecord shard and no other file. Reads all bytes of
   * the file that {@code open} would open. If that file is missing, damaged or a different one,
   * searches for the shard as {@link #searchByContent} does.
   *
   * @return whether the shard was found, under its name or another
   */
  public boolean checkContent(ShardEntry shard) throws IOException {
    try (ByteSource source = open(shard)) {
      if (holdsRecords(shard, source)) {
        return true;
      }
    } catch (IOException e) {
      if (!isMissing(e)) {
        throw e;
      }
    }
    return searchByContent(shard);
  }

  /** Whether a file begins with an intact head of the format's container. */
  public static boolean isContainer(ByteSource source) throws IOException {
    return FileLook.at(source).head().isPresent();
  }

  /**
   * The {@code shard_uuid} of a file that begins as a whole head of the format's container does.
   */
  public static Optional<UUID> containerUuid(ByteSource source) throws IOException {
    return FileLook.at(source).head().map(ShardHead::shardUuid);
  }

  /**
   * Listed shards whose files are not in the folder, under any name. Looks at the folder's names
   * only, and into files where a name is not there. Nothing where files cannot be listed.
   */
  public synchronized List<String> missing() throws IOException {
    if (!folder.can(Capability.LIST)) {
      return List.of();
    }
    Set<String> files = Set.copyOf(folder.list());
    List<String> missing = new ArrayList<>();
    for (ShardEntry shard : list().asList()) {
      if (!files.contains(shard.name()) && !seek(shard)) {
        missing.add(shard.name());
      }
    }
    return missing;
  }

  /**
   * Files that are shards, by their names or by what they begin with, and are none that the
   * manifest lists, whatever their names. Nothing where files cannot be listed.
   */
  public synchronized List<String> unlisted() throws IOException {
    if (!folder.can(Capability.LIST)) {
      return List.of();
    }
    List<String> unlisted = new ArrayList<>();
    for (String file : folder.list()) {
      boolean isListed = search.shards().named(file).isPresent() || places.containsValue(file);
      if (!isListed && search.isUnlistedShard(file)) {
        unlisted.add(file);
      }
    }
    return unlisted;
  }

  /** The shard of the manifest that a file contains, whatever the file's name. */
  public synchronized Optional<ShardEntry> shardIn(String file) throws IOException {
    return search.shardIn(file);
  }

  private void take(ShardEntry shard, String file) {
    places.put(shard.name(), file);
    notices.accept(shard.name() + " was found as " + file);
  }
}
