package io.pcr.writer.source.archive;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.source.ByteSource;
import io.pcr.writer.reject.RejectReason;
import io.pcr.writer.source.RawNames;
import io.pcr.writer.source.SampleSource;
import io.pcr.writer.source.SourceFile;
import io.pcr.writer.source.SourceListing;
import io.pcr.writer.source.SourceSample;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Reads listed samples of tars, each part where it stands. */
final class TarReader implements SampleSource.Reader {
  private final SourceListing listing;
  private final List<ColumnSpec> columns;
  private final List<String> names;
  private final ArchiveFiles files;
  private final ImageBuffer buffer = new ImageBuffer();

  TarReader(TarSourceOptions options, SourceListing listing) {
    this.listing = listing;
    this.columns = listing.rowColumns();
    this.names = columns.stream().map(ColumnSpec::name).toList();
    this.files = new ArchiveFiles(options.root());
  }

  @Override
  public SourceSample read(long number) throws IOException {
    SourceFile file = listing.file(number);
    TarSample sample = TarSample.of(file);
    ByteSource source = files.source(sample.archive(), file);
    ByteBuffer image = buffer.room(Math.toIntExact(sample.image().size()));
    source.readFully(sample.image().position(), image);
    Object[] values = new Object[columns.size()];
    for (TarSample.Part part : sample.columns()) {
      values[names.indexOf(part.extension())] = value(source, part, file);
    }
    return new SourceSample(
        file.keyText(),
        file.label(),
        image.flip(),
        Collections.unmodifiableList(Arrays.asList(values)));
  }

  private byte[] value(ByteSource source, TarSample.Part part, SourceFile file) throws IOException {
    byte[] value = new byte[Math.toIntExact(part.size())];
    source.readFully(part.position(), ByteBuffer.wrap(value));
    ColumnSpec column = columns.get(names.indexOf(part.extension()));
    if (column.type() == ColumnType.STRING && !RawNames.isUtf8(value)) {
      throw ArchiveFiles.rejected(
          file, RejectReason.DAMAGED, "its " + part.extension() + " is not UTF-8");
    }
    return value;
  }

  @Override
  public ByteBuffer head(long number, int length) throws IOException {
    SourceFile file = listing.file(number);
    TarSample sample = TarSample.of(file);
    ByteBuffer head = buffer.room((int) Math.min(length, sample.image().size()));
    files.source(sample.archive(), file).readFully(sample.image().position(), head);
    return head.flip();
  }

  @Override
  public void close() throws IOException {
    files.close();
  }
}
