package io.pcr.format.internal.keys;

import io.pcr.format.internal.checksum.Sha256;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * The hash of a key, a u64 that is as likely to be any number as any other, and the page that
 * follows from it (spec requirement R-KEYS-1).
 *
 * <p>An instance is for one thread; it hashes many keys with one digest.
 */
public final class KeyHash {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final MessageDigest digest = Sha256.newDigest();

  /** The hash of a key's bytes. */
  public long of(byte[] key) {
    return (long) LONG.get(digest.digest(key), 0);
  }

  /** The hash of one key. */
  public static long of(String key) {
    return new KeyHash().of(key.getBytes(StandardCharsets.UTF_8));
  }

  /** The page of a hash: the high 64 bits of its product with the number of pages. */
  public static long page(long hash, long pageCount) {
    // What multiplyHigh takes for a negative number is 2^64 less than the hash.
    return Math.multiplyHigh(hash, pageCount) + (hash < 0 ? pageCount : 0);
  }
}
