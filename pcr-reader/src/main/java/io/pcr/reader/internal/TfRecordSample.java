package io.pcr.reader.internal;

import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.codecs.jpeg.DecodedImage;
import io.pcr.format.Limits;
import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnValue;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;
import io.pcr.format.media.MediaType;
import io.pcr.format.metadata.Encoding;
import io.pcr.reader.DecodedSize;
import io.pcr.reader.ImageFacts;
import io.pcr.tfrecord.example.FeatureNames;
import io.pcr.tfrecord.internal.example.ColumnFeatures;
import io.pcr.tfrecord.internal.example.Feature;
import io.pcr.tfrecord.internal.example.ImageExample;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** A sample of a TFRecord shard: an image file and its features. */
final class TfRecordSample implements LimitedSample, SampleFacts {
  private final TfRecordDatasetShard shard;
  private final int ordinal;
  private final ImageExample image;
  private final ReaderContext context;

  /**
   * @param image has a key
   */
  TfRecordSample(
      TfRecordDatasetShard shard, int ordinal, ImageExample image, ReaderContext context) {
    this.shard = shard;
    this.ordinal = ordinal;
    this.image = image;
    this.context = context;
  }

  @Override
  public String key() {
    return image.key().orElseThrow();
  }

  @Override
  public OptionalLong label() {
    return image.label();
  }

  @Override
  public int ordinal() {
    return ordinal;
  }

  /** A file of a kind that its magic tells. */
  @Override
  public Encoding encoding() {
    return Encoding.OPAQUE;
  }

  @Override
  public int width() {
    return side(image.width());
  }

  @Override
  public int height() {
    return side(image.height());
  }

  /** Anything may have been written there. */
  private static int side(OptionalLong stated) {
    long side = stated.orElse(0);
    return side < 0 || side > Integer.MAX_VALUE ? 0 : (int) side;
  }

  @Override
  public int group() {
    return 1;
  }

  @Override
  public boolean isDegraded() {
    return false;
  }

  @Override
  public int length() {
    return image.encoded().remaining();
  }

  @Override
  public List<ByteBuffer> slices() {
    return length() == 0 ? List.of() : List.of(file());
  }

  @Override
  public ByteBuffer file() {
    return image.encoded().duplicate();
  }

  @Override
  public ByteBuffer jpeg() throws IOException {
    ByteBuffer whole = file();
    Optional<MediaType> type = MediaType.sniff(whole);
    if (type.isEmpty() || type.get() != MediaType.JPEG) {
      throw new PcrException.Unsupported(
          ErrorCode.UNSUPPORTED,
          new FieldLocation("TfRecord[" + ordinal + "].data", 0, shard.name()),
          "sample as JPEG",
          type.map(MediaType::mimeType).orElse("an unknown kind"),
          MediaType.JPEG.mimeType());
    }
    return whole;
  }

  @Override
  public void writeTo(WritableByteChannel channel) throws IOException {
    ByteBuffer whole = file();
    while (whole.hasRemaining()) {
      channel.write(whole);
    }
  }

  @Override
  public Limits limits() {
    return context.options().limits();
  }

  /** Anything may have been written into the record. */
  @Override
  public boolean isSizeProved() {
    return false;
  }

  @Override
  public DecodedImage decode(DecodeOptions options, ByteBuffer pixels) throws IOException {
    return context.decoders().decode(this, options, pixels);
  }

  /** By the file itself, as what the record states may be anything. */
  @Override
  public DecodedSize decodedSize(DecodeOptions options) throws IOException {
    return context.decoders().size(this, options);
  }

  @Override
  public ImageFacts imageFacts() throws IOException {
    return context.decoders().facts(this);
  }

  @Override
  public OptionalLong int64(String column) {
    return ColumnFeatures.int64(columns(column), column);
  }

  @Override
  public OptionalDouble float64(String column) {
    return ColumnFeatures.float64(columns(column), column);
  }

  @Override
  public Optional<ByteBuffer> bytes(String column) {
    return ColumnFeatures.bytes(columns(column), column);
  }

  @Override
  public Optional<String> string(String column) {
    return bytes(column).map(value -> StandardCharsets.UTF_8.decode(value).toString());
  }

  @Override
  public Optional<ColumnValue> value(String column) {
    return columns().stream()
        .filter(spec -> spec.name().equals(column))
        .findFirst()
        .flatMap(spec -> ColumnFeatures.value(columns(column), spec));
  }

  @Override
  public List<ColumnSpec> columns() {
    return ColumnFeatures.columns(image.others(), shard.columns());
  }

  /** What is a feature of every image is no column. */
  private Map<String, Feature> columns(String column) {
    if (FeatureNames.DEFAULT.isTaken(column)) {
      throw new IllegalArgumentException(shard.name() + " has no column " + column);
    }
    return image.others();
  }

  @Override
  public String toString() {
    return shard.name() + ": " + key();
  }
}
