package io.pcr.reader.internal;

import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.codecs.jpeg.DecodedImage;
import io.pcr.format.Limits;
import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
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
import java.nio.charset.StandardCharsets;
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
          ErrorCode.UNSUPPORTED_KIND,
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
  public OptionalLong int64(String column) {
    Column values = column(column, ColumnType.INT64);
    return values.isPresent(ordinal)
        ? OptionalLong.of(values.int64(ordinal))
        : OptionalLong.empty();
  }

  @Override
  public OptionalDouble float64(String column) {
    Column values = column(column, ColumnType.FLOAT64);
    return values.isPresent(ordinal)
        ? OptionalDouble.of(values.float64(ordinal))
        : OptionalDouble.empty();
  }

  @Override
  public Optional<ByteBuffer> bytes(String column) throws IOException {
    return value(column(column, ColumnType.BYTES));
  }

  @Override
  public Optional<String> string(String column) throws IOException {
    // What the column's checks let through is UTF-8.
    return value(column(column, ColumnType.STRING))
        .map(value -> StandardCharsets.UTF_8.decode(value).toString());
  }

  @Override
  public List<ColumnSpec> columns() {
    return metadata().columns().stream()
        .filter(column -> column.isPresent(ordinal))
        .map(Column::spec)
        .toList();
  }

  private Column column(String name, ColumnType type) {
    Column column =
        metadata()
            .column(name)
            .orElseThrow(
                () -> new IllegalArgumentException(shard.name() + " has no column " + name));
    if (column.spec().type() != type) {
      throw new IllegalArgumentException(
          "column " + name + " of " + shard.name() + " holds " + column.spec().type());
    }
    return column;
  }

  private Optional<ByteBuffer> value(Column column) throws IOException {
    if (!column.isPresent(ordinal)) {
      return Optional.empty();
    }
    if (column.spec().placement() == Placement.INLINE) {
      return Optional.of(column.bytes(ordinal));
    }
    int number = metadata().columns().indexOf(column);
    long position = file.layout().columnValuePosition(number, ordinal);
    Optional<ByteBuffer> early = bytes.alongside(position, column.valueLength(ordinal));
    if (early.isEmpty()) {
      return Optional.of(shard.columnValue(number, ordinal));
    }
    if (shard.context().options().verify()) {
      try {
        column.checkValue(ordinal, early.get(), new Origin(shard.name(), position));
      } catch (PcrException.Corrupt e) {
        return Optional.of(shard.columnValue(number, ordinal)); // A cache may have been at fault.
      }
    }
    return early;
  }

  @Override
  public String toString() {
    return shard.name() + ": " + key();
  }
}
