package io.pcr.writer.internal.source.tfrecord;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnValue;
import io.pcr.format.error.PcrException;
import io.pcr.format.source.ByteSource;
import io.pcr.tfrecord.internal.TfRecordFile;
import io.pcr.tfrecord.internal.TfRecordReadOptions;
import io.pcr.tfrecord.internal.example.ColumnFeatures;
import io.pcr.tfrecord.internal.example.Example;
import io.pcr.tfrecord.internal.example.ImageExample;
import io.pcr.tfrecord.internal.framing.RecordFraming;
import io.pcr.tfrecord.internal.framing.TfRecordLayout;
import io.pcr.writer.internal.extract.ClassColumn;
import io.pcr.writer.internal.source.SampleSource;
import io.pcr.writer.internal.source.SourceFile;
import io.pcr.writer.internal.source.SourceListing;
import io.pcr.writer.internal.source.SourceSample;
import io.pcr.writer.internal.source.archive.ArchiveFiles;
import io.pcr.writer.internal.source.archive.ArchiveStamp;
import io.pcr.writer.internal.source.archive.ImageBuffer;
import io.pcr.writer.source.tfrecord.TfRecordSourceOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Reads listed records, each where it stands or in the copy of its file. */
final class TfRecordSourceReader implements SampleSource.Reader {
  private final TfRecordSourceOptions options;
  private final SourceListing listing;
  private final UnpackedRecords unpacked;
  private final ArchiveFiles files;
  private final ArchiveFiles copies;
  private final ImageBuffer buffer = new ImageBuffer();

  TfRecordSourceReader(
      TfRecordSourceOptions options, SourceListing listing, UnpackedRecords unpacked) {
    this.options = options;
    this.listing = listing;
    this.unpacked = unpacked;
    this.files = new ArchiveFiles(options.root());
    this.copies = new ArchiveFiles(unpacked.folder());
  }

  @Override
  public SourceSample read(long number) throws IOException {
    SourceFile file = listing.file(number);
    ImageExample image = image(file);
    List<Object> values = new ArrayList<>();
    for (ColumnSpec column : listing.rowColumns()) {
      byte[] value = value(image, column);
      boolean isClass = column.name().equals(ClassColumn.NAME);
      if (isClass && value == null && image.className().isPresent()) {
        value = image.className().get().getBytes(StandardCharsets.UTF_8);
      }
      values.add(value);
    }
    return new SourceSample(
        file.keyText(), file.label(), image.encoded(), Collections.unmodifiableList(values));
  }

  /** As the bytes that a shard stores. */
  private static byte[] value(ImageExample image, ColumnSpec column) {
    Optional<ColumnValue> value = ColumnFeatures.value(image.others(), column);
    if (value.isEmpty()) {
      return null;
    }
    byte[] bytes = new byte[value.get().bytes().remaining()];
    value.get().bytes().get(bytes);
    return bytes;
  }

  private ImageExample image(SourceFile file) throws IOException {
    ListedRecord record = ListedRecord.of(file);
    if (record.isNear()) {
      return files.read(record.file(), file, source -> image(record, data(record, source)));
    }
    ArchiveStamp copy = copy(record, file);
    return files.read(
        record.file(),
        file,
        source -> image(record, copies.read(copy, file, copied -> copied(record, copied))));
  }

  private ImageExample image(ListedRecord record, ByteBuffer data) throws PcrException {
    Example example = Example.decode(data, record.origin(), options.limits());
    return ImageExample.of(example, options.names(), record.origin());
  }

  /** What goes wrong is the source's fault only when the file is gone. */
  private ArchiveStamp copy(ListedRecord record, SourceFile file) throws IOException {
    try {
      return unpacked.copy(record.file());
    } catch (NoSuchFileException e) {
      // Says that the file is gone, or else that the whole source is.
      files.read(record.file(), file, ByteSource::length);
      throw e;
    }
  }

  private ByteBuffer data(ListedRecord record, ByteSource source) throws IOException {
    if (!record.compression().isPlain()) {
      TfRecordReadOptions read =
          TfRecordReadOptions.DEFAULT
              .withLimits(options.limits())
              .withCompression(record.compression());
      return TfRecordFile.open(source, read).read(record.position(), record.number()).data();
    }
    ByteBuffer bytes = buffer.room(Math.toIntExact(record.position().length()));
    source.readFully(record.position().fileOffset(), bytes);
    bytes.flip().order(ByteOrder.LITTLE_ENDIAN);
    int length = RecordFraming.checkHeader(bytes, 0, record.origin(), options.limits());
    ByteBuffer data = bytes.slice(TfRecordLayout.DATA_OFFSET, length);
    RecordFraming.checkData(
        data, bytes.getInt(TfRecordLayout.DATA_OFFSET + length), record.origin());
    return data;
  }

  private ByteBuffer copied(ListedRecord record, ByteSource copy) throws IOException {
    long length = record.position().length() - TfRecordLayout.OVERHEAD;
    ByteBuffer data = buffer.room(Math.toIntExact(length));
    copy.readFully(UnpackedRecords.positionOf(record.decodedOffset()), data);
    return data.flip();
  }

  @Override
  public ByteBuffer head(long number, int length) throws IOException {
    SourceFile file = listing.file(number);
    byte[] head = ListedRecord.of(file).head();
    ByteBuffer image =
        length <= head.length || head.length == file.size()
            ? ByteBuffer.wrap(head)
            : image(file).encoded().duplicate();
    return image.limit(Math.min(image.limit(), image.position() + length));
  }

  @Override
  public void close() throws IOException {
    try (copies) {
      files.close();
    }
  }
}
