package io.pcr.format.internal.index.lmdb;

import io.pcr.format.error.AlreadyClosedException;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;
import io.pcr.format.index.SampleLocation;
import io.pcr.format.internal.index.IndexBuilder;
import io.pcr.format.internal.index.IndexIdentity;
import io.pcr.format.internal.index.KeyMatch;
import io.pcr.format.internal.index.LabelOrder;
import io.pcr.format.internal.index.RecordPosition;
import io.pcr.format.internal.index.SampleIndex;
import io.pcr.format.internal.index.ShardTable;
import io.pcr.format.internal.index.StoredKey;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.lmdbjava.CursorIterable;

/** An index over a mapped LMDB file. Thread-safe. */
final class LmdbIndex implements SampleIndex {
  private final SharedEnvironment environment;
  private final IndexIdentity identity;
  private final ShardTable shards;
  private final AtomicBoolean closed = new AtomicBoolean();

  private LmdbIndex(SharedEnvironment environment, IndexIdentity identity, ShardTable shards) {
    this.environment = environment;
    this.identity = identity;
    this.shards = shards;
  }

  /** Maps a file that has been proved to be whole. */
  static LmdbIndex open(Path file) throws IOException {
    SharedEnvironment environment = SharedEnvironment.hold(file, FileIdentity.of(file));
    boolean taken = false;
    try {
      LmdbIndex index = over(environment);
      taken = true;
      return index;
    } finally {
      if (!taken) {
        environment.letGo();
      }
    }
  }

  /**
   * An index that takes over the caller's hold on the map; on failure the hold stays the caller's.
   */
  static LmdbIndex over(SharedEnvironment environment) throws IOException {
    return environment.read(
        reader -> {
          byte[] stored = reader.get(LmdbLayout.META, LmdbLayout.metaKey());
          ByteBuffer meta = value(environment, LmdbLayout.META, stored, LmdbLayout.META_LENGTH);
          int version = meta.getInt();
          if (version != LmdbLayout.VERSION) {
            throw new PcrException.Unsupported(
                ErrorCode.UNSUPPORTED,
                new FieldLocation("Index.layout_version", 0, environment.file().toString()),
                "index layout",
                version,
                LmdbLayout.VERSION);
          }
          UUID dataset = new UUID(meta.getLong(), meta.getLong());
          IndexIdentity identity = new IndexIdentity(dataset, meta.getLong());
          byte[] table = reader.get(LmdbLayout.META, LmdbLayout.shardsKey());
          if (table == null) {
            throw corrupt(environment, LmdbLayout.META, "no shard table", "one");
          }
          return new LmdbIndex(
              environment, identity, StoredShards.decode(table, environment.file().toString()));
        });
  }

  @Override
  public IndexIdentity identity() {
    return identity;
  }

  @Override
  public ShardTable shards() {
    return shards;
  }

  @Override
  public Optional<KeyMatch> find(byte[] key) throws IOException {
    if (key.length < 1 || key.length > StoredKey.MAX_KEY_LENGTH) {
      return Optional.empty();
    }
    byte[] stored = get(LmdbLayout.KEYS, StoredKey.of(key));
    if (stored == null) {
      return Optional.empty();
    }
    return Optional.of(new KeyMatch(location(stored), !StoredKey.isHashed(key)));
  }

  private SampleLocation location(byte[] stored) throws PcrException {
    ByteBuffer value = value(environment, LmdbLayout.KEYS, stored, LmdbLayout.LOCATION_LENGTH);
    int shard = value.getInt();
    int ordinal = value.getInt();
    if (shard < 0 || ordinal < 0) {
      throw corrupt(
          environment, LmdbLayout.KEYS, "sample " + ordinal + " of shard " + shard, "from 0 on");
    }
    return new SampleLocation(shard, ordinal);
  }

  @Override
  public void forEachKey(KeyConsumer consumer) throws IOException {
    requireOpen();
    environment.read(
        reader -> {
          try (CursorIterable<byte[]> keys =
              reader.database(LmdbLayout.KEYS).iterate(reader.txn())) {
            for (CursorIterable.KeyVal<byte[]> entry : keys) {
              byte[] key = entry.key();
              consumer.key(
                  location(entry.val()),
                  StoredKey.isHash(key) ? Optional.empty() : Optional.of(key));
            }
          }
          return null;
        });
  }

