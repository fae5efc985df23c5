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
  /** Behind a path, so that a file that is there comes before the images that want it. */
  private static final byte FOUND = 0;

  private static final byte WANTED = 1;

  private static final byte[] WAS_SEEN = {};

  private final FolderSourceOptions options;
  private final ExternalSorter files;
  private final ExternalSorter vanished;
  private final Set<FileColumn> columnsWithFiles = new HashSet<>();
  private String anImage;

  ColumnFiles(FolderSourceOptions options, Path temporary) {
    this.options = options;
    files = new ExternalSorter(temporary, options.sortBytes());
    vanished = new ExternalSorter(temporary, options.sortBytes());
  }

  /** A file that is there. */
  void add(SourceFile file) throws IOException {
    ByteBuffer stamp = ByteBuffer.allocate(FileStamp.LENGTH);
    new FileStamp(file.size(), file.modifiedNanos()).put(stamp);
    files.add(with(FOUND, file.key()), stamp.array());
  }

  /** An image that is no input, whose files are not those of nobody. */
  void addExcluded(String key) throws IOException {
    for (FileColumn column : options.fileColumns()) {
      files.add(with(WANTED, see(column, key)), WAS_SEEN);
    }
  }

  /**
   * An image, which may have such files.
   *
   * @param stamps of those files, as they are at this moment
   */
  void addImage(String key, byte[] stamps) throws IOException {
    byte[] image = key.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < options.fileColumns().size(); i++) {
      byte[] wanted = with(WANTED, see(options.fileColumns().get(i), key));
      boolean isThere = !FileStamp.at(i, stamps).equals(FileStamp.ABSENT);
      files.add(
          wanted,
          isThere
              ? WAS_SEEN
              : ByteBuffer.allocate(Integer.BYTES + image.length).putInt(i).put(image).array());
    }
  }

  /** The path of an image's file; looks whether any image has a file of the column. */
  private byte[] see(FileColumn column, String key) throws IOException {
    anImage = key;
    byte[] wanted = column.pathFor(key).getBytes(StandardCharsets.UTF_8);
    // Asked as the reader will ask, and of one image after the other until one has such a file.
    if (!columnsWithFiles.contains(column)
        && Files.exists(RawNames.resolve(options.folder(), wanted))) {
      columnsWithFiles.add(column);
    }
    return wanted;
  }

  private static byte[] with(byte role, byte[] path) {
    return ByteBuffer.allocate(path.length + 1).put(path).put(role).array();
  }

  /**
   * Compares the files that are there with those that images want. Tells of files without an image,
   * and of columns without a file.
   */
  void join(FolderWalk.Visitor orphans) throws IOException {
    try (SortedRecords cursor = files.sorted()) {
      SortedRecord orphan = null;
      SortedRecord found = null;
      for (var entry = cursor.next(); entry != null; entry = cursor.next()) {
        if (roleOf(entry) == FOUND) {
          rejectOrphan(orphan, orphans);
          orphan = entry;
          found = entry;
        } else if (found != null && Arrays.equals(pathOf(found), pathOf(entry))) {
          orphan = null;
          addVanished(entry.value(), found.value());
        }
      }
      rejectOrphan(orphan, orphans);
    }
    rejectColumnsWithoutFile(orphans);
  }

  /** An image whose file was seen, and was gone when the image was: it had that file. */
  private void addVanished(byte[] wanted, byte[] stamp) throws IOException {
    if (wanted.length > 0) {
      ByteBuffer in = ByteBuffer.wrap(wanted);
      int column = in.getInt();
      byte[] image = new byte[in.remaining()];
      in.get(image);
      vanished.add(
          image,
          ByteBuffer.allocate(Integer.BYTES + stamp.length).putInt(column).put(stamp).array());
    }
  }

  /**
   * The files that vanished while the source was listed, sorted by the keys of their images; for
   * {@link #restamp}. Once, after {@link #join}; the caller closes it.
   */
  SortedRecords vanished() throws IOException {
    return vanished.sorted();
  }

  /** Puts the stamp of a file that vanished into those of its image. */
  static void restamp(SortedRecord vanished, byte[] stamps) {
    ByteBuffer in = ByteBuffer.wrap(vanished.value());
    int column = in.getInt();
    new FileStamp(in.getLong(), in.getLong()).putAt(column, stamps);
  }

  private static byte roleOf(SortedRecord entry) {
    return entry.key()[entry.key().length - 1];
  }

  private static byte[] pathOf(SortedRecord entry) {
    return Arrays.copyOf(entry.key(), entry.key().length - 1);
  }

  private static void rejectOrphan(SortedRecord orphan, FolderWalk.Visitor orphans)
      throws IOException {
    if (orphan != null) {
      long size = FileStamp.at(0, orphan.value()).size();
      String detail = "a column file that belongs to no image";
      orphans.reject(pathOf(orphan), RejectReason.ORPHAN, detail, size);
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
    try (vanished) {
      files.close();
    }
  }
}
