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
 * What makes two objects the same to a cache: a changed object has another identity, so its bytes
 * never meet those of the old one. Immutable.
 *
 * @param version whatever tells versions apart, such as a shard's id and the checksum of its head,
 *     or a URI and an ETag
 * @param totalLength the whole object's length in bytes
 */
public record CacheIdentity(String version, long totalLength) {
  private static final int NAME_BYTES = 16;

  public CacheIdentity {
    requireNonNull(version, "version");
    if (totalLength < 0) {
      throw new IllegalArgumentException("totalLength " + totalLength);
    }
  }

  /** A shard as the manifest knows it, wherever it is fetched from. */
  public static CacheIdentity ofShard(UUID shardUuid, int headCrc32c, long totalLength) {
    return new CacheIdentity(String.format("shard %s %08x", shardUuid, headCrc32c), totalLength);
  }

  /** An object as its server knows it: sends a request when nothing has been read yet. */
  public static CacheIdentity ofObject(ByteSource source) throws IOException {
    long length = source.length();
    return new CacheIdentity("object " + source + " " + source.version().orElse(""), length);
  }

  /** A file name of its own for this identity. */
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
