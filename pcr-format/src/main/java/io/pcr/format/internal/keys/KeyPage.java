package io.pcr.format.internal.keys;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.checksum.Crc32C;
import io.pcr.format.manifest.KeySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * A page of a key segment: the entries of some hashes that follow one another (spec section "Index
 * of keys").
 *
 * <pre>
 * | page_crc32c 4 | segment_crc32c 4 | page_number 4 | page_entries 4 | entries | zeros |
 * </pre>
 *
 * Immutable; it keeps the buffer that it was decoded from.
 */
public final class KeyPage {
  /** Bytes of a page. */
  public static final int LENGTH = 16_384;

  private final ByteBuffer in;
  private final int entryLength;
  private final int entryCount;

  private KeyPage(ByteBuffer in, int entryLength, int entryCount) {
    this.in = in;
    this.entryLength = entryLength;
    this.entryCount = entryCount;
  }

  /** How many entries fit into a page. */
  static int capacity(int entryLength) {
    return (LENGTH - KeyPageLayout.LENGTH) / entryLength;
  }

  /**
   * Decodes a page, and checks all of it (spec requirements R-KEYS-8 and R-KEYS-9) but what takes
   * the list of shards.
   *
   * @param page its bytes, from the buffer's position on
   * @param number of the page in its segment
   * @param origin of the page's first byte
   */
  static KeyPage decode(ByteBuffer page, KeySegment segment, long number, Origin origin)
      throws PcrException {
    if (page.remaining() < LENGTH) {
      throw new PcrException.Truncated(origin.field("KeyPage"), LENGTH, page.remaining());
    }
    ByteBuffer in = page.slice(page.position(), LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    requireSame(in, KeyPageLayout.PAGE_CRC32C_OFFSET, "page_crc32c", crc(in), origin);
    requireSame(
        in, KeyPageLayout.SEGMENT_CRC32C_OFFSET, "segment_crc32c", segment.segmentCrc32c(), origin);
    requireSame(in, KeyPageLayout.PAGE_NUMBER_OFFSET, "page_number", (int) number, origin);
    KeyPage decoded = new KeyPage(in, segment.entryLength(), entryCount(in, segment, origin));
    decoded.requireZerosBehind(origin);
    decoded.requireOrder(segment, number, origin);
    return decoded;
  }

  private static int crc(ByteBuffer page) {
    int from = KeyPageLayout.SEGMENT_CRC32C_OFFSET;
    return Crc32C.of(page.slice(from, LENGTH - from));
  }

  private static void requireSame(
      ByteBuffer in, int offset, String field, int required, Origin origin) throws PcrException {
    int stored = in.getInt(offset);
    if (stored != required) {
      throw PcrException.Corrupt.checksum(
          origin.field("KeyPage." + field, offset), stored, required);
    }
  }

  private static int entryCount(ByteBuffer in, KeySegment segment, Origin origin)
      throws PcrException {
    int stored = in.getInt(KeyPageLayout.PAGE_ENTRIES_OFFSET);
    if (stored < 0 || stored > capacity(segment.entryLength())) {
      throw malformed(
          origin,
          "KeyPage.page_entries",
          KeyPageLayout.PAGE_ENTRIES_OFFSET,
          Integer.toUnsignedString(stored),
          "at most " + capacity(segment.entryLength()));
    }
    return stored;
  }

  private void requireZerosBehind(Origin origin) throws PcrException {
    for (int at = at(entryCount); at < LENGTH; at++) {
      if (in.get(at) != 0) {
        throw malformed(origin, "KeyPage", at, in.get(at), "0 behind the entries");
      }
    }
  }

  private void requireOrder(KeySegment segment, long number, Origin origin) throws PcrException {
    KeyEntry before = null;
    for (int i = 0; i < entryCount; i++) {
      KeyEntry entry;
      try {
        entry = entry(i);
      } catch (InvalidFieldException e) {
        throw e.in(origin, at(i));
      }
      long page = KeyHash.page(entry.hash(), segment.pageCount());
      if (page != number) {
        throw malformed(origin, "KeyEntry.key_hash", at(i), "of page " + page, "of page " + number);
      }
      if (before != null && before.compareTo(entry) >= 0) {
        throw malformed(origin, "KeyEntry", at(i), entry, "behind " + before);
      }
      before = entry;
    }
  }

  private static PcrException malformed(
      Origin origin, String field, int at, Object stored, Object required) {
    return new PcrException.Corrupt(ErrorCode.MALFORMED, origin.field(field, at), stored, required);
  }

  private int at(int index) {
    return KeyPageLayout.LENGTH + index * entryLength;
  }

  public int entryCount() {
    return entryCount;
  }

  /** An entry, in the order of the page. */
  public KeyEntry entry(int index) {
    return KeyEntry.decode(in, at(index), entryLength);
  }

  /** The entries with a hash. */
  public List<KeyEntry> withHash(long hash) {
    int low = 0;
    int high = entryCount;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Long.compareUnsigned(KeyEntry.hash(in, at(middle)), hash) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    List<KeyEntry> found = new ArrayList<>();
    for (int i = low; i < entryCount && KeyEntry.hash(in, at(i)) == hash; i++) {
      found.add(entry(i));
    }
    return found;
  }

  /** A page that is being written, one after the other in the same buffer. Not thread-safe. */
  static final class Builder {
    private final ByteBuffer out = ByteBuffer.allocate(LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    private final int entryLength;
    private int entryCount;

    Builder(int entryLength) {
      this.entryLength = entryLength;
      clear();
    }

    boolean isFull() {
      return entryCount == capacity(entryLength);
    }

    void add(KeyEntry entry) {
      entry.encode(out, entryLength);
      entryCount++;
    }

    /** The finished page, valid until {@link #clear}. */
    ByteBuffer encode(int segmentCrc32c, long number) {
      while (out.hasRemaining()) {
        out.put((byte) 0);
      }
      out.putInt(KeyPageLayout.SEGMENT_CRC32C_OFFSET, segmentCrc32c);
      out.putInt(KeyPageLayout.PAGE_NUMBER_OFFSET, (int) number);
      out.putInt(KeyPageLayout.PAGE_ENTRIES_OFFSET, entryCount);
      out.putInt(KeyPageLayout.PAGE_CRC32C_OFFSET, crc(out));
      return out.flip();
    }

    void clear() {
      out.clear().position(KeyPageLayout.LENGTH);
      entryCount = 0;
    }
  }
}
