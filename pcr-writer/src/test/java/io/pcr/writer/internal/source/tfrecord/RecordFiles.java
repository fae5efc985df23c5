package io.pcr.writer.internal.source.tfrecord;

import io.pcr.tfrecord.internal.TfRecordWriteOptions;
import io.pcr.tfrecord.internal.TfRecordWriter;
import io.pcr.tfrecord.internal.compression.TfRecordCompression;
import io.pcr.tfrecord.internal.example.Example;
import io.pcr.tfrecord.internal.example.Feature;
import io.pcr.tfrecord.internal.framing.TfRecordLayout;
import io.pcr.writer.internal.source.archive.Listed;
import io.pcr.writer.internal.tar.TarFiles;
import io.pcr.writer.source.tfrecord.TfRecordSourceOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** TFRecord files of samples, as bytes. */
final class RecordFiles {
  private RecordFiles() {}

  /** The file, written into the folder and listed. */
  static Listed list(Path folder, byte[] bytes) throws IOException {
    Path file = TarFiles.write(folder.resolve("x.tfrecord"), bytes);
    return Listed.of(TfRecordSourceOptions.of(file), folder.resolve("work"));
  }

  static List<Example> examples(int count) {
    List<Example> examples = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      examples.add(Example.of(image("" + i, i, "class " + i)));
    }
    return examples;
  }

  static Map<String, Feature> image(String key, long label, String className) {
    Map<String, Feature> features = new LinkedHashMap<>();
    features.put("image/encoded", Feature.ofText("bytes of " + key));
    features.put("image/filename", Feature.ofText(key));
    features.put("image/class/label", Feature.ofInt64s(label));
    features.put("image/class/text", Feature.ofText(className));
    return features;
  }

  static byte[] write(TfRecordCompression compression, List<Example> examples) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TfRecordWriter writer =
        new TfRecordWriter(Channels.newChannel(out), TfRecordWriteOptions.of(compression))) {
      for (Example example : examples) {
        writer.write(example);
      }
      writer.finish();
    }
    return out.toByteArray();
  }

  /** Where the records of a file without compression begin. */
  static int[] starts(byte[] file) {
    ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    List<Integer> starts = new ArrayList<>();
    for (int at = 0; at < file.length; at += (int) bytes.getLong(at) + TfRecordLayout.OVERHEAD) {
      starts.add(at);
    }
    return starts.stream().mapToInt(Integer::intValue).toArray();
  }
}
