package io.pcr.writer.source;

import io.pcr.writer.reject.Reject;
import io.pcr.writer.reject.RejectLog;
import io.pcr.writer.reject.RejectReason;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongConsumer;
import java.util.regex.Pattern;

/**
 * Lists a folder of images: every file once, sorted by key, with its class (the first folder of its
 * path, numbered in order of name) and what the labels file says of it. Memory is that of four
 * sorters, whatever the number of files.
 *
 * <p>Used once, by one thread.
 */
final class FolderScan implements Closeable, FolderWalk.Visitor {
  private static final byte[] NOTHING = new byte[0];

  /** Tags of the join between images and column files. */
  private static final byte WANTED = 0;

  private static final byte FOUND = 1;

  private final FolderSourceOptions options;
  private final LongConsumer progress;
  private final ExternalSorter images;
  private final ExternalSorter columnFiles;
  private final ExternalSorter rows;
  private final ExternalSorter rejects;
  private final List<Pattern> columnPaths = new ArrayList<>();
  private final Set<FileColumn> columnsWithFiles = new HashSet<>();
  private final TreeSet<byte[]> classes = new TreeSet<>(Arrays::compareUnsigned);
  private final byte[] labelsKey;
  private String anImage;
  private long seen;

  /**
   * @param temporary a folder for the runs of the sorters
   * @param progress told the number of files seen so far, often
   */
  FolderScan(FolderSourceOptions options, Path temporary, LongConsumer progress)
      throws IOException {
    this.options = options;
    this.progress = progress;
    images = new ExternalSorter(temporary, options.sortBytes());
    columnFiles = new ExternalSorter(temporary, options.sortBytes());
    rows = new ExternalSorter(temporary, options.sortBytes());
    rejects = new ExternalSorter(temporary, options.sortBytes());
    options.fileColumns().forEach(column -> columnPaths.add(column.paths()));
    labelsKey = options.labelsFile().isPresent() ? labelsKey() : NOTHING;
  }

  /** The labels file's own key, if it lies in the source: it is no input then. */
  private byte[] labelsKey() throws IOException {
    Path folder = options.folder().toRealPath();
    Path file = options.labelsFile().orElseThrow().toRealPath();
    if (!file.startsWith(folder)) {
      return NOTHING;
    }
    ByteArrayOutputStream key = new ByteArrayOutputStream();
    for (Path name : folder.relativize(file)) {
      key.write(key.size() == 0 ? NOTHING : new byte[] {'/'});
      key.write(RawNames.lastName(name));
    }
    return key.toByteArray();
  }

  /** Writes the listing to {@code path}, and what is no sample to {@code log}. */
  void write(Path path, RejectLog log) throws IOException {
    Optional<LabelsFile> labels = Optional.empty();
    if (options.labelsFile().isPresent()) {
      labels = Optional.of(LabelsFile.read(options.labelsFile().get()));
      labels.get().addTo(rows);
    }
    new FolderWalk(options.folder(), this).run();
    try (SourceListingWriter listing = new SourceListingWriter(path)) {
      join(listing, labels);
      listing.finish(classNames(labels), labels.map(LabelsFile::columns).orElse(List.of()));
    }
    rejectColumnFilesWithoutImage();
    rejectColumnsWithoutFile();
    try (ExternalSorter.Cursor cursor = rejects.sorted()) {
      for (var entry = cursor.next(); entry != null; entry = cursor.next()) {
        log.add(decodeReject(entry));
      }
    }
  }

  @Override
  public void file(SourceFile file) throws IOException {
    progress.accept(++seen);
    if (Arrays.equals(file.key(), labelsKey)) {
      return;
    }
    String key = file.keyText();
    if (columnPaths.stream().anyMatch(paths -> paths.matcher(key).matches())) {
      columnFiles.add(file.key(), ByteBuffer.allocate(9).put(FOUND).putLong(file.size()).array());
      return;
    }
    images.add(
        file.key(),
        ByteBuffer.allocate(2 * Long.BYTES)
            .putLong(file.size())
            .putLong(file.modifiedNanos())
            .array());
    anImage = key;
    for (FileColumn column : options.fileColumns()) {
      byte[] wanted = column.pathFor(key).getBytes(StandardCharsets.UTF_8);
      columnFiles.add(wanted, new byte[] {WANTED});
      // Asked as the reader will ask, and of one image after the other until one has such a file.
      if (!columnsWithFiles.contains(column)
          && Files.exists(RawNames.resolve(options.folder(), wanted))) {
        columnsWithFiles.add(column);
      }
    }
    byte[] className = className(file.key());
    if (className != null) {
      classes.add(className);
    }
  }

