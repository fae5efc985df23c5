package io.pcr.format.internal.keys;

import static io.pcr.format.error.InvalidFieldException.requireRange;
import static java.util.Objects.requireNonNull;

import io.pcr.format.manifest.KeySegment;
import java.nio.ByteBuffer;
import java.util.Comparator;

/**
 * An entry of a key segment: a key's hash, and the sample that may have the key (spec section
 * "Index of keys").
 *
 * <pre>
 * | key_hash 8 | shard_number 4 | ordinal 4 | stored_offset 8 | stored_length 4 | record_offset 4 |
 * |<-------- entries of 16 bytes --------->|
 * </pre>
 *
 * Immutable; ordered as entries are in a segment.
 *
 * @param hash a u64
 * @param shardNumber a u32
 * @param ordinal a u32
 */
public record KeyEntry(long hash, long shardNumber, long ordinal, KeyPlace place)
    implements Comparable<KeyEntry> {
  private static final long MAX_U32 = KeyPlace.MAX_U32;

  private static final Comparator<KeyEntry> ORDER =
      Comparator.comparingLong((KeyEntry entry) -> entry.hash + Long.MIN_VALUE)
          .thenComparingLong(KeyEntry::shardNumber)
          .thenComparingLong(KeyEntry::ordinal);

  public KeyEntry {
    requireRange("KeyEntry.shard_number", shardNumber, 0, MAX_U32);
    requireRange("KeyEntry.ordinal", ordinal, 0, MAX_U32);
    requireNonNull(place, "place");
  }

  /** An entry of a sample that its shard's own directory locates. */
  public KeyEntry(long hash, long shardNumber, long ordinal) {
    this(hash, shardNumber, ordinal, KeyPlace.UNKNOWN);
  }

  /** Decodes the entry at an index of a little-endian buffer. */
  static KeyEntry decode(ByteBuffer in, int at, int entryLength) {
    return new KeyEntry(
        hash(in, at),
        in.getInt(at + KeyEntryLayout.SHARD_NUMBER_OFFSET) & MAX_U32,
        in.getInt(at + KeyEntryLayout.ORDINAL_OFFSET) & MAX_U32,
        entryLength == KeySegment.LONG_ENTRY ? place(in, at) : KeyPlace.UNKNOWN);
  }

  static long hash(ByteBuffer in, int at) {
    return in.getLong(at + KeyEntryLayout.KEY_HASH_OFFSET);
  }

  private static KeyPlace place(ByteBuffer in, int at) {
    return new KeyPlace(
        in.getLong(at + KeyEntryLayout.STORED_OFFSET_OFFSET),
        in.getInt(at + KeyEntryLayout.STORED_LENGTH_OFFSET) & MAX_U32,
        in.getInt(at + KeyEntryLayout.RECORD_OFFSET_OFFSET) & MAX_U32);
  }

  /** Appends the entry to a little-endian buffer. */
  void encode(ByteBuffer out, int entryLength) {
    out.putLong(hash).putInt((int) shardNumber).putInt((int) ordinal);
    if (entryLength == KeySegment.LONG_ENTRY) {
      out.putLong(place.storedOffset());
      out.putInt((int) place.storedLength()).putInt((int) place.recordOffset());
    }
  }

  @Override
  public int compareTo(KeyEntry other) {
    return ORDER.compare(this, other);
  }
}
