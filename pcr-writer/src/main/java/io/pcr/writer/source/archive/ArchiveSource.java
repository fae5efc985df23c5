package io.pcr.writer.source.archive;

import io.pcr.format.column.ColumnSpec;
import io.pcr.writer.source.Findings;
import io.pcr.writer.source.SampleSource;
import io.pcr.writer.source.SourceFile;
import io.pcr.writer.source.SourceListing;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** Inputs that an {@link ArchiveListing} listed. */
public final class ArchiveSource implements SampleSource {
  private final SourceListing listing;
  private final ToLongFunction<SourceFile> costs;
  private final Function<SourceListing, Reader> readers;

  private ArchiveSource(
      SourceListing listing,
      ToLongFunction<SourceFile> costs,
      Function<SourceListing, Reader> readers) {
    this.listing = listing;
    this.costs = costs;
    this.readers = readers;
  }

  /**
   * Opens a listing.
   *
   * @param costs says how many bytes an input has with all that belongs to it
   * @param readers makes the readers of what is listed
   */
  public static ArchiveSource open(
      Path listing, ToLongFunction<SourceFile> costs, Function<SourceListing, Reader> readers)
      throws IOException {
    return new ArchiveSource(SourceListing.open(listing), costs, readers);
  }

  @Override
  public long count() {
    return listing.count();
  }

  @Override
  public long totalBytes() {
    return listing.totalBytes();
  }

  @Override
  public boolean hasLabels() {
    return listing.hasLabels();
  }

  @Override
  public List<String> classNames() {
    return listing.classNames();
  }

  @Override
  public List<ColumnSpec> columns() {
    return listing.rowColumns();
  }

  @Override
  public Findings findings() {
    return listing.findings();
  }

  @Override
  public long sizeOf(long number) throws IOException {
    return costs.applyAsLong(listing.file(number));
  }

  @Override
  public Reader reader() {
    return readers.apply(listing);
  }

  @Override
  public void close() throws IOException {
    listing.close();
  }
}
