package io.pcr.advisor;

import static java.util.Objects.requireNonNull;

import io.pcr.advisor.model.StoredForm;
import io.pcr.format.Fidelity;
import io.pcr.format.manifest.MeasuredCurve;
import io.pcr.format.quality.GroupTargets;
import io.pcr.format.quality.QualityMeasure;
import io.pcr.format.quality.Reconstruction;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Shard;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A dataset that stands for one form in which images can be stored: itself, or a sample of what a
 * conversion would make. Immutable.
 *
 * @param dataset open as long as the tuner works; whoever opened it closes it
 * @param images that the whole dataset has
 */
public record TuneSource(PcrDataset dataset, StoredForm form, long images) {
  public TuneSource {
    requireNonNull(dataset, "dataset");
    requireNonNull(form, "form");
  }

  /** A dataset as it is. */
  public static TuneSource of(PcrDataset dataset) throws IOException {
    StoredForm form = dataset.groupCount() > 1 ? StoredForm.PCR : StoredForm.OTHER;
    return new TuneSource(dataset, form, dataset.sampleCount());
  }

  /** Whether it is on a file system of this machine. */
  public boolean isLocal() {
    return dataset.files().folder().isPresent();
  }

  /** The fidelities, the lowest first; only those asked for, and full. */
  List<Fidelity> fidelities(List<Integer> groups) throws IOException {
    List<Fidelity> all = new ArrayList<>();
    for (int group = 1; group < dataset.groupCount(); group++) {
      if (groups.isEmpty() || groups.contains(group)) {
        all.add(Fidelity.atMost(group));
      }
    }
    if (all.isEmpty() || groups.isEmpty() || groups.contains(dataset.groupCount())) {
      all.add(Fidelity.FULL);
    }
    return all;
  }

  /** Bytes of an image at a fidelity: exact, from the list of shards. */
  double bytes(Fidelity fidelity) throws IOException {
    long bytes = 0;
    for (Shard shard : dataset.shards()) {
      bytes += shard.prefixLength(shard.groupCount() == 1 ? Fidelity.FULL : fidelity);
    }
    return (double) bytes / dataset.sampleCount();
  }

  /** How the loader decodes it by default. */
  Reconstruction reconstruction() {
    return dataset
        .targets()
        .map(targets -> targets.measure().reconstruction())
        .orElse(Reconstruction.PLAIN);
  }

  /** The MS-SSIM of a fidelity: the target of its group, or else what was measured. */
  OptionalDouble quality(Fidelity fidelity) throws IOException {
    int groups = dataset.groupCount();
    if (fidelity.isFull() || fidelity.groupIn(groups) == groups) {
      return OptionalDouble.of(1);
    }
    int group = fidelity.groupIn(groups);
    Optional<GroupTargets> targets =
        dataset.targets().filter(of -> of.measure().metric() == QualityMeasure.Metric.MS_SSIM);
    if (targets.isPresent()) {
      return OptionalDouble.of(targets.get().target(group));
    }
    for (MeasuredCurve curve : dataset.quality()) {
      if (curve.measure().equals(QualityMeasure.MS_SSIM) && group <= curve.points().size()) {
        return OptionalDouble.of(curve.points().get(group - 1).msSsimMean());
      }
    }
    return OptionalDouble.empty();
  }
}
