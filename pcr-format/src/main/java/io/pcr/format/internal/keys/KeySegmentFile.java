package io.pcr.format.internal.keys;

import static java.util.Objects.requireNonNull;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.manifest.KeySegment;
import io.pcr.format.source.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * The file of a key segment that a manifest lists. One key takes one read of one page; the head
 * need not be read for that.
 *
 * <p>Immutable, thread-safe. It reads from the source, which stays its opener's.
 *
 * @param source the file
 * @param segment what the manifest says of it
 */
public record KeySegmentFile(ByteSource source, KeySegment segment) {
  /** A whole segment is read in pieces of 1 MiB. */
  private static final int PAGES_AT_ONCE = (1 << 20) / KeyPage.LENGTH;

  public KeySegmentFile {
    requireNonNull(source, "source");
    requireNonNull(segment, "segment");
  }

  /** Takes the entries of a whole segment, in its order. */
  @FunctionalInterface
  public interface EntryConsumer {
    /**
     * An entry.
     *
     * @param origin of its page
     */
    void entry(KeyEntry entry, Origin origin) throws IOException;
  }

  /** Bytes of the file, as its line in the manifest has it. */
  public static long length(KeySegment segment) {
    return position(segment.pageCount());
  }

  /** Where a page begins. */
  public static long position(long page) {
    return KeySegmentLayout.LENGTH + KeyPage.LENGTH * page;
  }

  /** The page of a hash, checked. */
  public KeyPage pageOf(long hash) throws IOException {
    return page(KeyHash.page(hash, segment.pageCount()));
  }

  /** A page, checked. */
  public KeyPage page(long number) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(KeyPage.LENGTH);
    source.readFully(position(number), bytes);
    return decode(bytes.flip(), number);
  }

  private KeyPage decode(ByteBuffer bytes, long number) throws PcrException {
    return KeyPage.decode(bytes, segment, number, new Origin(source.toString(), position(number)));
  }

  /**
   * Checks the whole file, and gives its entries to a consumer on the way (spec requirements
   * R-KEYS-8 to R-KEYS-10).
   *
   * @param dataset that the segment must be of
   */
  public void check(UUID dataset, EntryConsumer consumer) throws IOException {
    requireHead(dataset);
    requireLength();
    long entries = 0;
    ByteBuffer pages = ByteBuffer.allocate(PAGES_AT_ONCE * KeyPage.LENGTH);
    for (long first = 0; first < segment.pageCount(); first += PAGES_AT_ONCE) {
      int count = (int) Math.min(PAGES_AT_ONCE, segment.pageCount() - first);
      source.readFully(position(first), pages.clear().limit(count * KeyPage.LENGTH));
      for (int i = 0; i < count; i++) {
        KeyPage page = decode(pages.slice(i * KeyPage.LENGTH, KeyPage.LENGTH), first + i);
        entries += page.entryCount();
        giveAll(page, new Origin(source.toString(), position(first + i)), consumer);
      }
    }
    if (entries != segment.entryCount()) {
      throw new PcrException.Corrupt(
          ErrorCode.MALFORMED,
          field("entry_count", KeySegmentLayout.ENTRY_COUNT_OFFSET),
          segment.entryCount(),
          entries);
    }
  }

  /**
   * Gives the entries of all pages that are intact, whatever else is wrong with the file: for those
   * who gain from each entry, and prove what it leads to.
   */
  public void forEachIntact(EntryConsumer consumer) throws IOException {
    long there = Math.max(0, source.length() - KeySegmentLayout.LENGTH) / KeyPage.LENGTH;
    long end = Math.min(segment.pageCount(), there);
    ByteBuffer pages = ByteBuffer.allocate((int) Math.min(PAGES_AT_ONCE, end) * KeyPage.LENGTH);
    for (long first = 0; first < end; first += PAGES_AT_ONCE) {
      int count = (int) Math.min(PAGES_AT_ONCE, end - first);
      source.readFully(position(first), pages.clear().limit(count * KeyPage.LENGTH));
      for (int i = 0; i < count; i++) {
        giveIntact(pages.slice(i * KeyPage.LENGTH, KeyPage.LENGTH), first + i, consumer);
      }
    }
  }

  private void giveIntact(ByteBuffer bytes, long number, EntryConsumer consumer)
      throws IOException {
    KeyPage page;
    try {
      page = decode(bytes, number);
    } catch (PcrException.Corrupt e) {
      return; // Another one may be intact.
    }
    giveAll(page, new Origin(source.toString(), position(number)), consumer);
  }

  private static void giveAll(KeyPage page, Origin origin, EntryConsumer consumer)
      throws IOException {
    for (int i = 0; i < page.entryCount(); i++) {
      consumer.entry(page.entry(i), origin);
    }
  }

  private void requireHead(UUID dataset) throws IOException {
    int there = (int) Math.min(KeySegmentLayout.LENGTH, source.length());
    ByteBuffer bytes = ByteBuffer.allocate(there);
    source.readFully(0, bytes);
    KeySegmentHead head = KeySegmentHead.decode(bytes.flip(), new Origin(source.toString(), 0));
    requireListed("page_count", segment.pageCount(), head.pageCount());
    requireListed("entry_length", segment.entryLength(), head.entryLength());
    requireListed("entry_count", segment.entryCount(), head.entryCount());
    requireListed("dataset_uuid", dataset, head.datasetUuid());
    requireListed("segment_crc32c", segment.segmentCrc32c(), head.listed().segmentCrc32c());
  }

  private void requireListed(String field, Object listed, Object found) throws PcrException {
    if (!listed.equals(found)) {
      throw new PcrException.Corrupt(
          ErrorCode.NOT_AS_LISTED, field(field, 0), found, "the manifest's " + listed);
    }
  }

  private void requireLength() throws IOException {
    long wanted = length(segment);
    long found = source.length();
    if (found < wanted) {
      throw new PcrException.Truncated(field("page_count", 0), wanted, found);
    }
    if (found > wanted) {
      throw new PcrException.Corrupt(
          ErrorCode.MALFORMED, field("page_count", 0), found + " bytes", wanted + " bytes");
    }
  }

  private FieldLocation field(String name, long offset) {
    return new FieldLocation("KeySegment." + name, offset, source.toString());
  }
}
