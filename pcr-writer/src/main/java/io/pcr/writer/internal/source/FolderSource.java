package io.pcr.writer.internal.source;

import io.pcr.format.column.ColumnSpec;
import io.pcr.writer.internal.reject.RejectLog;
import io.pcr.writer.source.FileColumn;
import io.pcr.writer.source.Findings;
import io.pcr.writer.source.FolderSourceOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * A folder of images, as listed once: class = first folder of the path, key = path relative to the
 * folder. A file that was changed after it was listed is rejected, so that what is stored is what
 * was there.
 */
public record FolderSource(FolderSourceOptions options) implements SourceInput {

  @Override
  public void list(Path listing, RejectLog rejects, LongConsumer progress) throws IOException {
    Path temporary = listing.toAbsolutePath().getParent();
    try (FolderScan scan = new FolderScan(options, temporary, progress)) {
      scan.write(listing, rejects);
    }
  }

  @Override
  public Findings.Found newSince(Path listing, LongConsumer progress) throws IOException {
    Path temporary = listing.toAbsolutePath().getParent();
    try (SourceListing listed = SourceListing.open(listing);
        FolderGrowth growth = new FolderGrowth(options, temporary, progress)) {
      return growth.since(listed);
    }
  }

  @Override
  public SampleSource open(Path listing) throws IOException {
    SourceListing open = SourceListing.open(listing);
    try {
      List<ColumnSpec> columns = columns(open);
      return ListedSource.of(
          open, columns, this::bytes, listed -> new FolderReader(options, listed, columns));
    } catch (RuntimeException e) {
      open.close();
      throw e;
    }
  }

  /** Of the image and of the files of its columns, as listed. */
  private long bytes(SourceFile image) {
    long bytes = image.size();
    for (int column = 0; column < options.fileColumns().size(); column++) {
      bytes += Math.max(0, FileStamp.at(column, image.row()).size());
    }
    return bytes;
  }

  /** Those of the labels file, and those that are files. */
  private List<ColumnSpec> columns(SourceListing listing) {
    List<ColumnSpec> columns = new ArrayList<>(listing.rowColumns());
    for (FileColumn column : options.fileColumns()) {
      if (columns.stream().anyMatch(other -> other.name().equals(column.column().name()))) {
        throw new IllegalArgumentException(
            "column " + column.column().name() + " is also in the labels file");
      }
      columns.add(column.column());
    }
    return List.copyOf(columns);
  }
}
