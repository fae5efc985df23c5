package io.pcr.writer.pipeline;

import io.pcr.format.metadata.SourceFlags;
import io.pcr.format.metadata.SourceFlags.Fact;
import io.pcr.writer.encode.EncodedSample;
import io.pcr.writer.journal.Tally;
import io.pcr.writer.journal.Tally.Count;

/** Counts a sample under all that it is. */
final class SampleCounts {
  private SampleCounts() {}

  static void add(Tally tally, EncodedSample sample) {
    SourceFlags flags = sample.entry().source().flags();
    tally.add(Count.SAMPLES, 1);
    tally.add(Count.SOURCE_BYTES, sample.entry().source().length());
    switch (sample.entry().image().encoding()) {
      case OPAQUE -> tally.add(Count.OPAQUE, 1);
      case JPEG -> tally.add(Count.JPEG, 1);
      case PNG -> tally.add(Count.PNG, 1);
      case WEBP -> tally.add(Count.WEBP, 1);
      case BMP -> tally.add(Count.BMP, 1);
      case RAW -> tally.add(Count.RAW, 1);
      case PROGRESSIVE_JPEG -> {}
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
