package io.pcr.writer.publish;

import io.pcr.format.Limits;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.internal.commit.DatasetLock;
import io.pcr.format.internal.manifest.ManifestPublication;
import io.pcr.format.internal.manifest.ManifestPublication.Root;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.MeasuredCurve;
import io.pcr.format.quality.QualityMeasure;
import io.pcr.writer.internal.journal.RunFolder;
import io.pcr.writer.internal.publish.DatasetPublication;
import io.pcr.writer.internal.publish.NewerIndex;
import io.pcr.writer.journal.RunRejectedException;
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
   * Publishes a new manifest with the curves, and then the index of that manifest. Curves of other
   * measures stay in the manifest.
   *
   * @param measured the manifest that the curves were measured with
   * @param curves of different measures
   * @param notices receives a sentence if the index cannot be written
   * @return the manifest with the curves
   * @throws RunRejectedException when the dataset has changed since it was measured, or a run in it
   *     is unfinished; nothing was changed then
   * @throws io.pcr.format.commit.DatasetBusyException when another command is writing to the folder
   */
  public static Manifest publish(
      Path folder,
      Manifest measured,
      List<MeasuredCurve> curves,
      Consumer<String> notices,
      DurableSteps steps)
      throws IOException {
    try (DatasetLock lock = DatasetLock.acquire(folder, "pcr quality", steps)) {
      lock.notice().ifPresent(notices);
      requireFinished(lock.folder());
      NewerIndex.requireNone(folder, measured);
      Manifest next = withCurves(measured, curves);
      Root root = new CurvesOf(folder, measured, next);
      Optional<Manifest> standing = ManifestPublication.base(folder, steps);
      root.on(standing, next.generation());
      return new DatasetPublication(folder, Limits.DEFAULT, notices, steps).publish(standing, root);
    }
  }

  /** Curves are worth something on the generation that was measured alone. */
  private record CurvesOf(Path folder, Manifest measured, Manifest next) implements Root {
    @Override
    public Manifest on(Optional<Manifest> base, long generation) throws IOException {
      if (!base.map(Manifest::commitId).equals(Optional.of(measured.commitId()))) {
        throw new RunRejectedException(
            folder
                + " was changed while it was measured, from generation "
                + measured.generation()
                + base.map(now -> " to " + now.generation()).orElse("")
                + "; measure again");
      }
      return next.generation() == generation
          ? next
          : next.next().generation(generation).parentGeneration(measured.generation()).build();
    }

    @Override
    public boolean isIn(Manifest generation) {
      return generation.generation() > measured.generation()
          && generation.quality().equals(next.quality())
          && generation.parts().equals(next.parts())
          && generation.shards().equals(next.shards());
    }
  }

  /**
   * Checks before the measurement whether a curve could be stored, as far as that is known then.
   * Where {@code manifest.pcrm} is behind the newest generation, it is brought up to date: only the
   * newest can be measured.
   *
   * @throws RunRejectedException when an unfinished run is in the folder and no process works on it
   * @throws io.pcr.format.commit.DatasetBusyException when another command is writing to the folder
   */
  public static void requireStorable(Path folder) throws IOException {
    if (RunFolder.isUnfinished(folder)) {
      DatasetLock.acquire(folder, "pcr quality", DurableSteps.NONE).close();
      requireFinished(folder);
    }
    ManifestPublication.base(folder, DurableSteps.NONE);
  }

  private static void requireFinished(Path folder) throws RunRejectedException {
    if (RunFolder.isUnfinished(folder)) {
      throw new RunRejectedException(
          folder
              + " holds an unfinished run; finish it with its own command, or "
              + RunFolder.howToGiveUp(folder));
    }
  }

  private static Manifest withCurves(Manifest measured, List<MeasuredCurve> curves)
      throws RunRejectedException {
    SortedMap<QualityMeasure, MeasuredCurve> all = new TreeMap<>();
    measured.quality().forEach(curve -> all.put(curve.measure(), curve));
    curves.forEach(curve -> all.put(curve.measure(), curve));
    if (all.size() > Manifest.MAX_CURVES) {
      throw new RunRejectedException(
          "a manifest holds at most "
              + Manifest.MAX_CURVES
              + " curves, and with the new ones there would be "
              + all.size());
    }
    return measured.next().quality(List.copyOf(all.values())).build();
  }
}
