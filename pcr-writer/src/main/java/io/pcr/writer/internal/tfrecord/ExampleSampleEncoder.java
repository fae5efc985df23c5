package io.pcr.writer.internal.tfrecord;

import io.pcr.format.ColorClass;
import io.pcr.format.column.ColumnSpec;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.metadata.ImageFacts;
import io.pcr.format.internal.metadata.SampleEntry;
import io.pcr.format.internal.restore.RestoreRecord;
import io.pcr.format.manifest.ClassName;
import io.pcr.format.metadata.Encoding;
import io.pcr.format.metadata.SourceFacts;
import io.pcr.format.metadata.SourceFlags;
import io.pcr.tfrecord.example.FeatureNames;
import io.pcr.tfrecord.internal.TfRecordShard;
import io.pcr.tfrecord.internal.example.ColumnFeatures;
import io.pcr.tfrecord.internal.example.ExampleEncoder;
import io.pcr.tfrecord.internal.example.Feature;
import io.pcr.tfrecord.internal.example.ImageExample;
import io.pcr.tfrecord.internal.framing.RecordOrigin;
import io.pcr.writer.internal.encode.EncodedSample;
import io.pcr.writer.internal.encode.FileInspector;
import io.pcr.writer.internal.encode.SampleEncoder;
import io.pcr.writer.internal.encode.StoredFile;
import io.pcr.writer.internal.extract.ClassColumn;
import io.pcr.writer.internal.shard.ShardSpec;
import io.pcr.writer.internal.source.InputRejectedException;
import io.pcr.writer.internal.source.SourceSample;
import io.pcr.writer.internal.source.SourceValue;
import io.pcr.writer.reject.Reject;
import io.pcr.writer.reject.RejectReason;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Makes each image file an example: the sample's body is the record's data. */
final class ExampleSampleEncoder implements SampleEncoder {
  private final ShardSpec run;
  private final FileInspector inspector;
  private final Map<Long, String> classNames = new HashMap<>();

  ExampleSampleEncoder(ShardSpec run) {
    this.run = run;
    inspector = new FileInspector(run.encode());
    for (ClassName name : run.classNames()) {
      classNames.put(name.label(), name.name());
    }
  }

  @Override
  public EncodedSample encode(SourceSample sample, long place) throws InputRejectedException {
    requireWithinLimit(sample, valueBytes(sample));
    StoredFile file = inspector.inspect(sample);
    OptionalLong label = sample.label();
    ImageExample image =
        new ImageExample(
            sample.bytes().asReadOnlyBuffer(),
            Optional.of(file.type().name()),
            label,
            className(sample, label),
            Optional.of(sample.key()),
            known(file.height()),
            known(file.width()),
            colorspace(file),
            columns(sample));
    ExampleEncoder example = image.toExample(FeatureNames.DEFAULT).encoder();
    requireWithinLimit(sample, example.encodedLength());
    ByteBuffer body = ByteBuffer.allocate(example.encodedLength());
    example.encode(body);
    requireReadable(sample, label, body.flip());
    return new EncodedSample(
        new SampleEntry(
            sample.key(),
            label,
            new ImageFacts(Encoding.OPAQUE, ColorClass.OPAQUE, file.width(), file.height()),
            new SourceFacts(SourceFlags.NONE, sample.bytes().remaining()),
            List.of()),
        body.asReadOnlyBuffer(),
        List.of(),
        RestoreRecord.SAME,
        Optional.empty(),
        Set.of());
  }

  /** Where labels are not numbered from 0, what records call their classes is a column. */
  private Optional<String> className(SourceSample sample, OptionalLong label) {
    if (classNames.isEmpty()) {
      for (int i = 0; i < run.columns().size(); i++) {
        Object value = sample.columnValues().get(i);
        if (ClassColumn.is(run.columns().get(i)) && value != null) {
          return Optional.of(new String((byte[]) value, StandardCharsets.UTF_8));
        }
      }
    }
    return label.isPresent()
        ? Optional.ofNullable(classNames.get(label.getAsLong()))
        : Optional.empty();
  }

  /** The record says of itself what readers are told of it: the key, the label, the file. */
  private void requireReadable(SourceSample sample, OptionalLong label, ByteBuffer record)
      throws InputRejectedException {
    try {
      ImageExample read =
          TfRecordShard.sample(record, new RecordOrigin(sample.key(), 0, 0), run.encode().limits());
      if (!read.key().equals(Optional.of(sample.key()))
          || !read.label().equals(label)
          || !read.encoded().equals(sample.bytes())) {
        throw unreadable(sample, "it was read back as another value");
      }
    } catch (PcrException e) {
      throw unreadable(sample, e.getMessage());
    }
  }

  private static InputRejectedException unreadable(SourceSample sample, String why) {
    return new InputRejectedException(
        new Reject(
            sample.key(),
            RejectReason.NOT_CONVERTIBLE,
            "it cannot be stored in a TFRecord: " + why,
            sample.bytes().remaining()));
  }

  private static long valueBytes(SourceSample sample) {
    long bytes = sample.bytes().remaining();
    for (Object value : sample.columnValues()) {
      bytes += value instanceof byte[] array ? array.length : 0;
    }
    return bytes;
  }

  /** Readers bound a record as a whole. */
  private void requireWithinLimit(SourceSample sample, long bytes) throws InputRejectedException {
    long limit = run.encode().limits().sliceBytes();
    if (bytes > limit) {
      throw new InputRejectedException(
          new Reject(
              sample.key(),
              RejectReason.LIMIT,
              "a record of " + bytes + " bytes or more, the limit is " + limit,
              sample.bytes().remaining()));
    }
  }

  private static OptionalLong known(int side) {
    return side == 0 ? OptionalLong.empty() : OptionalLong.of(side);
  }

  /** What the pixels are once decoded, in the words of TF-slim. */
  private static Optional<String> colorspace(StoredFile file) {
    if (file.channels().isEmpty()) {
      return Optional.empty();
    }
    return switch (file.type()) {
      case JPEG ->
          Optional.of(
              switch (file.channels().getAsInt()) {
                case 1 -> "Grayscale";
                case 4 -> "CMYK";
                default -> "RGB";
              });
      default -> Optional.of(file.channels().getAsInt() <= 2 ? "Grayscale" : "RGB");
    };
  }

  private Map<String, Feature> columns(SourceSample sample) {
    Map<String, Feature> features = new LinkedHashMap<>();
    for (int i = 0; i < run.columns().size(); i++) {
      ColumnSpec column = run.columns().get(i);
      Object value = sample.columnValues().get(i);
      if (value != null) {
        ColumnFeatures.put(features, SourceValue.of(column, value));
      }
    }
    return features;
  }

  @Override
  public void close() {
    inspector.close();
  }
}
