package io.pcr.reader.internal;

import io.pcr.format.error.AlreadyClosedException;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.internal.shard.ShardLayout;
import io.pcr.format.source.Healing;
import io.pcr.reader.internal.stored.SliceChecksums;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The first bytes of a shard, those of one region, or those of some samples, in a buffer of the
 * pool, and what they mean. Thread-safe, as nothing changes the bytes but the repair of a slice
 * that was found damaged.
 */
final class PrefixData {
  private final OpenShard open;
  private final ShardFile file;
  private final ByteBuffer buffer;
  private final FileRanges ranges;
  private final int group;
  private final Optional<SliceSweep> sweep;
  private volatile boolean closed;

  /**
   * @param buffer from the pool; position and limit mean nothing
   * @param ranges which bytes of the file are in it, which are fewer than were wanted when the file
   *     was cut
   * @param group the last group of the prefix
   * @param sweep knows which samples are clean; empty when nobody has looked
   */
  PrefixData(
      OpenShard open,
      ShardFile file,
      ByteBuffer buffer,
      FileRanges ranges,
      int group,
      Optional<SliceSweep> sweep) {
    this.open = open;
    this.file = file;
    this.buffer = buffer.duplicate().clear();
    this.ranges = ranges;
    this.group = group;
    this.sweep = sweep;
  }

  /** What is wrong with a sample: the first group that is damaged, and how. */
  record Damage(int group, PcrException exception) {}

  OpenShard open() {
    return open;
  }

  ShardFile file() {
    return file;
  }

  int group() {
    return group;
  }

  ByteBuffer buffer() {
    return buffer;
  }

  /** Bytes of the file from one position to another, read-only. */
  ByteBuffer view(long position, int length) {
    requireOpen();
    // What is empty may stand anywhere, behind the buffer's end too.
    int at = length == 0 ? 0 : at(position);
    return buffer.slice(at, length).asReadOnlyBuffer();
  }

  boolean holds(long position, int length) {
    return ranges.hold(position, length);
  }

  /** Where a byte of the file is in the buffer, which has it. */
  private int at(long position) {
    return ranges.place(position);
  }

  /** Looks for damage in a sample's slices; null when there is none. */
  Damage firstDamage(int sample, boolean verify) throws IOException {
    requireOpen();
    if (sweep.isPresent() && sweep.get().isClean(sample)) {
      return null;
    }
    SliceChecksums checksums = new SliceChecksums(file.metadata(), buffer);
    ShardMetadata metadata = file.metadata();
    ShardLayout layout = file.layout();
    for (int g = 1; g <= group; g++) {
      int length = metadata.sliceLength(g, sample);
      long position = layout.slicePosition(g, sample);
      if (!holds(position, length)) {
        return new Damage(g, truncated(g, sample, position, length));
      }
      if (verify && length > 0 && !checksums.matches(g, sample, at(position))) {
        Optional<PcrException> damage = damage(g, sample, position, length);
        if (damage.isPresent()) {
          return new Damage(g, damage.get());
        }
      }
    }
    return null;
  }

  private PcrException truncated(int g, int sample, long position, int length) {
    return new PcrException.Truncated(
        new Origin(open.source().toString(), position)
            .field("ScanGroup.slice[group " + g + "][sample " + sample + "]"),
        length,
        ranges.available(position));
  }

  /**
   * What is wrong with a slice whose checksum is; empty when it was only the local cache that was
   * damaged.
   */
  private synchronized Optional<PcrException> damage(int g, int sample, long position, int length)
      throws IOException {
    ByteBuffer slice = buffer.slice(at(position), length);
    Optional<Healing> healing = open.source().healing();
    if (healing.isPresent()) {
      ByteBuffer again = ByteBuffer.allocate(length);
      healing.get().origin().readFully(position, again);
      if (!again.flip().equals(slice)) {
        healing.get().discard();
        slice.duplicate().put(again);
      }
    }
    try {
      Origin origin = new Origin(open.source().toString(), position);
      file.metadata().checkSlice(g, sample, slice, origin);
      return Optional.empty();
    } catch (PcrException.Corrupt e) {
      return Optional.of(e);
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new AlreadyClosedException("the reader of " + open.source());
    }
  }

  /** Returns whether it was open until now. */
  synchronized boolean close() {
    boolean first = !closed;
    closed = true;
    return first;
  }
}