  @Override
  public void reject(byte[] key, RejectReason reason, String detail, long bytes)
      throws IOException {
    progress.accept(++seen);
    byte[] name = reason.name().getBytes(StandardCharsets.US_ASCII);
    byte[] text = detail.getBytes(StandardCharsets.UTF_8);
    rejects.add(
        key,
        ByteBuffer.allocate(Long.BYTES + 1 + name.length + text.length)
            .putLong(bytes)
            .put((byte) name.length)
            .put(name)
            .put(text)
            .array());
  }

  private static Reject decodeReject(ExternalSorter.Entry entry) {
    ByteBuffer in = ByteBuffer.wrap(entry.value());
    long bytes = in.getLong();
    byte[] name = new byte[in.get()];
    in.get(name);
    RejectReason reason = RejectReason.valueOf(new String(name, StandardCharsets.US_ASCII));
    String detail = StandardCharsets.UTF_8.decode(in).toString();
    return new Reject(RawNames.show(entry.key()), reason, detail, bytes);
  }

  /** Gives each image its label and its row, both sides being sorted by key. */
  private void join(SourceListingWriter listing, Optional<LabelsFile> labels) throws IOException {
    Map<ByteBuffer, Long> classNumbers = new HashMap<>();
    classes.forEach(name -> classNumbers.put(ByteBuffer.wrap(name), (long) classNumbers.size()));
    boolean labelsFromFile = labels.isPresent() && labels.get().hasLabels();
    try (ExternalSorter.Cursor imageCursor = images.sorted();
        LabelRows labelRows = new LabelRows(rows.sorted(), labels, this)) {
      for (var image = imageCursor.next(); image != null; image = imageCursor.next()) {
        LabelsFile.Row row = labelRows.rowOf(image.key());
        byte[] className = className(image.key());
        long label = SourceFile.NO_LABEL;
        if (labelsFromFile) {
          label = row == null ? label : row.label();
        } else if (className != null) {
          label = classNumbers.get(ByteBuffer.wrap(className));
        }
        ByteBuffer in = ByteBuffer.wrap(image.value());
        long size = in.getLong();
        byte[] values = row == null ? NOTHING : row.values();
        listing.add(new SourceFile(image.key(), size, in.getLong(), label, values));
      }
      labelRows.rejectRest();
    }
  }

  private List<String> classNames(Optional<LabelsFile> labels) {
    if (labels.isPresent() && labels.get().hasLabels()) {
      return labels.get().classNames();
    }
    return classes.stream().map(name -> new String(name, StandardCharsets.UTF_8)).toList();
  }

  private static byte[] className(byte[] key) {
    for (int i = 0; i < key.length; i++) {
      if (key[i] == '/') {
        return Arrays.copyOf(key, i);
      }
    }
    return null;
  }

  private void rejectColumnFilesWithoutImage() throws IOException {
    try (ExternalSorter.Cursor cursor = columnFiles.sorted()) {
      ExternalSorter.Entry found = null;
      byte[] wanted = null;
      for (var entry = cursor.next(); entry != null; entry = cursor.next()) {
        if (found != null && !Arrays.equals(found.key(), entry.key())) {
          rejectOrphan(found, wanted);
          found = null;
        }
        if (entry.value()[0] == FOUND) {
          found = entry;
        } else {
          wanted = entry.key();
        }
      }
      if (found != null) {
        rejectOrphan(found, wanted);
      }
    }
  }

  /** A pattern that finds nothing is a slip of the keyboard more often than what was meant. */
  private void rejectColumnsWithoutFile() throws IOException {
    for (FileColumn column : options.fileColumns()) {
      if (anImage != null && !columnsWithFiles.contains(column)) {
        byte[] name = ("column " + column.column().name()).getBytes(StandardCharsets.UTF_8);
        String detail = "no image has a file for it; that of " + anImage + " would be ";
        reject(name, RejectReason.ORPHAN, detail + column.pathFor(anImage), -1);
      }
    }
  }

  private void rejectOrphan(ExternalSorter.Entry found, byte[] lastWanted) throws IOException {
    if (!Arrays.equals(found.key(), lastWanted)) {
      long size = ByteBuffer.wrap(found.value()).getLong(1);
      reject(found.key(), RejectReason.ORPHAN, "a column file that belongs to no image", size);
    }
  }

  @Override
  public void close() throws IOException {
    try (images;
        columnFiles;
        rows;
        rejects) {
      classes.clear();
    }
  }
}
