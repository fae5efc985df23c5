package io.pcr.conformance.tfrecord;

import io.pcr.format.source.FileByteSource;
import io.pcr.tfrecord.example.FeatureNames;
import io.pcr.tfrecord.internal.TfRecord;
import io.pcr.tfrecord.internal.TfRecordFile;
import io.pcr.tfrecord.internal.TfRecordReadOptions;
import io.pcr.tfrecord.internal.TfRecordReader;
import io.pcr.tfrecord.internal.TfRecordWriteOptions;
import io.pcr.tfrecord.internal.TfRecordWriter;
import io.pcr.tfrecord.internal.example.Example;
import io.pcr.tfrecord.internal.example.ImageExample;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** TFRecord files on disk, written and read by this project. */
final class TfRecordFiles {
  private TfRecordFiles() {}

  /** The images as examples; the label is the image's number, taken down from 0. */
  static List<Example> examples(Map<String, byte[]> images, String format) {
    List<Example> examples = new ArrayList<>();
    images.forEach(
        (key, image) ->
            examples.add(
                new ImageExample(
                        ByteBuffer.wrap(image),
                        Optional.of(format),
                        OptionalLong.of(-examples.size()),
                        Optional.empty(),
                        Optional.of(key),
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        Optional.empty(),
                        Map.of())
                    .toExample(FeatureNames.DEFAULT)));
    return examples;
  }

  static void write(Path file, TfRecordWriteOptions options, List<Example> examples)
      throws IOException {
    write(
        file,
        options,
        writer -> {
          for (Example example : examples) {
            writer.write(example);
          }
        });
  }

  /** Writes a file's records. */
  interface RecordSupplier {
    void writeTo(TfRecordWriter writer) throws IOException;
  }

  static void write(Path file, TfRecordWriteOptions options, RecordSupplier records)
      throws IOException {
    try (FileChannel channel =
            FileChannel.open(
                file,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE);
        TfRecordWriter writer = new TfRecordWriter(channel, options)) {
      records.writeTo(writer);
      writer.finish();
    }
  }

  /** Takes records one by one. */
  interface RecordConsumer {
    void record(TfRecord record) throws IOException;
  }

  /** Gives each record to the consumer; returns how many there were. */
  static long read(Path file, RecordConsumer consumer) throws IOException {
    long count = 0;
    try (FileByteSource source = FileByteSource.open(file);
        TfRecordReader reader = TfRecordFile.open(source, TfRecordReadOptions.DEFAULT).records()) {
      for (Optional<TfRecord> r = reader.next(); r.isPresent(); r = reader.next()) {
        consumer.record(r.get());
        count++;
      }
    }
    return count;
  }
}
