package io.pcr.writer.publish;

import io.pcr.format.Limits;
import io.pcr.format.commit.DatasetLock;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.index.lmdb.IndexDirectory;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ManifestPublication;
import io.pcr.format.manifest.QualityPoint;
import io.pcr.reader.find.ShardFinder;
import io.pcr.writer.journal.RunFolder;
import io.pcr.writer.journal.RunRefusedException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Puts a quality curve into a dataset's manifest, as a new generation of the dataset. */
public final class CurvePublication {
  private CurvePublication() {}

  /**
   * Publishes the manifest with the curve, then the index that goes with it.
   *
   * @param measured the manifest that the curve was measured with
   * @param curve one point for each group
   * @return the manifest with the curve
   * @throws RunRefusedException when the dataset is not the measured one any more, or a run in it
   *     is unfinished; nothing was changed then
   * @throws io.pcr.format.commit.DatasetBusyException when somebody else is writing to the folder
   */
  public static Manifest publish(
      Path folder, Manifest measured, List<QualityPoint> curve, DurableSteps steps)
      throws IOException {
    try (DatasetLock lock = DatasetLock.acquire(folder, "pcr quality", steps)) {
      requireFinished(folder);
      Optional<Manifest> standing = ManifestPublication.standing(folder);
      if (!standing.equals(Optional.of(measured))) {
        throw new RunRefusedException(
            folder
                + " was changed while it was measured, from generation "
                + measured.generation()
                + standing.map(now -> " to " + now.generation()).orElse("")
                + "; measure again");
      }
      NewerIndex.requireNone(folder, measured);
      Manifest next = withCurve(measured, curve);
      ManifestPublication.publish(lock, standing, next, steps);
      // Who measured was told which shards stand under other names.
      ShardFinder finder = ShardFinder.local(folder, next, notice -> {});
      IndexDirectory.rebuild(folder, finder.indexSource(Limits.DEFAULT), steps);
      return next;
    }
  }

  /**
   * Proves that a curve can be stored as far as that shows before it is measured.
   *
   * @throws RunRefusedException when a run in the folder is unfinished and nobody is at it
   * @throws io.pcr.format.commit.DatasetBusyException when somebody is writing to the folder
   */
  public static void requireStorable(Path folder) throws IOException {
    if (RunFolder.isUnfinished(folder)) {
      DatasetLock.acquire(folder, "pcr quality", DurableSteps.NONE).close();
      requireFinished(folder);
    }
  }

  private static void requireFinished(Path folder) throws RunRefusedException {
    if (RunFolder.isUnfinished(folder)) {
      throw new RunRefusedException(
          folder
              + " holds an unfinished run; finish it with its own command, or "
              + RunFolder.howToGiveUp(folder));
    }
  }

  private static Manifest withCurve(Manifest measured, List<QualityPoint> curve) {
    return new Manifest(
        measured.datasetUuid(),
        measured.generation() + 1,
        measured.groupCount(),
        measured.targets(),
        measured.classNames(),
        curve,
        measured.options(),
        measured.shards());
  }
}
