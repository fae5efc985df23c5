package io.pcr.writer.internal.source.archive;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.internal.sort.ExternalSorter;
import io.pcr.format.internal.sort.SortedRecord;
import io.pcr.format.internal.sort.SortedRecords;
import io.pcr.format.internal.text.RawNames;
import io.pcr.writer.internal.reject.RejectLog;
import io.pcr.writer.internal.source.LabelBytes;
import io.pcr.writer.internal.source.SourceFile;
import io.pcr.writer.internal.source.SourceListingWriter;
import io.pcr.writer.reject.Reject;
import io.pcr.writer.reject.RejectReason;
import io.pcr.writer.source.Finding;
import io.pcr.writer.source.Findings;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongConsumer;

/**
 * Lists inputs in the order in which they are found, each key once. Memory is that of two sorters,
 * whatever the number of inputs.
 *
 * <p>Not thread-safe. Whoever makes one closes it.
 */
public final class ArchiveListing implements Closeable {
  private static final int MAX_KEY_LENGTH = 65_535;
  private static final int FIXED_LENGTH = 3 * Long.BYTES + LabelBytes.LENGTH;

  private final Path listing;
  private final RejectLog rejects;
  private final LongConsumer progress;
  private final ExternalSorter byKey;
  private final ExternalSorter byNumber;
  private final Findings.Gathering findings = new Findings.Gathering();
  private final List<String> archives = new ArrayList<>();
  private long found;

  /**
   * Begins a listing that {@link #finish} writes to the file {@code listing}.
   *
   * @param rejects receives what is no input
   * @param progress told the number of inputs seen so far
   */
  public ArchiveListing(Path listing, RejectLog rejects, LongConsumer progress) {
    this.listing = listing;
    this.rejects = rejects;
    this.progress = progress;
    Path temporary = listing.toAbsolutePath().getParent();
    this.byKey = new ExternalSorter(temporary, ExternalSorter.DEFAULT_BUFFER_BYTES);
    this.byNumber = new ExternalSorter(temporary, ExternalSorter.DEFAULT_BUFFER_BYTES);
  }

  /** Adds the next input; its {@code row} says where it stands. */
  public void add(SourceFile file) throws IOException {
    progress.accept(++found);
    byte[] key = file.key();
    if (key.length == 0 || key.length > MAX_KEY_LENGTH || !RawNames.isUtf8(key)) {
      String detail = "a key is 1 to " + MAX_KEY_LENGTH + " bytes of UTF-8";
      reject(new Reject(RawNames.show(key), RejectReason.NAME, detail, file.size()));
      return;
    }
    ByteBuffer value = ByteBuffer.allocate(FIXED_LENGTH + file.row().length);
    value.putLong(found).putLong(file.size()).putLong(file.modifiedNanos());
    LabelBytes.put(value, file.label());
    byKey.add(key, value.put(file.row()).array());
  }

  /** Notes that an archive is looked into. */
  void addArchive(String name) {
    archives.add(name);
  }

  /** Notes what is worth saying. */
  void find(Finding finding, String example) {
    findings.add(finding, example);
  }

  /** Notes what is no input. */
  public void reject(Reject reject) throws IOException {
    rejects.add(reject);
  }

  /** Writes the listing; of inputs with the same key the first gets in. */
  public void finish(List<String> classNames, List<ColumnSpec> columns) throws IOException {
    try (SortedRecords cursor = byKey.sorted()) {
      byte[] last = null;
      for (var entry = cursor.next(); entry != null; entry = cursor.next()) {
        if (Arrays.equals(last, entry.key())) {
          long size = ByteBuffer.wrap(entry.value()).getLong(Long.BYTES);
          String detail = "an earlier input has the same key";
          reject(new Reject(RawNames.show(entry.key()), RejectReason.DUPLICATE_KEY, detail, size));
        } else {
          addToOrder(entry);
          last = entry.key();
        }
      }
    }
    try (SourceListingWriter writer = new SourceListingWriter(listing);
        SortedRecords cursor = byNumber.sorted()) {
      for (var entry = cursor.next(); entry != null; entry = cursor.next()) {
        writer.add(file(entry));
      }
      writer.finish(classNames, columns, findings.findings(), archives);
    }
  }

  private void addToOrder(SortedRecord entry) throws IOException {
    byte[] number = Arrays.copyOf(entry.value(), Long.BYTES);
    ByteBuffer value =
        ByteBuffer.allocate(Integer.BYTES + entry.key().length + entry.value().length);
    value.putInt(entry.key().length).put(entry.key()).put(entry.value());
    byNumber.add(number, value.array());
  }

  private static SourceFile file(SortedRecord entry) {
    ByteBuffer in = ByteBuffer.wrap(entry.value());
    byte[] key = new byte[in.getInt()];
    in.get(key);
    in.getLong(); // The number, which has done its work.
    long size = in.getLong();
    long modified = in.getLong();
    OptionalLong label = LabelBytes.get(in);
    byte[] row = new byte[in.remaining()];
    in.get(row);
    return new SourceFile(key, size, modified, label, row);
  }

  @Override
  public void close() throws IOException {
    try (byKey;
        byNumber) {
      found = 0;
    }
  }
}
