package io.pcr.format.internal.index;

import io.pcr.format.internal.checksum.Sha256;

/**
 * The form in which an index holds a key: the key itself up to {@link #MAX_LENGTH} bytes, else
 * {@code FF} and its SHA-256. UTF-8 never begins with {@code FF}, so the forms cannot meet.
 */
public final class StoredKey {
  /** The longest key that LMDB takes. */
  public static final int MAX_LENGTH = 511;

  /** The longest key of a sample. */
  public static final int MAX_KEY_LENGTH = 65535;

  private static final byte HASH_MARK = (byte) 0xFF;
  private static final int HASH_LENGTH = Sha256.LENGTH;

  private StoredKey() {}

  /** True when the index holds the key's hash instead of the key. */
  public static boolean isHashed(byte[] key) {
    return key.length > MAX_LENGTH;
  }

  /** True when a stored form is the hash of a key. */
  public static boolean isHash(byte[] stored) {
    return stored.length > 0 && stored[0] == HASH_MARK;
  }

  /** The stored form; the key itself, not a copy, when it is short. */
  public static byte[] of(byte[] key) {
    if (!isHashed(key)) {
      return key;
    }
    byte[] stored = new byte[1 + HASH_LENGTH];
    stored[0] = HASH_MARK;
    System.arraycopy(Sha256.newDigest().digest(key), 0, stored, 1, HASH_LENGTH);
    return stored;
  }
}
