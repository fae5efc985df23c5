package io.pcr.conformance.probe;

import io.pcr.format.Limits;
import io.pcr.format.internal.checksum.Sha256;
import io.pcr.format.source.ByteSource;
import io.pcr.tfrecord.example.FeatureNames;
import io.pcr.tfrecord.internal.TfRecord;
import io.pcr.tfrecord.internal.TfRecordFile;
import io.pcr.tfrecord.internal.TfRecordReadOptions;
import io.pcr.tfrecord.internal.TfRecordReader;
import io.pcr.tfrecord.internal.compression.TfRecordCompression;
import io.pcr.tfrecord.internal.example.Example;
import io.pcr.tfrecord.internal.example.Feature;
import io.pcr.tfrecord.internal.example.ImageExample;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a TFRecord shard holds. */
final class TfRecordDump {
  private TfRecordDump() {}

  static Map<String, Object> of(ByteSource source, TfRecordCompression compression)
      throws IOException {
    List<Object> examples = new ArrayList<>();
    TfRecordFile file =
        TfRecordFile.open(source, TfRecordReadOptions.DEFAULT.withCompression(compression));
    try (TfRecordReader reader = file.records()) {
      Optional<TfRecord> record = reader.next();
      while (record.isPresent()) {
        Example example =
            Example.decode(record.get().data(), record.get().origin(), Limits.DEFAULT);
        ImageExample image = ImageExample.of(example, FeatureNames.DEFAULT, record.get().origin());
        examples.add(features(example, image));
        record = reader.next();
      }
    }
    Map<String, Object> dump = new LinkedHashMap<>();
    dump.put("container", "tfrecord");
    dump.put("compression", compression.kind().name());
    dump.put("examples", examples);
    return dump;
  }

  private static Map<String, Object> features(Example example, ImageExample image) {
    Map<String, Object> dump = new LinkedHashMap<>();
    example
        .features()
        .forEach(
            (name, feature) -> {
              if (feature.count() > 0) {
                dump.put(name, values(feature));
              }
            });
    String encoded = FeatureNames.DEFAULT.name(FeatureNames.Role.ENCODED);
    dump.put(encoded, Sha256.of(image.encoded()).toString());
    return dump;
  }

  private static List<Object> values(Feature feature) {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < feature.count(); i++) {
      switch (feature.kind()) {
        case BYTES -> values.add(ShardDump.hex(feature.bytes(i)));
        case FLOAT ->
            values.add(String.format("%08x", Float.floatToRawIntBits(feature.floatAt(i))));
        case INT64 -> values.add(feature.int64(i));
        case NONE -> throw new AssertionError(feature);
      }
    }
    return values;
  }
}
