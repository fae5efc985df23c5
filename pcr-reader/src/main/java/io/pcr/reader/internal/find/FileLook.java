package io.pcr.reader.internal.find;

import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.internal.shard.ShardHead;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * What a file's first bytes and its length tell of it. Immutable.
 *
 * @param head of a shard in the format's own container; empty for any other file, and a damaged one
 */
record FileLook(long length, Optional<ShardHead> head) {
  /** Most heads end here; with {@link ShardHead#MAX_REGIONS} regions they are longer. */
  private static final int FIRST_READ = 4096;

  /** Of a file that cannot be read. */
  static final FileLook NOTHING = new FileLook(0, Optional.empty());

  static FileLook at(ByteSource source) throws IOException {
    long length = source.length();
    try {
      return new FileLook(length, Optional.of(head(source, FIRST_READ)));
    } catch (PcrException.Truncated e) {
      return length <= FIRST_READ ? new FileLook(length, Optional.empty()) : longHead(source);
    } catch (PcrException e) {
      return new FileLook(length, Optional.empty());
    }
  }

  private static FileLook longHead(ByteSource source) throws IOException {
    try {
      ShardHead head = head(source, ShardFile.FIRST_READ_LENGTH);
      return new FileLook(source.length(), Optional.of(head));
    } catch (PcrException e) {
      return new FileLook(source.length(), Optional.empty());
    }
  }

  private static ShardHead head(ByteSource source, int most) throws IOException {
    ByteBuffer first = ByteBuffer.allocate((int) Math.min(most, source.length()));
    source.readFully(0, first);
    return ShardHead.decode(first.flip(), new Origin(source.toString(), 0));
  }

  /** Whether it begins as the shard does; a TFRECORD has nothing there that would tell. */
  boolean beginsAs(ShardEntry shard) {
    return head.isPresent()
        && head.get().shardUuid().equals(shard.shardUuid())
        && head.get().headCrc32c() == shard.headCrc32c();
  }

  /** Whether it has the length of the shard. */
  boolean isAsLongAs(ShardEntry shard) {
    return length == shard.totalLength();
  }

  /** Whether nothing that was looked at speaks against its being the shard, all of it. */
  boolean mayBe(ShardEntry shard) {
    return isAsLongAs(shard) && (shard.variant().isContainer() ? beginsAs(shard) : head.isEmpty());
  }
}
