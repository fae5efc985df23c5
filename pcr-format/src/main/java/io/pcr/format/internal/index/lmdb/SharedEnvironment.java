package io.pcr.format.internal.index.lmdb;

import io.pcr.format.error.AlreadyClosedException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.lmdbjava.ByteArrayProxy;
import org.lmdbjava.Dbi;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;
import org.lmdbjava.LmdbException;
import org.lmdbjava.Txn;

/**
 * A mapped index file, shared by all indexes over it in this process, as LMDB must not open a file
 * twice. Thread-safe.
 *
 * <p>Every index and every call under way holds the map; the last that lets go closes it. So a call
 * never reaches a closed map, which would kill the process, and closing never waits.
 */
final class SharedEnvironment {
  private static final Map<FileIdentity, SharedEnvironment> OPEN = new HashMap<>();

  private final Path file;
  private final FileIdentity identity;
  private final Env<byte[]> env;
  private final Map<String, Dbi<byte[]>> databases = new HashMap<>();
  private final AtomicInteger holders = new AtomicInteger(1);

  private SharedEnvironment(Path file, FileIdentity identity) {
    this.file = file;
    this.identity = identity;
    this.env =
        Env.create(ByteArrayProxy.PROXY_BA)
            .setMapSize(identity.size())
            .setMaxDbs(LmdbLayout.DATABASES.size())
            .open(
                file.toFile(),
                EnvFlags.MDB_RDONLY_ENV,
                EnvFlags.MDB_NOSUBDIR,
                EnvFlags.MDB_NOLOCK,
                EnvFlags.MDB_NOTLS);
    try {
      for (String name : LmdbLayout.DATABASES) {
        databases.put(name, env.openDbi(name));
      }
    } catch (RuntimeException e) {
      env.close();
      throw e;
    }
  }

  /** The map of a file that is open already, held once more; null when it is not. */
  static SharedEnvironment holdOpen(FileIdentity identity) {
    synchronized (OPEN) {
      SharedEnvironment open = OPEN.get(identity);
      return open != null && open.tryHold() ? open : null;
    }
  }

  /** Maps a file that has been proved to be whole, or holds its map once more. */
  static SharedEnvironment hold(Path file, FileIdentity identity) throws IOException {
    LmdbLibrary.require();
    synchronized (OPEN) {
      SharedEnvironment open = holdOpen(identity);
      if (open == null) {
        try {
          open = new SharedEnvironment(file, identity);
        } catch (LmdbException e) {
          throw new IOException("LMDB rejects " + file + ": " + e.getMessage(), e);
        }
        OPEN.put(identity, open);
      }
      return open;
    }
  }

  /** A read that happens while the map is held. */
  interface Read<R> {
    R in(Reader reader) throws IOException;
  }

  /** Gives the entries of one snapshot; for use inside a {@link Read} only. */
  final class Reader {
    private final Txn<byte[]> txn;

    private Reader(Txn<byte[]> txn) {
      this.txn = txn;
    }

    /** The value, a copy; null when the key is not there. */
    byte[] get(String database, byte[] key) {
      return databases.get(database).get(txn, key);
    }

    Dbi<byte[]> database(String name) {
      return databases.get(name);
    }

    Txn<byte[]> txn() {
      return txn;
    }
  }

  /** Reads, or fails with {@link IllegalStateException} when nobody holds the map any more. */
  <R> R read(Read<R> body) throws IOException {
    if (!tryHold()) {
      throw new AlreadyClosedException("the index " + file);
    }
    try (Txn<byte[]> txn = env.txnRead()) {
      return body.in(new Reader(txn));
    } catch (LmdbException e) {
      throw new IOException("reading the index " + file + ": " + e.getMessage(), e);
    } finally {
      letGo();
    }
  }

  Path file() {
    return file;
  }

  private boolean tryHold() {
    int count = holders.get();
    while (count > 0) {
      if (holders.compareAndSet(count, count + 1)) {
        return true;
      }
      count = holders.get();
    }
    return false;
  }

  void letGo() {
    if (holders.decrementAndGet() == 0) {
      synchronized (OPEN) {
        OPEN.remove(identity, this);
        env.close();
      }
    }
  }
}
