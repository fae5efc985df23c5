package io.pcr.format.internal.keys;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;
import io.pcr.format.manifest.KeySegment;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.UUID;

/**
 * Writes key segments. The bytes follow from the entries, the dataset and the segment's name alone
 * (spec requirement R-KEYS-6).
 *
 * <p>Stateless.
 */
public final class KeySegmentWriter {
  /** A page is filled so far that of a billion hardly one overflows. */
  private static final int SHORT_LOAD = 850;

  private static final int LONG_LOAD = 400;

  private static final int GROWTH = 8;

  private KeySegmentWriter() {}

  /** Where a segment is written to. */
  @FunctionalInterface
  public interface Target {
    /**
     * An empty file, which takes the place of the one before. It is asked for once, and again for
     * each number of pages with which a page overflows; the caller closes it.
     */
    WritableByteChannel begin() throws IOException;
  }

  /**
   * Writes a segment.
   *
   * @param entries nothing is added to them afterwards
   * @param number in the generation
   * @return what the manifest says of it
   * @throws PcrException.Corrupt when an entry is there twice
   */
  public static KeySegment write(
      KeyEntries entries, UUID dataset, long generation, long number, Target target)
      throws IOException {
    int entryLength = entries.entryLength();
    long pages = firstPageCount(entries.count(), entryLength);
    while (true) {
      KeySegmentHead head =
          new KeySegmentHead(entryLength, pages, entries.count(), dataset, generation, number);
      try (KeyEntries.Sorted sorted = entries.sorted()) {
        if (new Output(head, target.begin()).write(sorted)) {
          return head.listed();
        }
      }
      pages += pages / GROWTH + 1;
    }
  }

  private static long firstPageCount(long entries, int entryLength) {
    int load = entryLength == KeySegment.SHORT_ENTRY ? SHORT_LOAD : LONG_LOAD;
    return Math.max(1, entries / load + (entries % load == 0 ? 0 : 1));
  }

  /** One try. */
  private static final class Output {
    private final KeySegmentHead head;
    private final int crc32c;
    private final WritableByteChannel out;
    private final KeyPage.Builder page;
    private long number;

    Output(KeySegmentHead head, WritableByteChannel out) {
      this.head = head;
      this.crc32c = head.listed().segmentCrc32c();
      this.out = out;
      this.page = new KeyPage.Builder(head.entryLength());
    }

    /** Writes all of it, or as much as fits before a page overflows. */
    boolean write(KeyEntries.Sorted entries) throws IOException {
      put(head.encode());
      KeyEntry before = null;
      for (KeyEntry entry = entries.next(); entry != null; entry = entries.next()) {
        requireBehind(before, entry);
        finishPagesBefore(KeyHash.page(entry.hash(), head.pageCount()));
        if (page.isFull()) {
          return false;
        }
        page.add(entry);
        before = entry;
      }
      finishPagesBefore(head.pageCount());
      return true;
    }

    /** Entries of older segments come from files: two of them can name the same sample. */
    private void requireBehind(KeyEntry before, KeyEntry entry) throws PcrException {
      if (before != null && before.compareTo(entry) == 0) {
        throw new PcrException.Corrupt(
            ErrorCode.MALFORMED,
            new FieldLocation("KeyEntry", 0, head.listed().name()),
            entry,
            "a sample that no other entry has");
      }
    }

    private void finishPagesBefore(long wanted) throws IOException {
      for (; number < wanted; number++) {
        put(page.encode(crc32c, number));
        page.clear();
      }
    }

    private void put(ByteBuffer bytes) throws IOException {
      while (bytes.hasRemaining()) {
        out.write(bytes);
      }
    }
  }
}
