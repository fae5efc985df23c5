package io.pcr.conformance.vectors;

import io.pcr.format.internal.checksum.Crc32C;
import java.util.List;

/** The metadata that belongs to samples. */
final class MetadataDraft {
  private MetadataDraft() {}

  static TableDraft of(int groupCount, List<SampleDraft> samples) {
    int n = samples.size();
    TableDraft table =
        new TableDraft("ShardMetadata")
            .set(
                "key_bytes",
                Frames.concat(samples.stream().map(SampleDraft::key).toArray(byte[][]::new)))
            .set("key_lengths", numbers(samples, sample -> sample.key().length))
            .set("widths", numbers(samples, SampleDraft::width))
            .set("heights", numbers(samples, SampleDraft::height))
            .set("color_classes", bytes(samples, SampleDraft::colorClass))
            .set("encodings", bytes(samples, SampleDraft::encoding))
            .set("source_flags", numbers(samples, SampleDraft::flags))
            .set("source_lengths", numbers(samples, sample -> sample.original().length));
    if (samples.stream().anyMatch(sample -> sample.label() != SampleDraft.NO_LABEL)) {
      table.set("labels", numbers(samples, s -> s.label() == SampleDraft.NO_LABEL ? 0 : s.label()));
      byte[] bits = new byte[(n + Byte.SIZE - 1) / Byte.SIZE];
      for (int i = 0; i < n; i++) {
        int bit = samples.get(i).label() == SampleDraft.NO_LABEL ? 0 : 1 << i % Byte.SIZE;
        bits[i / Byte.SIZE] |= (byte) bit;
      }
      if (samples.stream().anyMatch(sample -> sample.label() == SampleDraft.NO_LABEL)) {
        table.set("labels_present", bits);
      }
    }
    long[] lengths = new long[groupCount * n];
    long[] crcs = new long[groupCount * n];
    for (int group = 0; group < groupCount; group++) {
      for (int i = 0; i < n; i++) {
        byte[] slice = samples.get(i).slices().get(group);
        lengths[group * n + i] = slice.length;
        crcs[group * n + i] = Crc32C.of(slice);
      }
    }
    return table.set("slice_lengths", lengths).set("slice_crc32c", crcs);
  }

  /** A number of a sample. */
  interface NumberOf {
    long of(SampleDraft sample);
  }

  private static long[] numbers(List<SampleDraft> samples, NumberOf number) {
    return samples.stream().mapToLong(number::of).toArray();
  }

  private static byte[] bytes(List<SampleDraft> samples, NumberOf number) {
    byte[] bytes = new byte[samples.size()];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) number.of(samples.get(i));
    }
    return bytes;
  }
}
