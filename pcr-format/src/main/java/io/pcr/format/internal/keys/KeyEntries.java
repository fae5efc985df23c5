package io.pcr.format.internal.keys;

import io.pcr.format.internal.sort.ExternalSorter;
import io.pcr.format.internal.sort.SortedRecord;
import io.pcr.format.internal.sort.SortedRecords;
import io.pcr.format.manifest.KeySegment;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * The entries of a segment that is to be written, any number of them, sorted in bounded memory.
 *
 * <p>Not thread-safe. Closing deletes its temporary files.
 */
public final class KeyEntries implements Closeable {
  private static final int SORT_KEY_LENGTH = Long.BYTES + 2 * Integer.BYTES;
  private static final int PLACE_LENGTH = Long.BYTES + 2 * Integer.BYTES;
  private static final byte[] NO_PLACE = {};
  private static final long MAX_U32 = 0xFFFF_FFFFL;

  private final ExternalSorter sorter;
  private boolean hasPlaces;

  /**
   * No entries.
   *
   * @param scratch a folder for temporary files; made when the first is written
   */
  public KeyEntries(Path scratch) {
    this(scratch, ExternalSorter.DEFAULT_BUFFER_BYTES);
  }

  KeyEntries(Path scratch, int bufferBytes) {
    sorter = new ExternalSorter(scratch, bufferBytes);
  }

  public void add(KeyEntry entry) throws IOException {
    // Most significant bytes first: then unsigned bytes have the order of the numbers.
    byte[] key =
        ByteBuffer.allocate(SORT_KEY_LENGTH)
            .putLong(entry.hash())
            .putInt((int) entry.shardNumber())
            .putInt((int) entry.ordinal())
            .array();
    sorter.add(key, encoded(entry.place()));
    hasPlaces |= entry.place().isKnown();
  }

  private static byte[] encoded(KeyPlace place) {
    return place.isKnown()
        ? ByteBuffer.allocate(PLACE_LENGTH)
            .putLong(place.storedOffset())
            .putInt((int) place.storedLength())
            .putInt((int) place.recordOffset())
            .array()
        : NO_PLACE;
  }

  /** How many entries were added. */
  public long count() {
    return sorter.records();
  }

  /** Bytes of an entry of a segment with these: places need the longer one. */
  int entryLength() {
    return hasPlaces ? KeySegment.LONG_ENTRY : KeySegment.SHORT_ENTRY;
  }

  /** All entries in order, as often as is asked for; nothing is added afterwards. */
  public Sorted sorted() throws IOException {
    return new Sorted(sorter.sorted());
  }

  /** Entries in order. Whoever asked for them closes them, before the entries are closed. */
  public static final class Sorted implements Closeable {
    private final SortedRecords records;

    private Sorted(SortedRecords records) {
      this.records = records;
    }

    /** The next entry, or null after the last. */
    public KeyEntry next() throws IOException {
      SortedRecord record = records.next();
      if (record == null) {
        return null;
      }
      ByteBuffer key = ByteBuffer.wrap(record.key());
      return new KeyEntry(
          key.getLong(), key.getInt() & MAX_U32, key.getInt() & MAX_U32, place(record.value()));
    }

    private static KeyPlace place(byte[] value) {
      if (value.length == 0) {
        return KeyPlace.UNKNOWN;
      }
      ByteBuffer in = ByteBuffer.wrap(value);
      return new KeyPlace(in.getLong(), in.getInt() & MAX_U32, in.getInt() & MAX_U32);
    }

    @Override
    public void close() throws IOException {
      records.close();
    }
  }

  @Override
  public void close() throws IOException {
    sorter.close();
  }
}
