package io.pcr.writer.internal.source;

import io.pcr.format.internal.sort.ExternalSorter;
import io.pcr.format.internal.sort.SortedRecord;
import io.pcr.format.internal.sort.SortedRecords;
import io.pcr.format.internal.text.KeyPattern;
import io.pcr.format.internal.text.RawNames;
import io.pcr.writer.internal.reject.RejectLog;
import io.pcr.writer.reject.Reject;
import io.pcr.writer.reject.RejectReason;
import io.pcr.writer.source.Finding;
import io.pcr.writer.source.Findings;
import io.pcr.writer.source.FolderSourceOptions;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.function.LongConsumer;

/**
 * Lists a folder of images: every file once, sorted by key, with its class (the first folder of its
 * path, numbered in order of name) and what the labels file says of it. Memory is that of five
 * sorters, whatever the number of files.
 *
 * <p>Used once, by one thread.
 */
final class FolderScan implements Closeable, FolderWalk.Visitor {
  private static final byte[] NOTHING = new byte[0];

  private final FolderSourceOptions options;
  private final LongConsumer progress;
  private final FolderRoles roles;
  private final ExternalSorter images;
  private final ColumnFiles columnFiles;
  private final ExternalSorter rows;
  private final ExternalSorter rejects;
  private final TreeSet<byte[]> classes = new TreeSet<>(Arrays::compareUnsigned);
  private final Findings.Gathering found = new Findings.Gathering();
  private final List<KeyPattern> patternsWithoutFile = new ArrayList<>();
  private long seen;

  /**
   * @param temporary a folder for the runs of the sorters
   * @param progress told the number of files seen so far, often
   */
  FolderScan(FolderSourceOptions options, Path temporary, LongConsumer progress)
      throws IOException {
    this.options = options;
    this.progress = progress;
    roles = new FolderRoles(options);
    images = new ExternalSorter(temporary, options.sortBytes());
    columnFiles = new ColumnFiles(options, temporary);
    rows = new ExternalSorter(temporary, options.sortBytes());
    rejects = new ExternalSorter(temporary, options.sortBytes());
    WantedKeys wanted = WantedKeys.of(options.filter());
    patternsWithoutFile.addAll(wanted.include());
    patternsWithoutFile.addAll(wanted.exclude());
  }

  /** Writes the listing to {@code path}, and what is no sample to {@code log}. */
  void write(Path path, RejectLog log) throws IOException {
    Optional<LabelsFile> labels = Optional.empty();
    if (options.labelsFile().isPresent()) {
      labels = Optional.of(LabelsFile.read(options.labelsFile().get(), options.labelType()));
      labels.get().addTo(rows, new LabelPaths(options.folder()));
      labels.get().nearLabel().ifPresent(name -> found.add(Finding.COLUMN_NEAR_LABEL, name));
    }
    new FolderWalk(options.folder(), this).run();
    patternsWithoutFile.forEach(
        pattern -> found.add(Finding.PATTERNS_WITHOUT_FILE, pattern.toString()));
    columnFiles.join(this);
    try (SourceListingWriter listing = new SourceListingWriter(path)) {
      join(listing, labels);
      listing.finish(
          classNames(labels),
          labels.map(LabelsFile::columns).orElse(List.of()),
          found.findings(),
          List.of());
    }
    try (SortedRecords cursor = rejects.sorted()) {
      for (var entry = cursor.next(); entry != null; entry = cursor.next()) {
        log.add(decodeReject(entry));
      }
    }
  }

  @Override
  public void file(SourceFile file) throws IOException {
    progress.accept(++seen);
    String key = file.keyText();
    patternsWithoutFile.removeIf(pattern -> pattern.matches(key));
    switch (roles.of(file)) {
      case IMAGE -> addImage(file);
      case EXCLUDED -> {
        found.add(Finding.EXCLUDED, key);
        columnFiles.addExcluded(key);
      }
      case COLUMN -> columnFiles.add(file);
      case LABELS -> {} // It has been read.
      case OTHER -> {
        found.add(Finding.NOT_IMAGES, ImageNames.kind(key));
        String detail = "neither its name nor its first bytes are those of an image";
        encodeReject(file.key(), RejectReason.OTHER_FILE, detail, file.size());
      }
    }
  }

  private void addImage(SourceFile file) throws IOException {
    byte[] stamps = FileStamp.ofColumns(options.folder(), options.fileColumns(), file.keyText());
    images.add(
        file.key(),
        ByteBuffer.allocate(2 * Long.BYTES + stamps.length)
            .putLong(file.size())
            .putLong(file.modifiedNanos())
            .put(stamps)
            .array());
    columnFiles.addImage(file.keyText(), stamps);
    byte[] className = className(file.key());
    if (className != null) {
      classes.add(className);
    }
  }

  @Override
  public void reject(byte[] key, RejectReason reason, String detail, long bytes)
      throws IOException {
    progress.accept(++seen);
    encodeReject(key, reason, detail, bytes);
  }

  private void encodeReject(byte[] key, RejectReason reason, String detail, long bytes)
      throws IOException {
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

  private static Reject decodeReject(SortedRecord entry) {
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
    try (SortedRecords imageCursor = images.sorted();
        SortedRecords vanished = columnFiles.vanished();
        LabelRows labelRows = new LabelRows(rows.sorted(), options, found, this)) {
      SortedRecord gone = vanished.next();
      for (var image = imageCursor.next(); image != null; image = imageCursor.next()) {
        LabelsFile.Row row = labelRows.rowOf(image.key());
        byte[] className = className(image.key());
        OptionalLong label = OptionalLong.empty();
        if (labelsFromFile) {
          label = row == null ? label : row.label();
        } else if (className != null) {
          label = OptionalLong.of(classNumbers.get(ByteBuffer.wrap(className)));
        }
        ByteBuffer in = ByteBuffer.wrap(image.value());
        long size = in.getLong();
        long modified = in.getLong();
        byte[] stamps = new byte[in.remaining()];
        in.get(stamps);
        for (; gone != null && Arrays.equals(gone.key(), image.key()); gone = vanished.next()) {
          ColumnFiles.restamp(gone, stamps);
        }
        findAbsent(image.key(), stamps);
        byte[] stampsAndRow = join(stamps, row == null ? NOTHING : row.values());
        listing.add(new SourceFile(image.key(), size, modified, label, stampsAndRow));
      }
      labelRows.rejectRest();
    }
  }

  /** Counts column files that were never there; those that vanished have a stamp by now. */
  private void findAbsent(byte[] image, byte[] stamps) {
    for (int column = 0; column < options.fileColumns().size(); column++) {
      if (FileStamp.at(column, stamps).equals(FileStamp.ABSENT)) {
        String name = options.fileColumns().get(column).column().name();
        found.add(Finding.VALUES_WITHOUT_FILE, name + " of " + RawNames.show(image));
      }
    }
  }

  private static byte[] join(byte[] stamps, byte[] row) {
    return ByteBuffer.allocate(stamps.length + row.length).put(stamps).put(row).array();
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
