package io.pcr.reader.cache;

import io.pcr.format.source.ByteSource;
import io.pcr.format.source.MemoryByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;

/**
 * A process that reads prefixes through a shared cache, checking each byte, until it is killed or
 * has done enough.
 */
public final class CacheWorker {
  static final int OBJECTS = 6;
  static final int LENGTH = 400_000;
  static final int BOUND = 3 * LENGTH;
  static final int WRONG_BYTES = 3;

  private CacheWorker() {}

  static byte[] content(int object) {
    byte[] bytes = new byte[LENGTH];
    new Random(object).nextBytes(bytes);
    return bytes;
  }

  static CacheIdentity identity(int object) {
    return new CacheIdentity("object " + object, LENGTH);
  }

  /**
   * Reads.
   *
   * @param args cache directory, seed, number of reads
   */
  public static void main(String[] args) throws IOException {
    PrefixCache cache = PrefixCache.open(Path.of(args[0]), BOUND, System.err::println);
    Random random = new Random(Long.parseLong(args[1]));
    int reads = Integer.parseInt(args[2]);
    System.out.println("started");
    for (int i = 0; i < reads; i++) {
      int object = random.nextInt(OBJECTS);
      byte[] content = content(object);
      ByteBuffer prefix = ByteBuffer.allocate(random.nextInt(LENGTH));
      try (ByteSource source =
          cache.cached(
              new MemoryByteSource("origin", ByteBuffer.wrap(content)), identity(object))) {
        source.readFully(0, prefix);
      }
      if (!Arrays.equals(prefix.array(), Arrays.copyOf(content, prefix.capacity()))) {
        System.exit(WRONG_BYTES);
      }
    }
  }
}
