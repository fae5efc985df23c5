package io.pcr.tools.quality;

import io.pcr.format.Limits;
import io.pcr.format.commit.AtomicFile;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import io.pcr.reader.PcrDataset;
import io.pcr.tools.UsageException;
import io.pcr.writer.journal.RunFolder;
import java.io.IOException;
import java.nio.file.Path;

/** Puts a curve into a dataset's manifest, as a new generation of the dataset. */
final class CurveStore {
  private CurveStore() {}

  /**
   * Publishes the manifest with the curve, then the index that goes with it.
   *
   * @param measured the manifest that the curve was measured with
   * @return the new generation
   */
  static long store(Path folder, Manifest measured, QualityCurve curve) throws IOException {
    if (RunFolder.isUnfinished(folder)) {
      throw new UsageException(
          folder + ": a conversion is unfinished there; finish it, or measure with --no-store");
    }
    Path file = folder.resolve(Manifest.FILE_NAME);
    try (ByteSource source = FileByteSource.open(file)) {
      if (Manifest.read(source, Limits.DEFAULT).generation() != measured.generation()) {
        throw new UsageException(folder + ": samples were added meanwhile; measure again");
      }
    }
    Manifest next =
        new Manifest(
            measured.datasetUuid(),
            measured.generation() + 1,
            measured.groupCount(),
            measured.scanScripts(),
            measured.classNames(),
            curve.toManifest(),
            measured.options(),
            measured.shards());
    AtomicFile.write(file, DurableSteps.NONE, next.encode());
    // The old index is of the old generation; opening the dataset builds the new one.
    try (PcrDataset dataset = PcrDataset.open(folder)) {
      dataset.index();
    }
    return next.generation();
  }
}
