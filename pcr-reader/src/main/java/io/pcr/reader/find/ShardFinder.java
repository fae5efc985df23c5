package io.pcr.reader.find;

import static java.util.Objects.requireNonNull;

import io.pcr.format.Limits;
import io.pcr.format.index.IndexSource;
import io.pcr.format.index.ManifestSource;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.http.HttpReadException;
import io.pcr.reader.location.Capability;
import io.pcr.reader.location.DatasetFolder;
import io.pcr.reader.location.LocalFolder;
import io.pcr.tfrecord.TfRecordShard;
import io.pcr.tfrecord.TfRecordShardKeys;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Finds the files of a manifest's shards by what they are, where their names are wrong: files that
 * were renamed or swapped, or copied under a second name. While all names are right it looks at
 * nothing but them. Thread-safe.
 *
 * <p>A shard in the format's container is known by the {@code shard_uuid} and checksum of its head,
 * a TFRecord shard by its length and the SHA-256 of its bytes. Where files can be listed, each of
 * them is looked at once at most. Elsewhere the names of the manifest are: first the name of the
 * shard that was found in the place of the one that is wanted, which sorts out whatever was
 * exchanged among names, then some names around it.
 */
public final class ShardFinder {
  /** What a dataset costs at most where each look is a request. */
  private static final int MAX_UNLISTED_LOOKS = 200;

  private static final int HTTP_NOT_FOUND = 404;
  private static final int HTTP_GONE = 410;

  private final DatasetFolder folder;
  private final Manifest manifest;
  private final Consumer<String> notices;
  private final LookedAt looked;
  private final Map<String, String> places = new ConcurrentHashMap<>();
  private final Set<String> sought = new HashSet<>();
  private final Set<String> identifiedFor = new HashSet<>();

  /** Lengths of which the TFRecord files that stand at no name of theirs have been read. */
  private final Set<Long> identified = new HashSet<>();

  /** Lengths of which all TFRecord files have been read. */
  private final Set<Long> allIdentified = new HashSet<>();

  private ManifestShards shards;
  private boolean isAllLookedAt;

  /** Why a file was not looked at in this search; null while all were. */
  private IOException unread;

  /**
   * A finder for one state of a dataset.
   *
   * @param notices told of each shard that is found under another name, in one sentence
   */
  public ShardFinder(DatasetFolder folder, Manifest manifest, Consumer<String> notices) {
    this.folder = requireNonNull(folder, "folder");
    this.manifest = requireNonNull(manifest, "manifest");
    this.notices = requireNonNull(notices, "notices");
    this.looked = new LookedAt(folder);
  }

  /** A finder in a folder on a disk. */
  public static ShardFinder local(Path folder, Manifest manifest, Consumer<String> notices) {
    return new ShardFinder(new LocalFolder(folder), manifest, notices);
  }

  /** The dataset as its index is built from it. */
  public IndexSource indexSource(Limits limits) {
    return ManifestSource.of(manifest, this::open, limits, TfRecordShardKeys::of);
  }

  /** The file of a shard: that of its name, unless it was found in another. */
  public String fileOf(ShardEntry shard) {
    return places.getOrDefault(shard.name(), shard.name());
  }

  /** The shards that were found under other names so far: the file of each, by its name. */
  public Map<String, String> found() {
    return new TreeMap<>(places);
  }

  /**
   * Opens the file of a shard, looking for it where it is missing or another file. Its first bytes
   * and its length are compared: that a TFRecord file of the right length is another, only {@link
   * #identify} finds out. A file that is damaged is opened where none that is whole is found.
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

  /** Whether an error says that a file is not there. */
  public static boolean isMissing(IOException e) {
    return e instanceof NoSuchFileException
        || e instanceof FileNotFoundException
        || (e instanceof HttpReadException http
            && (http.status() == HTTP_NOT_FOUND || http.status() == HTTP_GONE));
  }

