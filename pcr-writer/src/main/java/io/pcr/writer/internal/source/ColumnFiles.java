package io.pcr.writer.internal.source;

import io.pcr.format.internal.sort.ExternalSorter;
import io.pcr.format.internal.sort.SortedRecord;
import io.pcr.format.internal.sort.SortedRecords;
import io.pcr.format.internal.text.RawNames;
import io.pcr.writer.reject.RejectReason;
import io.pcr.writer.source.FileColumn;
import io.pcr.writer.source.FolderSourceOptions;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * The files beside images that are values of columns: those that are there, and those that images
 * would have. Not thread-safe. Whoever makes one closes it.
 */
final class ColumnFiles implements Closeable {
  private static final byte WANTED = 0;
  private static final byte FOUND = 1;

  private final FolderSourceOptions options;
  private final ExternalSorter files;
  private final Set<FileColumn> columnsWithFiles = new HashSet<>();
  private String anImage;

  ColumnFiles(FolderSourceOptions options, Path temporary) {
    this.options = options;
    files = new ExternalSorter(temporary, options.sortBytes());
  }

  /** A file that is there. */
  void add(SourceFile file) throws IOException {
    files.add(file.key(), ByteBuffer.allocate(9).put(FOUND).putLong(file.size()).array());
  }

  /** An image, which may have such files. */
  void addImage(String key) throws IOException {
    anImage = key;
    for (FileColumn column : options.fileColumns()) {
      byte[] wanted = column.pathFor(key).getBytes(StandardCharsets.UTF_8);
      files.add(wanted, new byte[] {WANTED});
      // Asked as the reader will ask, and of one image after the other until one has such a file.
      if (!columnsWithFiles.contains(column)
          && Files.exists(RawNames.resolve(options.folder(), wanted))) {
        columnsWithFiles.add(column);
      }
    }
  }

  /** Tells of files without an image, and of columns without a file. */
  void rejectOrphans(FolderWalk.Visitor orphans) throws IOException {
    try (SortedRecords cursor = files.sorted()) {
      SortedRecord found = null;
      byte[] wanted = null;
      for (var entry = cursor.next(); entry != null; entry = cursor.next()) {
        if (found != null && !Arrays.equals(found.key(), entry.key())) {
          rejectOrphan(found, wanted, orphans);
          found = null;
        }
        if (entry.value()[0] == FOUND) {
          found = entry;
        } else {
          wanted = entry.key();
        }
      }
      if (found != null) {
        rejectOrphan(found, wanted, orphans);
      }
    }
    rejectColumnsWithoutFile(orphans);
  }

  private static void rejectOrphan(
      SortedRecord found, byte[] lastWanted, FolderWalk.Visitor orphans) throws IOException {
    if (!Arrays.equals(found.key(), lastWanted)) {
      long size = ByteBuffer.wrap(found.value()).getLong(1);
      String detail = "a column file that belongs to no image";
      orphans.reject(found.key(), RejectReason.ORPHAN, detail, size);
    }
  }

  /** A pattern that finds nothing is a slip of the keyboard more often than what was meant. */
  private void rejectColumnsWithoutFile(FolderWalk.Visitor orphans) throws IOException {
    for (FileColumn column : options.fileColumns()) {
      if (anImage != null && !columnsWithFiles.contains(column)) {
        byte[] name = ("column " + column.column().name()).getBytes(StandardCharsets.UTF_8);
        String detail = "no image has a file for it; the file of " + anImage + " would be ";
        orphans.reject(name, RejectReason.ORPHAN, detail + column.pathFor(anImage), -1);
      }
    }
  }

  @Override
  public void close() throws IOException {
    files.close();
  }
}
