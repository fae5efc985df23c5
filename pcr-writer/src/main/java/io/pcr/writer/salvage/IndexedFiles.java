package io.pcr.writer.salvage;

import io.pcr.format.Limits;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.index.IndexIdentity;
import io.pcr.format.internal.index.KeyMatch;
import io.pcr.format.internal.index.SampleIndex;
import io.pcr.format.internal.index.ShardTable;
import io.pcr.format.internal.index.lmdb.IndexDirectory;
import io.pcr.format.internal.manifest.GenerationNames;
import io.pcr.format.internal.manifest.PlainName;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.internal.find.ShardFinder;
import io.pcr.reader.internal.location.LocalFolder;
import io.pcr.reader.internal.location.ShardNames;
import io.pcr.tfrecord.internal.TfRecord;
import io.pcr.tfrecord.internal.TfRecordFile;
import io.pcr.tfrecord.internal.TfRecordReadOptions;
import io.pcr.tfrecord.internal.TfRecordWalk;
import io.pcr.tfrecord.internal.example.ImageExample;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * The shards that an intact index lists, and the files of a folder that are these shards, whatever
 * their names: a container by the {@code shard_uuid} of its head, a TFRecord file by its first
 * intact record, which the index must have at that place. It stands for a manifest that is lost, or
 * that is older than the index. Immutable once read; thread-safe.
 */
final class IndexedFiles {
  private final LocalFolder folder;
  private final Limits limits;
  private final IndexIdentity identity;
  private final Map<String, ShardTable.Entry> shards = new LinkedHashMap<>();
  private final Map<UUID, String> names = new HashMap<>();
  private final Map<String, List<String>> files = new HashMap<>();
  private final Set<String> records = new HashSet<>();
  private final Set<String> recognized = new HashSet<>();
  private final List<String> strangers = new ArrayList<>();

  private IndexedFiles(LocalFolder folder, Limits limits, IndexIdentity identity) {
    this.folder = folder;
    this.limits = limits;
    this.identity = identity;
  }

  /**
   * Reads the index of a folder and looks at all files; empty when no index is intact, or when it
   * lists none of the shards that are there and so is that of another dataset.
   */
  static Optional<IndexedFiles> of(Path path, Limits limits) throws IOException {
    Optional<SampleIndex> opened = IndexDirectory.openIntact(path);
    if (opened.isEmpty()) {
      return Optional.empty();
    }
    try (SampleIndex index = opened.get()) {
      IndexedFiles indexed = new IndexedFiles(new LocalFolder(path), limits, index.identity());
      if (!indexed.list(index)) {
        return Optional.empty();
      }
      for (String file : indexed.folder.list()) {
        indexed.look(file, index);
      }
      boolean isOurs = !indexed.recognized.isEmpty() || indexed.strangers.isEmpty();
      return isOurs ? Optional.of(indexed) : Optional.empty();
    }
  }

  /** An index is as hostile as any other file: its names, and the counts that it claims. */
  private boolean list(SampleIndex index) {
    long[] keys = new long[1];
    try {
      index.forEachKey((location, key) -> keys[0]++);
      for (ShardTable.Entry shard : index.shards().entries()) {
        requirePlainName(shard);
        if (shards.put(shard.name(), shard) != null) {
          return false;
        }
        names.putIfAbsent(shard.uuid(), shard.name());
        if (ShardNames.isRecords(shard.name())) {
          records.add(shard.name());
        }
      }
    } catch (IOException | InvalidFieldException e) {
      return false;
    }
    return keys[0] == index.shards().sampleCount();
  }

  private static void requirePlainName(ShardTable.Entry shard) {
    PlainName.require(shard.name(), "Index.shards");
  }

  private void look(String file, SampleIndex index) throws IOException {
    if (GenerationNames.isManifest(file)
        || file.equals(IndexDirectory.FILE_NAME)
        || file.equals(IndexDirectory.SIDECAR_NAME)) {
      return;
    }
    try (ByteSource source = folder.open(file)) {
      Optional<UUID> uuid = ShardFinder.containerUuid(source);
      if (uuid.isPresent()) {
        recognize(file, Optional.ofNullable(names.get(uuid.get())));
        return;
      }
      FirstSample first = new FirstSample();
      first.read(source);
      if (first.key != null) {
        Optional<String> shard = first.shard(index);
        shard.ifPresent(records::add);
        recognize(file, shard);
        return;
      }
    } catch (IOException e) {
      if (!(e instanceof AccessDeniedException)) {
        DamageOrShortage.requireDamage(e);
      }
    }
    // Nothing in it says what it is: its name is left.
    if (shards.containsKey(file)) {
      add(file, file);
    } else if (ShardNames.isShard(file)) {
      strangers.add(file);
    }
  }

  private void recognize(String file, Optional<String> shard) {
    if (shard.isPresent()) {
      recognized.add(file);
      add(shard.get(), file);
    } else {
      strangers.add(file);
    }
  }

  /** The file of the shard's own name goes first. */
  private void add(String shard, String file) {
    List<String> found = files.computeIfAbsent(shard, name -> new ArrayList<>(1));
    found.add(file.equals(shard) ? 0 : found.size(), file);
  }

  /** The first intact sample of what may be a TFRecord file. */
  private final class FirstSample implements TfRecordWalk.Listener {
    private String key;
    private int number;
    private TfRecord record;

    void read(ByteSource source) throws IOException {
      TfRecordReadOptions options = TfRecordReadOptions.DEFAULT.withLimits(limits);
      TfRecordWalk.forEach(TfRecordFile.open(source, options), limits, this);
    }

    @Override
    public boolean sample(int position, TfRecord found, ImageExample sample) {
      key = sample.key().orElseThrow();
      number = position;
      record = found;
      return false;
    }

    @Override
    public void damaged(int position, PcrException damage) {
      // A later one may be intact.
    }

    /** The shard that has this record at this place. */
    Optional<String> shard(SampleIndex index) throws IOException {
      Optional<KeyMatch> match = index.find(key);
      if (match.isEmpty() || match.get().location().ordinal() != number) {
        return Optional.empty();
      }
      boolean isThere =
          index
              .position(match.get().location())
              .filter(place -> place.equals(record.position()))
              .isPresent();
      return isThere
          ? Optional.of(index.shards().entries().get(match.get().location().shard()).name())
          : Optional.empty();
    }
  }

  /** The state of the dataset that the index is for. */
  IndexIdentity identity() {
    return identity;
  }

  /** The shards in the order of the dataset. */
  List<ShardTable.Entry> shards() {
    return List.copyOf(shards.values());
  }

  /** Whether a shard's files are TFRecord files. */
  boolean isRecords(String shard) {
    return records.contains(shard);
  }

  /** The files that are a shard, intact or not; that of its name first. */
  List<String> files(String shard) {
    return files.getOrDefault(shard, List.of());
  }

  /** Shards in the folder that the index does not list, and files named so that say nothing. */
  List<String> strangers() {
    return List.copyOf(strangers);
  }
}