  /**
   * Looks for a shard whose file is missing, damaged or another; once, however often it is asked,
   * unless the search could not be finished.
   *
   * @return whether it was found under another name, which {@link #fileOf} then tells
   * @throws IOException when the search was interrupted, or the shard may be in a file that could
   *     not be read: nobody knows then whether it is missing, and the next call looks again
   */
  public synchronized boolean seek(ShardEntry shard) throws IOException {
    if (!sought.contains(shard.name()) && !places.containsKey(shard.name())) {
      unread = null;
      finish(shard, shard.variant().isContainer() ? container(shard) : records(shard, false));
      noteDone(sought, shard.name());
    }
    return places.containsKey(shard.name());
  }

  /**
   * Looks for a TFRecord shard whose file has its length and is another, as its SHA-256 tells: also
   * at names whose files look right, which are read to their ends if they have its length. Other
   * shards are looked for as by {@link #seek}.
   */
  public synchronized boolean identify(ShardEntry shard) throws IOException {
    boolean isFound = seek(shard);
    boolean isKnown = isFound || shard.variant().isContainer();
    if (!isKnown && !identifiedFor.contains(shard.name())) {
      unread = null;
      finish(shard, records(shard, true));
      noteDone(identifiedFor, shard.name());
    }
    return places.containsKey(shard.name());
  }

  /** Ends a search: what was not found may be in a file that could not be read. */
  private void finish(ShardEntry shard, Optional<String> file) throws IOException {
    if (file.isEmpty() && unread != null) {
      throw unread;
    }
    file.filter(f -> !f.equals(shard.name())).ifPresent(f -> take(shard, f));
  }

  /** Notes that something need not be done again, as it was done wholly. */
  private <T> void noteDone(Set<T> done, T what) {
    if (unread == null) {
      done.add(what);
    }
  }

  /**
   * All files that begin as a shard of the format's container does, whole or not: copies of it. Of
   * other shards none. A file that the disk does not give is no copy that is of use.
   */
  public synchronized List<String> copies(ShardEntry shard) throws IOException {
    if (!shard.variant().isContainer()) {
      return List.of();
    }
    unread = null;
    lookAround(shard);
    return looked.files(shard.shardUuid()).stream().sorted().toList();
  }

  /**
   * Whether a file is a TFRecord shard, with more behind it or not: all of its bytes are read, as
   * nothing else tells a file of sound records from another.
   */
  public static boolean holdsRecords(ShardEntry shard, ByteSource source) throws IOException {
    return source.length() >= shard.totalLength()
        && TfRecordShard.identity(source.slice(0, shard.totalLength()), read -> {})
            .equals(shard.shardUuid());
  }

  /**
   * Makes sure that {@link #open} gives a TFRecord shard and no other file: reads all bytes of the
   * file that it would give, and looks for the shard as {@link #identify} does where that is
   * missing, damaged or another.
   *
   * @return whether the shard was found, under its name or another
   */
  public boolean prove(ShardEntry shard) throws IOException {
    try (ByteSource source = open(shard)) {
      if (holdsRecords(shard, source)) {
        return true;
      }
    } catch (IOException e) {
      if (!isMissing(e)) {
        throw e;
      }
    }
    return identify(shard);
  }

  /** Whether a file begins as a whole head of the format's container does. */
  public static boolean isContainer(ByteSource source) throws IOException {
    return FileLook.at(source).head().isPresent();
  }

  /** The shard of the manifest that a file is, whatever its name. */
  public synchronized Optional<ShardEntry> shardIn(String file) throws IOException {
    FileLook look = looked.look(file);
    if (look.head().isPresent()) {
      return shards().of(look.head().get().shardUuid());
    }
    boolean isCandidate = look.length() > 0 && shards().hasRecordsOfLength(look.length());
    return isCandidate ? shards().of(looked.identity(file)) : Optional.empty();
  }

  private void take(ShardEntry shard, String file) {
    places.put(shard.name(), file);
    notices.accept(shard.name() + " was found as " + file);
  }

