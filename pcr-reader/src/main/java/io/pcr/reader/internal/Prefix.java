package io.pcr.reader.internal;

import io.pcr.format.Limits;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.Limit;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.internal.shard.ShardHead;
import io.pcr.format.source.ByteSource;
import java.nio.ByteBuffer;

/** Bounds and comparisons of the first bytes of a shard. */
final class Prefix {
  private Prefix() {}

  static FieldLocation location(ByteSource source) {
    return new FieldLocation("ShardHead.total_length", 0, source.toString());
  }

  /** A length to allocate, once the limits allow it. */
  static int checkedLength(long length, ByteSource source, Limits limits)
      throws PcrException.LimitExceeded {
    if (length < 0 || length > limits.prefixBytes()) {
      throw new PcrException.LimitExceeded(
          location(source), Limit.PREFIX_BYTES, length, limits.prefixBytes());
    }
    return (int) length;
  }

  /** Whether head and region table are those of a shard that has been decoded before. */
  static boolean startsWithHead(ByteBuffer prefix, ShardFile shard) {
    ByteBuffer head = ShardHead.encode(shard.head(), shard.regions());
    return prefix.remaining() >= head.remaining()
        && prefix.slice(prefix.position(), head.remaining()).equals(head);
  }
}
