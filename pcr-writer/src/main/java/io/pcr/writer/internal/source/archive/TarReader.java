package io.pcr.writer.internal.source.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.internal.text.RawNames;
import io.pcr.format.source.ByteSource;
import io.pcr.writer.internal.json.JsonObject;
import io.pcr.writer.internal.source.SampleSource;
import io.pcr.writer.internal.source.SourceFile;
import io.pcr.writer.internal.source.SourceListing;
import io.pcr.writer.internal.source.SourceSample;
import io.pcr.writer.internal.source.archive.TarSample.Part;
import io.pcr.writer.reject.RejectReason;
import io.pcr.writer.source.archive.TarSourceOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

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
    return files.read(sample.archive(), file, tar -> read(sample, file, tar));
  }

  private SourceSample read(TarSample sample, SourceFile file, ByteSource tar) throws IOException {
    ByteBuffer image = buffer.room(Math.toIntExact(sample.image().size()));
    tar.readFully(sample.image().position(), image);
    Object[] values = new Object[columns.size()];
    byte[] json = null;
    for (Part part : sample.others()) {
      byte[] value = TarParts.read(part, tar);
      if (part.extension().equals(WebDataset.JSON)) {
        json = requireText(value, part, file);
      } else {
        int column = names.indexOf(part.extension());
        boolean isText = columns.get(column).type() == ColumnType.STRING;
        values[column] = isText ? requireText(value, part, file) : value;
      }
    }
    if (json != null) {
      putJson(json, sample, file.keyText(), values);
    }
    return new SourceSample(
        file.keyText(),
        file.label(),
        image.flip(),
        Collections.unmodifiableList(Arrays.asList(values)));
  }

  /** Keeps the text too, where its columns would not make it again to the byte. */
  private void putJson(byte[] json, TarSample sample, String key, Object[] values) {
    String text = new String(json, UTF_8);
    Optional<JsonObject> object = KeyedJson.object(json);
    boolean isWhole =
        object.isPresent()
            && JsonColumns.fill(object.get().without(WebDataset.KEY), columns, names, values)
            && MembersJson.makes(text, object.get(), sample.name());
    if (!isWhole) {
      boolean isKeyed = KeyedJson.isAddedTo(sample.name(), key) && object.isPresent();
      String kept = isKeyed ? KeyedJson.without(text, key) : text;
      values[names.indexOf(WebDataset.JSON)] = kept.getBytes(UTF_8);
    }
  }

  private static byte[] requireText(byte[] value, Part part, SourceFile file) throws IOException {
    if (!RawNames.isUtf8(value)) {
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
    return files.read(
        sample.archive(),
        file,
        tar -> {
          tar.readFully(sample.image().position(), head);
          return head.flip();
        });
  }

  @Override
  public void close() throws IOException {
    files.close();
  }
}
