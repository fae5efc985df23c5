package io.pcr.writer.extract;

import static io.pcr.tfrecord.internal.example.ColumnFeatures.FLOAT64_SUFFIX;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.manifest.ClassName;
import io.pcr.format.media.MediaType;
import io.pcr.reader.Sample;
import io.pcr.reader.output.OutputReport;
import io.pcr.tfrecord.example.FeatureNames;
import io.pcr.tfrecord.internal.TfRecordWriteOptions;
import io.pcr.tfrecord.internal.TfRecordWriter;
import io.pcr.tfrecord.internal.example.ColumnFeatures;
import io.pcr.tfrecord.internal.example.Feature;
import io.pcr.tfrecord.internal.example.ImageExample;
import io.pcr.writer.internal.extract.ClassColumn;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Writes samples with their labels and columns to one TFRecord file, with the feature names of
 * TF-slim. Not thread-safe. Whoever creates it closes it, which also closes its target.
 */
public final class TfRecordSink implements SampleSink {
  private final ArchiveTarget target;
  private final TfRecordWriter writer;
  private final Map<Long, String> classNames = new HashMap<>();

  /**
   * A sink.
   *
   * @param compression such as {@code none} or {@code zstd:19}
   * @param classes the names of the labels, which the records contain
   */
  public TfRecordSink(ArchiveTarget target, String compression, List<ClassName> classes) {
    this.target = target;
    this.writer = new TfRecordWriter(target.channel(), TfRecordWriteOptions.parse(compression));
    classes.forEach(name -> classNames.put(name.label(), name.name()));
  }

  @Override
  public boolean isParallel() {
    return false;
  }

  @Override
  public Write prepare(Sample sample) throws IOException {
    ByteBuffer file = sample.file();
    ImageExample example =
        new ImageExample(
            file,
            sample.mediaType().map(MediaType::name),
            sample.label(),
            className(sample),
            Optional.of(sample.key()),
            known(sample.height()),
            known(sample.width()),
            Optional.empty(),
            columns(sample));
    return () -> {
      try {
        writer.write(example.toExample(FeatureNames.DEFAULT));
        return OutputReport.Outcome.WRITTEN;
      } catch (ArithmeticException e) {
        throw new NotWritableException("a record has less than 2 GiB");
      }
    };
  }

  /** Where labels are not numbered from 0, what records call their classes is a column. */
  private Optional<String> className(Sample sample) throws IOException {
    if (classNames.isEmpty()) {
      return ClassColumn.textOf(sample);
    }
    OptionalLong label = sample.label();
    return label.isPresent()
        ? Optional.ofNullable(classNames.get(label.getAsLong()))
        : Optional.empty();
  }

  private static OptionalLong known(int side) {
    return side == 0 ? OptionalLong.empty() : OptionalLong.of(side);
  }

  private static Map<String, Feature> columns(Sample sample) throws IOException {
    Map<String, Feature> features = new LinkedHashMap<>();
    for (ColumnSpec column : sample.columns()) {
      String name = column.name();
      if (FeatureNames.DEFAULT.isTaken(name)) {
        throw new NotWritableException(
            "column " + name + " has a name that is reserved for images");
      }
      if (column.type() == ColumnType.FLOAT64 && hasColumn(sample, name + FLOAT64_SUFFIX)) {
        throw new NotWritableException(
            "column " + name + FLOAT64_SUFFIX + " has the name of a feature of column " + name);
      }
      ColumnFeatures.put(features, sample.value(name).orElseThrow());
    }
    return features;
  }

  private static boolean hasColumn(Sample sample, String name) throws IOException {
    return sample.columns().stream().anyMatch(column -> column.name().equals(name));
  }

  @Override
  public void finish() throws IOException {
    writer.finish();
    target.commit();
  }

  @Override
  public void close() throws IOException {
    try (target) {
      writer.close();
    }
  }
}
