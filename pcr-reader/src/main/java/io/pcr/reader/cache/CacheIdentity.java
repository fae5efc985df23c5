package io.pcr.reader.cache;

import static java.util.Objects.requireNonNull;

import io.pcr.format.source.ByteSource;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;

/**
 * Identifies an object in a cache. A changed object has another identity, so the cache never mixes
 * its bytes with those of the old one. Immutable and thread-safe.
 *
 * @param version a text that differs between versions, for example a shard's id with the checksum
 *     of its head, or a URI with an ETag
 * @param totalLength the length of the complete object in bytes
 */
public record CacheIdentity(String version, long totalLength) {
  private static final int NAME_BYTES = 16;

  public CacheIdentity {
    requireNonNull(version, "version");
    if (totalLength < 0) {
      throw new IllegalArgumentException("totalLength " + totalLength);
    }
  }

  /**
   * The identity of a shard that a manifest lists. It does not depend on where the shard is fetched
   * from.
   */
  public static CacheIdentity ofShard(UUID shardUuid, int headCrc32c, long totalLength) {
    return new CacheIdentity(String.format("shard %s %08x", shardUuid, headCrc32c), totalLength);
  }

  /**
   * The identity that the server gives an object. Sends a request when nothing has been read yet.
   */
  public static CacheIdentity ofObject(ByteSource source) throws IOException {
    long length = source.length();
    return new CacheIdentity("object " + source + " " + source.version().orElse(""), length);
  }

  /** The file name for this identity; no other identity has it. */
  String entryName() {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256")
              .digest((totalLength + " " + version).getBytes(StandardCharsets.UTF_8));
      return String.format("%0" + 2 * NAME_BYTES + "x", new BigInteger(1, hash, 0, NAME_BYTES))
          + CacheDirectory.ENTRY_SUFFIX;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
