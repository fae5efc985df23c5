package io.pcr.reader.internal;

import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.codecs.jpeg.DecodedImage;
import io.pcr.format.Limits;
import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.column.ColumnValue;
import io.pcr.format.column.Placement;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.column.Column;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.media.MediaType;
import io.pcr.format.metadata.Encoding;
import io.pcr.format.metadata.SourceFacts;
import io.pcr.reader.DecodedSize;
import io.pcr.reader.ImageFacts;
import io.pcr.reader.internal.stored.SampleFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.GatheringByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** A sample of a container shard. */
final class ContainerSample implements LimitedSample {
  private final ContainerShard shard;
  private final ShardFile file;
  private final int ordinal;
  private final int group;
  private final boolean degraded;
  private final SampleBytes bytes;

  ContainerSample(
      ContainerShard shard,
      ShardFile file,
      int ordinal,
      int group,
      boolean degraded,
      SampleBytes bytes) {
    this.shard = shard;
    this.file = file;
    this.ordinal = ordinal;
    this.group = group;
    this.degraded = degraded;
    this.bytes = bytes;
  }

  private ShardMetadata metadata() {
    return file.metadata();
  }

  @Override
  public String key() {
    return metadata().key(ordinal);
  }

  @Override
  public OptionalLong label() {
    return metadata().label(ordinal);
  }

  @Override
  public int ordinal() {
    return ordinal;
  }

  @Override
  public Encoding encoding() {
    return metadata().encoding(ordinal);
  }

  @Override
  public int width() {
    return metadata().width(ordinal);
  }

  @Override
  public int height() {
    return metadata().height(ordinal);
  }

  @Override
  public int group() {
    return group;
  }

  @Override
  public boolean isDegraded() {
    return degraded;
  }

  @Override
  public int length() {
    int length = SampleFile.endLength(encoding());
    for (int g = 1; g <= group; g++) {
      length += metadata().sliceLength(g, ordinal);
    }
    return length;
  }

  @Override
  public List<ByteBuffer> slices() {
    return bytes.slices();
  }

  @Override
  public ByteBuffer file() {
    List<ByteBuffer> slices = slices();
    if (slices.size() == 1) {
      return slices.get(0);
    }
    ByteBuffer copy = ByteBuffer.allocate(length());
    slices.forEach(copy::put);
    return copy.flip().asReadOnlyBuffer();
  }

  @Override
  public ByteBuffer jpeg() throws IOException {
    Optional<MediaType> type = mediaType();
    if (type.isEmpty() || type.get() != MediaType.JPEG) {
      throw new PcrException.Unsupported(
          ErrorCode.UNSUPPORTED,
          new FieldLocation("ShardMetadata.encodings[" + ordinal + "]", position(), shard.name()),
          "sample as JPEG",
          type.map(MediaType::mimeType).orElse(encoding().toString()),
          MediaType.JPEG.mimeType());
    }
    return file();
  }

  private long position() {
    return file.layout().slicePosition(1, ordinal);
  }

  @Override
  public void writeTo(WritableByteChannel channel) throws IOException {
    ByteBuffer[] slices = slices().toArray(ByteBuffer[]::new);
    if (channel instanceof GatheringByteChannel gathering) {
      int from = 0;
      while (from < slices.length) {
        gathering.write(slices, from, slices.length - from);
        while (from < slices.length && !slices[from].hasRemaining()) {
          from++;
        }
      }
    } else {
      for (ByteBuffer slice : slices) {
        while (slice.hasRemaining()) {
          channel.write(slice);
        }
      }
    }
  }

  @Override
  public Limits limits() {
    return shard.context().options().limits();
  }

  @Override
  public boolean isSizeProved() {
    return true;
  }

  @Override
  public DecodedImage decode(DecodeOptions options, ByteBuffer pixels) throws IOException {
    return shard.context().decoders().decode(this, options, pixels);
  }

  @Override
  public DecodedSize decodedSize(DecodeOptions options) throws IOException {
    return width() > 0 && height() > 0
        ? DecodedSize.of(width(), height(), options)
        : shard.context().decoders().size(this, options);
  }

  @Override
  public ImageFacts imageFacts() throws IOException {
    return shard.context().decoders().facts(this);
  }

  @Override
  public Optional<SourceFacts> source() {
    return Optional.of(metadata().source(ordinal));
  }

  @Override
  public OptionalLong int64(String column) throws IOException {
    Optional<ColumnValue> value = scalar(column, ColumnType.INT64);
    return value.isPresent() ? OptionalLong.of(value.get().int64s()[0]) : OptionalLong.empty();
  }

  @Override
  public OptionalDouble float64(String column) throws IOException {
    Optional<ColumnValue> value = scalar(column, ColumnType.FLOAT64);
    return value.isPresent()
        ? OptionalDouble.of(value.get().float64s()[0])
        : OptionalDouble.empty();
  }

  @Override
  public Optional<ByteBuffer> bytes(String column) throws IOException {
    return scalar(column, ColumnType.BYTES).map(ColumnValue::bytes);
  }

  @Override
  public Optional<String> string(String column) throws IOException {
    return scalar(column, ColumnType.STRING).map(value -> value.strings().get(0));
  }

  @Override
  public Optional<ColumnValue> value(String column) throws IOException {
    return value(column(column));
  }

  @Override
  public List<ColumnSpec> columns() {
    return metadata().columns().stream()
        .filter(column -> column.isPresent(ordinal))
        .map(Column::spec)
        .toList();
  }

  private Column column(String name) {
    return metadata()
        .column(name)
        .orElseThrow(() -> new IllegalArgumentException(shard.name() + " has no column " + name));
  }

  private Optional<ColumnValue> scalar(String name, ColumnType type) throws IOException {
    Column column = column(name);
    ColumnSpec spec = column.spec();
    if (spec.type() != type || !spec.isScalar()) {
      throw new IllegalArgumentException(
          "column " + name + " of " + shard.name() + " holds " + spec.kind());
    }
    return value(column);
  }

  private Optional<ColumnValue> value(Column column) throws IOException {
    if (!column.isPresent(ordinal)) {
      return Optional.empty();
    }
    if (column.spec().placement() == Placement.INLINE) {
      return Optional.of(column.value(ordinal));
    }
    int number = metadata().columns().indexOf(column);
    long position = file.layout().columnValuePosition(number, ordinal);
    ByteBuffer row =
        bytes
            .alongside(position, column.valueLength(ordinal))
            .filter(early -> isProved(column, early, position))
            .orElse(null);
    // A cache may have been at fault for what is not proved.
    return Optional.of(
        ColumnValue.of(column.spec(), row == null ? shard.columnValue(number, ordinal) : row));
  }

  private boolean isProved(Column column, ByteBuffer early, long position) {
    try {
      if (shard.context().options().verify()) {
        column.checkValue(ordinal, early, new Origin(shard.name(), position));
      }
      return true;
    } catch (PcrException e) {
      return false;
    }
  }

  @Override
  public String toString() {
    return shard.name() + ": " + key();
  }
}
