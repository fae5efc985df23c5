package io.pcr.writer.internal.source;

import io.pcr.format.internal.sort.SortedRecord;
import io.pcr.format.internal.sort.SortedRecords;
import io.pcr.format.internal.text.RawNames;
import io.pcr.writer.reject.RejectReason;
import io.pcr.writer.source.Finding;
import io.pcr.writer.source.Findings;
import io.pcr.writer.source.FolderSourceOptions;
import io.pcr.writer.source.LabelsFileException;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;

/** The rows of a labels file, sorted by key, beside images sorted by key. */
final class LabelRows implements Closeable {
  private final SortedRecords cursor;
  private final FolderSourceOptions options;
  private final WantedKeys wanted;
  private final Findings.Gathering found;
  private final FolderWalk.Visitor orphans;
  private SortedRecord head;

  LabelRows(
      SortedRecords cursor,
      FolderSourceOptions options,
      Findings.Gathering found,
      FolderWalk.Visitor orphans)
      throws IOException {
    this.cursor = cursor;
    this.options = options;
    wanted = WantedKeys.of(options.filter());
    this.found = found;
    this.orphans = orphans;
    head = cursor.next();
  }

  /**
   * The row of this image, which must come after the last one asked for; null when there is none.
   */
  LabelsFile.Row rowOf(byte[] key) throws IOException {
    while (head != null && Arrays.compareUnsigned(head.key(), key) < 0) {
      rejectHead();
    }
    if (head == null || !Arrays.equals(head.key(), key)) {
      if (options.labelsFile().isPresent()) {
        found.add(Finding.IMAGES_WITHOUT_ROW, RawNames.show(key));
      }
      return null;
    }
    return takeHead();
  }

  void rejectRest() throws IOException {
    while (head != null) {
      rejectHead();
    }
  }

  private void rejectHead() throws IOException {
    byte[] key = head.key();
    LabelsFile.Row row = takeHead();
    String shown = RawNames.show(key);
    if (!wanted.contains(shown)) {
      return; // Its image is not wanted, and neither is the row.
    }
    found.add(Finding.ROWS_WITHOUT_IMAGE, shown);
    String detail = "line " + row.line() + " of the labels file names no image of the source";
    orphans.reject(key, RejectReason.ORPHAN, detail, -1);
  }

  private LabelsFile.Row takeHead() throws IOException {
    SortedRecord taken = head;
    LabelsFile.Row row = LabelsFile.Row.of(taken.value());
    head = cursor.next();
    if (head != null && Arrays.equals(head.key(), taken.key())) {
      throw new LabelsFileException(
          options.labelsFile().orElseThrow(),
          LabelsFile.Row.of(head.value()).line(),
          "\"" + RawNames.show(head.key()) + "\" is already on line " + row.line());
    }
    return row;
  }

  @Override
  public void close() throws IOException {
    cursor.close();
  }
}
