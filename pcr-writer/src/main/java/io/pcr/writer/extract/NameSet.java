package io.pcr.writer.extract;

import io.pcr.format.internal.checksum.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Names that were given out, in 64 bits each: now and then a name counts as given out that was not.
 * Not thread-safe.
 */
final class NameSet {
  private static final int FIRST_CAPACITY = 1 << 10;

  private long[] table = new long[FIRST_CAPACITY];
  private int count;

  /** Adds a name; false when it was there, or may have been. */
  boolean add(String name) {
    if (2L * count > table.length) {
      long[] old = table;
      table = new long[2 * old.length];
      count = 0;
      for (long known : old) {
        if (known != 0) {
          add(known);
        }
      }
    }
    ByteBuffer bytes = ByteBuffer.wrap(name.getBytes(StandardCharsets.UTF_8));
    long hash = Sha256.of(bytes).bytes().getLong();
    return add(hash == 0 ? 1 : hash);
  }

  private boolean add(long hash) {
    int at = (int) hash & (table.length - 1);
    while (table[at] != 0) {
      if (table[at] == hash) {
        return false;
      }
      at = (at + 1) & (table.length - 1);
    }
    table[at] = hash;
    count++;
    return true;
  }
}
