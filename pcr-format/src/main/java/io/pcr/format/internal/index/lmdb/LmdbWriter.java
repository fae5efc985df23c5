package io.pcr.format.internal.index.lmdb;

import io.pcr.format.internal.index.IndexIdentity;
import io.pcr.format.internal.index.IndexTotals;
import io.pcr.format.internal.index.RecordPosition;
import io.pcr.format.internal.index.ShardTable;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
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
 * The databases of an index in a scratch file that nobody else has open, and the transactions in
 * which they are written. Not thread-safe.
 */
final class LmdbWriter implements Closeable {
  /** Entries a transaction; its changed pages are in memory until it ends. */
  private static final int BATCH = 50_000;

  // The map is address space only. Four times what goes in is more than LMDB needs.
  private static final long MIN_MAP = 64L << 20;
  private static final long MAP_FACTOR = 4;
  private static final long ENTRY_OVERHEAD = 64;

  private final Path file;
  private final Env<byte[]> env;
  private final Map<String, Dbi<byte[]>> databases = new HashMap<>();
  private Txn<byte[]> txn;
  private int batched;

  /**
   * Opens a file, which may be empty.
   *
   * @param mapSize at least what the file will have
   */
  LmdbWriter(Path file, long mapSize) throws IOException {
    LmdbLibrary.require();
    this.file = file;
    try {
      env =
          Env.create(ByteArrayProxy.PROXY_BA)
              .setMapSize(mapSize)
              .setMaxDbs(LmdbLayout.DATABASES.size())
              .open(file.toFile(), EnvFlags.MDB_NOSUBDIR, EnvFlags.MDB_NOLOCK, EnvFlags.MDB_NOSYNC);
    } catch (LmdbException e) {
      throw failed(e);
    }
    try {
      for (String name : LmdbLayout.DATABASES) {
        databases.put(name, env.openDbi(name, DbiFlags.MDB_CREATE));
      }
    } catch (LmdbException e) {
      env.close();
      throw failed(e);
    }
  }

  /** Room for a number of entries and the shard table. */
  static long mapSize(ShardTable shards, IndexTotals totals) {
    long names =
        shards.entries().stream()
            .mapToLong(entry -> entry.name().length() * 3L + ENTRY_OVERHEAD)
            .sum();
    long entries = totals.samples() + totals.labelled() + totals.positioned();
    return MIN_MAP + MAP_FACTOR * (names + totals.keyBytes() + entries * ENTRY_OVERHEAD);
  }

  /** What the index is for, in place of what it was for before. */
  void putMeta(IndexIdentity identity, ShardTable shards) throws IOException {
    put(
        LmdbLayout.META,
        LmdbLayout.metaKey(),
        ByteBuffer.allocate(LmdbLayout.META_LENGTH)
            .putInt(LmdbLayout.VERSION)
            .putLong(identity.dataset().getMostSignificantBits())
            .putLong(identity.dataset().getLeastSignificantBits())
            .putLong(identity.generation())
            .array());
    put(LmdbLayout.META, LmdbLayout.shardsKey(), StoredShards.encode(shards));
  }

  /** The place of a record behind all others. */
  void appendPosition(int shard, int ordinal, RecordPosition position) throws IOException {
    put(
        LmdbLayout.POSITIONS,
        LmdbLayout.location(shard, ordinal),
        ByteBuffer.allocate(LmdbLayout.POSITION_LENGTH)
            .putLong(position.fileOffset())
            .putLong(position.innerOffset())
            .putLong(position.length())
            .array(),
        PutFlags.MDB_APPEND);
  }

  /** The value of a key, with what was put before; null where there is none. */
  byte[] get(String database, byte[] key) throws IOException {
    try {
      return databases.get(database).get(transaction(), key);
    } catch (LmdbException e) {
      throw failed(e);
    }
  }

  /**
   * Puts an entry.
   *
   * @param flags what LMDB may rely on; with none the entry replaces another of the key
   */
  void put(String database, byte[] key, byte[] value, PutFlags... flags) throws IOException {
    try {
      databases.get(database).put(transaction(), key, value, flags);
      if (++batched == BATCH) {
        commit();
      }
    } catch (LmdbException e) {
      throw failed(e);
    }
  }

  private Txn<byte[]> transaction() {
    if (txn == null) {
      txn = env.txnWrite();
    }
    return txn;
  }

  private void commit() throws IOException {
    try {
      if (txn != null) {
        txn.commit();
        txn.close();
        txn = null;
      }
    } catch (LmdbException e) {
      throw failed(e);
    }
    batched = 0;
  }

  /** Writes all that was put, and a copy of the file without free pages. */
  void copyCompact(Path copy) throws IOException {
    commit();
    try {
      env.copy(copy.toFile(), CopyFlags.MDB_CP_COMPACT);
    } catch (LmdbException e) {
      throw failed(e);
    }
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
    env.close();
  }
}