  private Optional<String> container(ShardEntry shard) throws IOException {
    Optional<String> known = best(shard);
    Optional<String> exchanged = known.isPresent() ? known : alongNames(shard);
    if (exchanged.isPresent()) {
      return exchanged;
    }
    lookAround(shard);
    Optional<String> whole = best(shard);
    List<String> cut = looked.files(shard.shardUuid());
    if (whole.isPresent()) {
      return whole;
    }
    return cut.contains(shard.name()) ? Optional.of(shard.name()) : first(cut, shard);
  }

  private Optional<String> first(List<String> cut, ShardEntry shard) throws IOException {
    for (String file : cut) {
      if (looked.look(file).beginsAs(shard)) {
        return Optional.of(file);
      }
    }
    return Optional.empty();
  }

  /** A file that has been looked at and may be the shard, all of it. */
  private Optional<String> best(ShardEntry shard) throws IOException {
    for (String file : looked.files(shard.shardUuid())) {
      if (looked.look(file).mayBe(shard)) {
        return Optional.of(file);
      }
    }
    return Optional.empty();
  }

  /** Files that were exchanged lead from one name to the next, and at the end to the first. */
  private Optional<String> alongNames(ShardEntry shard) throws IOException {
    Set<String> seen = new HashSet<>();
    String name = shard.name();
    while (seen.add(name) && isLookAllowed()) {
      FileLook look = look(name);
      if (look.mayBe(shard)) {
        return Optional.of(name);
      }
      Optional<ShardEntry> there = look.head().flatMap(h -> shards().of(h.shardUuid()));
      name = there.map(ShardEntry::name).orElse(name);
    }
    return Optional.empty();
  }

  /**
   * A file whose SHA-256 is the shard's.
   *
   * @param all whether files are read too that look right where they are
   */
  private Optional<String> records(ShardEntry shard, boolean all) throws IOException {
    lookAround(shard);
    boolean isEvery = all && folder.can(Capability.LIST);
    Set<Long> done = isEvery ? allIdentified : identified;
    if (!folder.can(Capability.LIST) || !done.contains(shard.totalLength())) {
      for (String file : looked.othersOfLength(shard.totalLength())) {
        boolean isAtHome = shards().named(file).filter(looked.look(file)::mayBe).isPresent();
        if (!isAtHome || isEvery) {
          identify(file);
        }
      }
      noteDone(done, shard.totalLength());
    }
    return looked.files(shard.shardUuid()).stream().findFirst();
  }

  /** Looks at all files, or where they cannot be listed at some whose names are near. */
  private void lookAround(ShardEntry shard) throws IOException {
    if (isAllLookedAt) {
      return;
    }
    List<String> around =
        folder.can(Capability.LIST)
            ? folder.list()
            : shards().namesAround(shard, MAX_UNLISTED_LOOKS);
    for (String file : around) {
      if (isLookAllowed()) {
        look(file);
      }
    }
    isAllLookedAt = folder.can(Capability.LIST) && unread == null;
  }

  private FileLook look(String file) throws IOException {
    try {
      return looked.look(file);
    } catch (IOException e) {
      requireOfFile(e);
      return FileLook.NOTHING;
    }
  }

  private void identify(String file) throws IOException {
    try {
      looked.identity(file);
    } catch (IOException e) {
      requireOfFile(e);
    }
  }

  /**
   * A bad sector concerns one file, and others may be what is looked for. What keeps a file from
   * being opened, an interrupt or a server that fails concerns the next file too.
   */
  private void requireOfFile(IOException e) throws IOException {
    if (!folder.can(Capability.LIST)
        || e instanceof FileSystemException
        || e instanceof ClosedChannelException
        || e instanceof InterruptedIOException) {
      throw e;
    }
    unread = e;
  }

  private boolean isLookAllowed() {
    return folder.can(Capability.LIST) || looked.count() < MAX_UNLISTED_LOOKS;
  }

  private ManifestShards shards() {
    if (shards == null) {
      shards = new ManifestShards(manifest);
    }
    return shards;
  }
}
