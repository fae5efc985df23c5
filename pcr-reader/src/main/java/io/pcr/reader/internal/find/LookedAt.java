package io.pcr.reader.internal.find;

import io.pcr.format.error.PcrException;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.http.HttpReadException;
import io.pcr.reader.location.DatasetFolder;
import io.pcr.tfrecord.internal.TfRecordShard;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The files of a folder that have been looked at, each once, by what they are. For one thread at a
 * time.
 */
final class LookedAt {
  private final DatasetFolder folder;
  private final Map<String, FileLook> looks = new HashMap<>();
  private final Map<UUID, List<String>> filesByUuid = new HashMap<>();
  private final Map<Long, List<String>> otherFilesByLength = new HashMap<>();
  private final Map<String, UUID> identities = new HashMap<>();

  LookedAt(DatasetFolder folder) {
    this.folder = folder;
  }

  /** Looks at a file, if that has not been done; one that is gone or refused is none. */
  FileLook look(String file) throws IOException {
    FileLook known = looks.get(file);
    if (known != null) {
      return known;
    }
    FileLook look;
    try (ByteSource source = folder.open(file)) {
      look = FileLook.at(source);
      if (look.head().isPresent()) {
        add(filesByUuid, look.head().get().shardUuid(), file);
      } else {
        add(otherFilesByLength, look.length(), file);
      }
    } catch (IOException e) {
      requireAnswer(e);
      look = FileLook.NOTHING;
    }
    looks.put(file, look);
    return look;
  }

  private static <K> void add(Map<K, List<String>> files, K key, String file) {
    files.computeIfAbsent(key, k -> new ArrayList<>(1)).add(file);
  }

  /**
   * That the thread is wanted elsewhere, a server busy, a disk broken or the process out of file
   * descriptors says nothing of a file: it is looked at again when it is asked for again.
   */
  private static void requireAnswer(IOException e) throws IOException {
    boolean refused =
        e instanceof HttpReadException http && http.reason() == HttpReadException.Reason.REFUSED;
    boolean isAnswer =
        refused
            || e instanceof PcrException
            || e instanceof AccessDeniedException
            || ShardFinder.isMissing(e);
    if (!isAnswer) {
      throw e;
    }
  }

  /** How many files have been looked at. */
  int count() {
    return looks.size();
  }

  /** The files that begin as the shard with this identity, or are proved to be it. */
  List<String> files(UUID uuid) {
    return filesByUuid.getOrDefault(uuid, List.of());
  }

  /** The files of a length that have no head of a shard. */
  List<String> othersOfLength(long length) {
    return otherFilesByLength.getOrDefault(length, List.of());
  }

  /** Reads a file that has no head to its end, to know what a TFRecord shard is known by. */
  UUID identity(String file) throws IOException {
    UUID known = identities.get(file);
    if (known != null) {
      return known;
    }
    UUID identity = new UUID(0, 0);
    try (ByteSource source = folder.open(file)) {
      identity = TfRecordShard.identity(source, read -> {});
      add(filesByUuid, identity, file);
    } catch (IOException e) {
      // One that became shorter meanwhile is no shard that anybody wants.
      requireAnswer(e);
    }
    identities.put(file, identity);
    return identity;
  }
}
