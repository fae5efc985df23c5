package io.pcr.writer.publish;

import io.pcr.format.Limits;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.internal.commit.DatasetLock;
import io.pcr.format.internal.manifest.ManifestPublication;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.MeasuredCurve;
import io.pcr.format.quality.QualityMeasure;
import io.pcr.writer.internal.journal.RunFolder;
import io.pcr.writer.internal.publish.DatasetPublication;
import io.pcr.writer.internal.publish.NewerIndex;
import io.pcr.writer.journal.RunRefusedException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Puts quality curves into a dataset's manifest, as a new generation of the dataset. */
public final class CurvePublication {
  private CurvePublication() {}

  /**
   * Publishes the manifest with the curves, then the index that goes with it. Curves that it has of
   * other measures stay.
   *
   * @param measured the manifest that the curves were measured with
   * @param curves of different measures
   * @param notices told when the index cannot be written
   * @return the manifest with the curves
   * @throws RunRefusedException when the dataset is not the measured one any more, or a run in it
   *     is unfinished; nothing was changed then
   * @throws io.pcr.format.commit.DatasetBusyException when somebody else is writing to the folder
   */
  public static Manifest publish(
      Path folder,
      Manifest measured,
      List<MeasuredCurve> curves,
      Consumer<String> notices,
      DurableSteps steps)
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
      Manifest next = withCurves(measured, curves);
      new DatasetPublication(lock, Limits.DEFAULT, notices, steps).publish(standing, next);
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

  private static Manifest withCurves(Manifest measured, List<MeasuredCurve> curves)
      throws RunRefusedException {
    SortedMap<QualityMeasure, MeasuredCurve> all = new TreeMap<>();
    measured.quality().forEach(curve -> all.put(curve.measure(), curve));
    curves.forEach(curve -> all.put(curve.measure(), curve));
    if (all.size() > Manifest.MAX_CURVES) {
      throw new RunRefusedException(
          "a manifest holds at most "
              + Manifest.MAX_CURVES
              + " curves, and with those that were measured there would be "
              + all.size());
    }
    return new Manifest(
        measured.datasetUuid(),
        measured.generation() + 1,
        measured.groupCount(),
        measured.targets(),
        measured.classNames(),
        List.copyOf(all.values()),
        measured.options(),
        measured.shards());
  }
}
