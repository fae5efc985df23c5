package io.pcr.format.internal.index.lmdb;

import io.pcr.format.index.SampleLocation;
import io.pcr.format.internal.index.IndexIdentity;
import io.pcr.format.internal.index.IndexOutput;
import io.pcr.format.internal.index.IndexTotals;
import io.pcr.format.internal.index.LabelOrder;
import io.pcr.format.internal.index.RecordPosition;
import io.pcr.format.internal.index.ShardTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.lmdbjava.ByteArrayProxy;
import org.lmdbjava.CopyFlags;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;
import org.lmdbjava.LmdbException;
import org.lmdbjava.PutFlags;
import org.lmdbjava.Txn;

/**
 * Writes an index into an LMDB environment in a scratch directory and, at the end, a compact copy
 * of it into one file. Entries come sorted and are appended. Not thread-safe.
 */
final class LmdbIndexOutput implements IndexOutput {
  /** Entries a transaction; its changed pages are in memory until it ends. */
  private static final int BATCH = 50_000;

  // The map is address space only. Appended pages are nearly full; four times what goes in is more
  // than LMDB needs.
  private static final long MIN_MAP = 64L << 20;
  private static final long MAP_FACTOR = 4;
  private static final long ENTRY_OVERHEAD = 64;

  private final Path environment;
  private final Path file;
  private final Map<String, Dbi<byte[]>> databases = new HashMap<>();
  private Env<byte[]> env;
  private Txn<byte[]> txn;
  private int batched;
  private long currentLabel;
  private long labelSamples;
  private int labelChunks;

  /**
   * @param scratch an existing directory that the caller deletes
   * @param file what {@link #finish} creates; must not exist
   */
  LmdbIndexOutput(Path scratch, Path file) {
    this.environment = scratch.resolve("environment");
    this.file = file;
  }

  @Override
  public void begin(IndexIdentity identity, ShardTable shards, IndexTotals totals)
      throws IOException {
    LmdbLibrary.require();
    Files.createFile(environment);
    try {
      env =
          Env.create(ByteArrayProxy.PROXY_BA)
              .setMapSize(mapSize(shards, totals))
              .setMaxDbs(LmdbLayout.DATABASES.size())
              .open(
                  environment.toFile(),
                  EnvFlags.MDB_NOSUBDIR,
                  EnvFlags.MDB_NOLOCK,
                  EnvFlags.MDB_NOSYNC);
      for (String name : LmdbLayout.DATABASES) {
        databases.put(name, env.openDbi(name, DbiFlags.MDB_CREATE));
      }
    } catch (LmdbException e) {
      throw failed(e);
    }
    append(
        LmdbLayout.META,
        LmdbLayout.metaKey(),
        ByteBuffer.allocate(LmdbLayout.META_LENGTH)
            .putInt(LmdbLayout.VERSION)
            .putLong(identity.dataset().getMostSignificantBits())
            .putLong(identity.dataset().getLeastSignificantBits())
            .putLong(identity.generation())
            .array());
    append(LmdbLayout.META, LmdbLayout.shardsKey(), StoredShards.encode(shards));
  }

  private static long mapSize(ShardTable shards, IndexTotals totals) {
    long names =
        shards.entries().stream()
            .mapToLong(entry -> entry.name().length() * 3L + ENTRY_OVERHEAD)
            .sum();
    long entries = totals.samples() + totals.labelled() + totals.positioned();
    return MIN_MAP + MAP_FACTOR * (names + totals.keyBytes() + entries * ENTRY_OVERHEAD);
  }

  @Override
  public void key(byte[] storedKey, SampleLocation location) throws IOException {
    append(LmdbLayout.KEYS, storedKey, LmdbLayout.location(location.shard(), location.ordinal()));
  }

  @Override
  public void labelled(long label, long[] numbers, int count) throws IOException {
    if (labelChunks > 0 && label != currentLabel) {
      endLabel();
    }
    currentLabel = label;
    ByteBuffer value = ByteBuffer.allocate(count * Long.BYTES);
    value.asLongBuffer().put(numbers, 0, count);
    append(LmdbLayout.LABEL_SAMPLES, LmdbLayout.chunkKey(label, labelChunks++), value.array());
    labelSamples += count;
  }

  private void endLabel() throws IOException {
    append(LmdbLayout.LABELS, LabelOrder.bytes(currentLabel), LmdbLayout.number(labelSamples));
    labelChunks = 0;
    labelSamples = 0;
  }

  @Override
  public void position(SampleLocation location, RecordPosition position) throws IOException {
    append(
        LmdbLayout.POSITIONS,
        LmdbLayout.location(location.shard(), location.ordinal()),
        ByteBuffer.allocate(LmdbLayout.POSITION_LENGTH)
            .putLong(position.fileOffset())
            .putLong(position.innerOffset())
            .putLong(position.length())
            .array());
  }

  @Override
  public void finish() throws IOException {
    if (labelChunks > 0) {
      endLabel();
    }
    try {
      commit();
      env.copy(file.toFile(), CopyFlags.MDB_CP_COMPACT);
    } catch (LmdbException e) {
      throw failed(e);
    }
  }

  private void append(String database, byte[] key, byte[] value) throws IOException {
    try {
      if (txn == null) {
        txn = env.txnWrite();
      }
      databases.get(database).put(txn, key, value, PutFlags.MDB_APPEND);
      if (++batched == BATCH) {
        commit();
      }
    } catch (LmdbException e) {
      throw failed(e);
    }
  }

  private void commit() {
    if (txn != null) {
      txn.commit();
      txn.close();
      txn = null;
    }
    batched = 0;
  }

  private IOException failed(LmdbException e) {
    return new IOException("cannot write the index " + file + ": " + e.getMessage(), e);
  }

  @Override
  public void close() {
    if (txn != null) {
      txn.close();
      txn = null;
    }
    if (env != null) {
      env.close();
      env = null;
    }
  }
}
