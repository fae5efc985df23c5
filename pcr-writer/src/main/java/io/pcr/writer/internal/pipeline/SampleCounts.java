package io.pcr.writer.internal.pipeline;

import io.pcr.format.metadata.Encoding;
import io.pcr.format.metadata.SourceFlags;
import io.pcr.format.metadata.SourceFlags.Fact;
import io.pcr.writer.internal.encode.EncodedSample;
import io.pcr.writer.journal.InputCounts;
import io.pcr.writer.journal.InputCounts.Count;

/** Counts a sample under all that it is. */
final class SampleCounts {
  private SampleCounts() {}

  static void add(InputCounts tally, EncodedSample sample) {
    SourceFlags flags = sample.entry().source().flags();
    tally.add(Count.SAMPLES, 1);
    tally.add(Count.SOURCE_BYTES, sample.entry().source().length());
    Encoding encoding = sample.entry().image().encoding();
    if (encoding != Encoding.PROGRESSIVE_JPEG) {
      tally.add(Count.of(encoding), 1);
    }
    if (flags.has(Fact.REENCODED)) {
      tally.add(Count.REENCODED, 1);
    }
    if (flags.has(Fact.DAMAGED)) {
      tally.add(Count.DAMAGED, 1);
    }
    sample.notes().forEach(note -> tally.add(Count.valueOf(note.name()), 1));
    tally.add(
        switch (sample.restore().kind()) {
          case NONE -> Count.RESTORE_NONE;
          case SAME -> Count.RESTORE_SAME;
          case RECIPE -> Count.RESTORE_RECIPE;
          case PATCH -> Count.RESTORE_PATCH;
          case ORIGINAL -> Count.RESTORE_ORIGINAL;
        },
        1);
  }
}
