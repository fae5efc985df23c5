package io.pcr.writer.internal.source;

import io.pcr.format.column.ColumnSpec;
import io.pcr.writer.source.Findings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** Inputs that were listed once, and are read by their numbers in the listing. */
public final class ListedSource implements SampleSource {
  private final SourceListing listing;
  private final ToLongFunction<SourceFile> costs;
  private final Function<SourceListing, Reader> readers;
  private final List<ColumnSpec> columns;

  private ListedSource(
      SourceListing listing,
      List<ColumnSpec> columns,
      ToLongFunction<SourceFile> costs,
      Function<SourceListing, Reader> readers) {
    this.listing = listing;
    this.columns = List.copyOf(columns);
    this.costs = costs;
    this.readers = readers;
  }

  /**
   * Opens a listing.
   *
   * @param costs says how many bytes an input has with all that belongs to it
   * @param readers makes the readers of what is listed
   */
  public static ListedSource open(
      Path listing, ToLongFunction<SourceFile> costs, Function<SourceListing, Reader> readers)
      throws IOException {
    SourceListing open = SourceListing.open(listing);
    return new ListedSource(open, open.rowColumns(), costs, readers);
  }

  /**
   * A source of a listing that is open, which it closes.
   *
   * @param columns of the listing's rows, and others that the readers give values for
   * @param costs as for {@link #open}
   */
  static ListedSource of(
      SourceListing listing,
      List<ColumnSpec> columns,
      ToLongFunction<SourceFile> costs,
      Function<SourceListing, Reader> readers) {
    return new ListedSource(listing, columns, costs, readers);
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
    return columns;
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
