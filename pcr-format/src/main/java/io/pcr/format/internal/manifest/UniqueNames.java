package io.pcr.format.internal.manifest;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Proves that names are plain and that no two of them are equal but for case (spec requirement
 * R-MANIFEST-4). Stateless.
 */
public final class UniqueNames {
  /** That of FNV-1a. */
  private static final long PRIME = 0x100_0000_01B3L;

  private static final long START = 0xCBF2_9CE4_8422_2325L;

  private UniqueNames() {}

  /**
   * Checks names that stand one after the other.
   *
   * @param ends where each of them ends
   */
  public static void require(ByteBuffer bytes, int[] ends, String field) {
    long[] hashes = new long[ends.length];
    int start = 0;
    for (int i = 0; i < ends.length; i++) {
      PlainName.require(bytes, start, ends[i], field);
      hashes[i] = hash(bytes, start, ends[i]);
      start = ends[i];
    }
    // Equal names have equal hashes, and others nearly never: names are compared only then.
    Arrays.sort(hashes);
    for (int i = 1; i < hashes.length; i++) {
      if (hashes[i] == hashes[i - 1]) {
        requireUnique(bytes, ends, field);
        return;
      }
    }
  }

  private static long hash(ByteBuffer bytes, int start, int end) {
    long hash = START;
    for (int i = start; i < end; i++) {
      hash = (hash ^ PlainName.folded(bytes.get(i))) * PRIME;
    }
    return hash;
  }

  private static void requireUnique(ByteBuffer bytes, int[] ends, String field) {
    Set<String> names = new HashSet<>();
    int start = 0;
    for (int end : ends) {
      byte[] name = new byte[end - start];
      bytes.get(start, name);
      add(names, new String(name, StandardCharsets.US_ASCII), field);
      start = end;
    }
  }

  /** Checks a few names, which are plain. */
  public static void require(List<String> plain, String field) {
    Set<String> names = new HashSet<>();
    plain.forEach(name -> add(names, name, field));
  }

  private static void add(Set<String> names, String name, String field) {
    if (!names.add(name.toLowerCase(Locale.ROOT))) {
      throw new InvalidFieldException(ErrorCode.MALFORMED, field, name, "unlike all others");
    }
  }
}
