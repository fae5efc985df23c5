package io.pcr.conformance.vectors;

import io.pcr.format.internal.checksum.Crc32C;
import java.util.List;

/** The metadata that belongs to samples. */
final class MetadataDraft {
  private static final int LOW_BITS = 16;

  private MetadataDraft() {}

  static TableDraft of(int groupCount, List<SampleDraft> samples) {
    int n = samples.size();
    TableDraft table =
        new TableDraft("ShardMetadata")
            .set("sample_count", n)
            .set("group_count", groupCount)
            .set(
                "key_bytes",
                Frames.concat(samples.stream().map(SampleDraft::key).toArray(byte[][]::new)))
            .set("key_lengths", numbers(samples, sample -> sample.key().length))
            .set("widths", numbers(samples, SampleDraft::width))
            .set("heights", numbers(samples, SampleDraft::height))
            .set("color_classes", bytes(samples, SampleDraft::colorClass))
            .set("encodings", bytes(samples, SampleDraft::encoding))
            .set("source_flags", numbers(samples, SampleDraft::flags))
            .set("source_lengths", numbers(samples, sample -> sample.original().length))
            .set(
                "source_sha256",
                Frames.concat(
                    samples.stream()
                        .map(sample -> ShardDraft.sha256(sample.original()))
                        .toArray(byte[][]::new)));
    if (samples.stream().anyMatch(sample -> sample.label() != SampleDraft.NO_LABEL)) {
      table.set("labels", numbers(samples, SampleDraft::label));
    }
    long[] low = new long[groupCount * n];
    long[] high = new long[groupCount * n];
    long[] crcs = new long[groupCount * n];
    for (int group = 0; group < groupCount; group++) {
      for (int i = 0; i < n; i++) {
        byte[] slice = samples.get(i).slices().get(group);
        low[group * n + i] = slice.length & 0xFFFF;
        high[group * n + i] = (long) slice.length >>> LOW_BITS;
        crcs[group * n + i] = Crc32C.of(slice);
      }
    }
    return table
        .set("slice_lengths_low", low)
        .set("slice_lengths_high", high)
        .set("slice_crc32c", crcs);
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