  @Override
  public void forEachLabel(LabelConsumer consumer) throws IOException {
    requireOpen();
    environment.read(
        reader -> {
          try (CursorIterable<byte[]> labels =
              reader.database(LmdbLayout.LABELS).iterate(reader.txn())) {
            for (CursorIterable.KeyVal<byte[]> entry : labels) {
              long count = value(environment, LmdbLayout.LABELS, entry.val(), Long.BYTES).getLong();
              consumer.label(LabelOrder.label(entry.key()), count);
            }
          }
          return null;
        });
  }

  @Override
  public long labelCount(long label) throws IOException {
    byte[] stored = get(LmdbLayout.LABELS, LabelOrder.bytes(label));
    return stored == null ? 0 : value(environment, LmdbLayout.LABELS, stored, Long.BYTES).getLong();
  }

  @Override
  public long[] samples(long label, long from, int max) throws IOException {
    if (from < 0 || max < 0) {
      throw new IllegalArgumentException("samples from " + from + ", at most " + max);
    }
    long count = labelCount(label);
    int wanted = (int) Math.max(0, Math.min(max, count - from));
    long[] numbers = new long[wanted];
    environment.read(
        reader -> {
          int filled = 0;
          while (filled < wanted) {
            int chunk = (int) ((from + filled) / IndexBuilder.LABEL_CHUNK);
            int skip = (int) ((from + filled) % IndexBuilder.LABEL_CHUNK);
            byte[] stored = reader.get(LmdbLayout.LABEL_SAMPLES, LmdbLayout.chunkKey(label, chunk));
            if (stored == null || stored.length <= skip * Long.BYTES) {
              throw corrupt(
                  environment,
                  LmdbLayout.LABEL_SAMPLES,
                  "chunk " + chunk + " is short",
                  count + " samples");
            }
            int taken = Math.min(wanted - filled, stored.length / Long.BYTES - skip);
            ByteBuffer.wrap(stored).asLongBuffer().get(skip, numbers, filled, taken);
            filled += taken;
          }
          return null;
        });
    return numbers;
  }

  @Override
  public Optional<RecordPosition> position(SampleLocation location) throws IOException {
    byte[] stored =
        get(LmdbLayout.POSITIONS, LmdbLayout.location(location.shard(), location.ordinal()));
    if (stored == null) {
      return Optional.empty();
    }
    ByteBuffer value = value(environment, LmdbLayout.POSITIONS, stored, LmdbLayout.POSITION_LENGTH);
    long fileOffset = value.getLong();
    long innerOffset = value.getLong();
    long length = value.getLong();
    if (fileOffset < 0 || innerOffset < 0 || length < 0) {
      throw corrupt(
          environment,
          LmdbLayout.POSITIONS,
          length + " bytes at " + fileOffset + ", " + innerOffset,
          "from 0 on");
    }
    return Optional.of(new RecordPosition(fileOffset, innerOffset, length));
  }

  private byte[] get(String database, byte[] key) throws IOException {
    requireOpen();
    return environment.read(reader -> reader.get(database, key));
  }

  private void requireOpen() {
    if (closed.get()) {
      throw new AlreadyClosedException("the index " + environment.file());
    }
  }

  private static ByteBuffer value(
      SharedEnvironment environment, String database, byte[] stored, int length)
      throws PcrException {
    if (stored == null || stored.length != length) {
      String found =
          stored == null
              ? "nothing"
              : Arrays.toString(Arrays.copyOf(stored, Math.min(stored.length, 16)));
      throw corrupt(environment, database, found, length + " bytes");
    }
    return ByteBuffer.wrap(stored);
  }

  private static PcrException corrupt(
      SharedEnvironment environment, String database, String stored, String computed) {
    return new PcrException.Corrupt(
        ErrorCode.MALFORMED,
        new FieldLocation("Index." + database, 0, environment.file().toString()),
        stored,
        computed);
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      environment.letGo();
    }
  }

  @Override
  public String toString() {
    return environment.file() + " over " + shards;
  }
}
