package io.pcr.reader.internal.find;

import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.manifest.ShardList;
import io.pcr.reader.internal.location.ShardNames;
import io.pcr.reader.location.Capability;
import io.pcr.reader.location.DatasetFolder;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.FileSystemException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Looks through the files of a folder for shards, by what they begin with, by their length, and
 * where nothing less will do by all their bytes. For one thread at a time.
 */
final class ShardSearch {
  /** The most requests that a search in a dataset may cost when each look is a request. */
  private static final int MAX_UNLISTED_LOOKS = 200;

  private final DatasetFolder folder;
  private final ShardList list;
  private final LookedAt looked;

  /** Lengths for which all TFRecord files under wrong names have been read. */
  private final Set<Long> identified = new HashSet<>();

  /** Lengths for which all TFRecord files have been read. */
  private final Set<Long> allIdentified = new HashSet<>();

  private ManifestShards shards;
  private boolean isAllLookedAt;

  /** Why a file could not be examined in this search; null while all could. */
  private IOException unread;

  ShardSearch(DatasetFolder folder, ShardList list) {
    this.folder = folder;
    this.list = list;
    this.looked = new LookedAt(folder);
  }

  /** Begins a search: nothing has been left unread in it so far. */
  void begin() {
    unread = null;
  }

  /** Why a file could not be examined since the search began; empty when all could. */
  Optional<IOException> unread() {
    return Optional.ofNullable(unread);
  }

  /** Notes that something was done completely and need not be done again. */
  <T> void noteDone(Set<T> done, T what) {
    if (unread == null) {
      done.add(what);
    }
  }

  /** The file of a shard in the container of the format; empty when no file may be it. */
  Optional<String> container(ShardEntry shard) throws IOException {
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

  /** A file that has been examined and may be the complete shard. */
  private Optional<String> best(ShardEntry shard) throws IOException {
    for (String file : looked.files(shard.shardUuid())) {
      if (looked.look(file).mayBe(shard)) {
        return Optional.of(file);
      }
    }
    return Optional.empty();
  }

  /** Exchanged files lead from one name to the next, and finally back to the first. */
  private Optional<String> alongNames(ShardEntry shard) throws IOException {
    Set<String> seen = new HashSet<>();
    String name = shard.name();
    while (seen.add(name) && isLookAllowed()) {
      FileLook look = look(name);
      if (look.mayBe(shard)) {
        return Optional.of(name);
      }
      ManifestShards listed = shards();
      Optional<ShardEntry> there = look.head().flatMap(h -> listed.of(h.shardUuid()));
      name = there.map(ShardEntry::name).orElse(name);
    }
    return Optional.empty();
  }

  /**
   * A file whose SHA-256 is the shard's.
   *
   * @param all whether to read also files that seem to have the right names
   */
  Optional<String> records(ShardEntry shard, boolean all) throws IOException {
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

  /** All files that begin as this shard does: its copies, intact or not. */
  List<String> copies(ShardEntry shard) throws IOException {
    lookAround(shard);
    return looked.files(shard.shardUuid()).stream().sorted().toList();
  }

  /** Looks at all files; if they cannot be listed, at some whose names are near. */
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
   * A bad sector concerns one file, and another file can still be the wanted one. A file that
   * cannot be opened, an interrupt or a failing server concerns the next file too.
   */
  void requireOfFile(IOException e) throws IOException {
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

  /** The shard of the manifest that a file contains, whatever the file's name. */
  Optional<ShardEntry> shardIn(String file) throws IOException {
    FileLook look = looked.look(file);
    if (look.head().isPresent()) {
      return shards().of(look.head().get().shardUuid());
    }
    boolean isCandidate = look.length() > 0 && shards().hasRecordsOfLength(look.length());
    return isCandidate ? shards().of(looked.identity(file)) : Optional.empty();
  }

  /**
   * Whether a file is a shard, by its name or by what it begins with, that the manifest does not
   * list.
   */
  boolean isUnlistedShard(String file) throws IOException {
    try {
      return (ShardNames.isShard(file) || looked.look(file).head().isPresent())
          && shardIn(file).isEmpty();
    } catch (IOException e) {
      requireOfFile(e);
      return ShardNames.isShard(file);
    }
  }

  /** The shards that the manifest lists. */
  ManifestShards shards() throws IOException {
    if (shards == null) {
      shards = new ManifestShards(list);
    }
    return shards;
  }
}
