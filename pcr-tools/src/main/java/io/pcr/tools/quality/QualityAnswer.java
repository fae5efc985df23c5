package io.pcr.tools.quality;

import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.shard.ShardVariant;
import io.pcr.reader.find.DatasetFiles;
import io.pcr.reader.internal.copies.CopyComparison;
import io.pcr.reader.quality.QualityCurve;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the command found. Immutable.
 *
 * @param curves one for each way to look at the images
 * @param copies what separate copies would cost, beside the first curve
 * @param target the mean MS-SSIM that is good enough
 * @param wholeSamples samples that every fidelity reads whole
 * @param stored the generation whose manifest keeps the curve
 */
record QualityAnswer(
    String dataset,
    List<QualityCurve> curves,
    Optional<CopyComparison> copies,
    double target,
    long wholeSamples,
    OptionalLong stored) {
  QualityAnswer {
    curves = List.copyOf(curves);
  }

  /** How many images were measured. */
  int images() {
    return curves.get(0).images();
  }

  /** How many were too large to be measured. */
  long overLimit() {
    return curves.get(0).overLimit();
  }

  /** Counts the samples of Liquid and TFRecord shards. */
  static long wholeSamples(DatasetFiles files) throws IOException {
    if (files.list().isEmpty()) {
      return 0;
    }
    files.list().get().load();
    return files.list().get().asList().stream()
        .filter(shard -> shard.variant() != ShardVariant.PCR)
        .mapToLong(ShardEntry::sampleCount)
        .sum();
  }
}
