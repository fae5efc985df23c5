package io.pcr.writer.salvage;

import io.pcr.format.manifest.Manifest;
import java.util.List;

/**
 * What became of a damaged dataset. Immutable.
 *
 * @param manifest of the new dataset
 * @param losses in the order of the damaged dataset; the new one lists them in {@link #LOSSES_NAME}
 * @param copied shards that were intact, and copied as they were
 */
public record SalvageReport(Manifest manifest, List<Loss> losses, int copied) {
  /** The file beside the new manifest that lists the losses, one JSON object a line. */
  public static final String LOSSES_NAME = "losses.jsonl";

  public SalvageReport {
    losses = List.copyOf(losses);
  }

  /** Losses of a kind. */
  public long count(Loss.Kind kind) {
    return losses.stream().filter(loss -> loss.kind() == kind).count();
  }

  /** Samples that are known to be lost. */
  public long lostSamples() {
    return losses.stream().mapToLong(loss -> loss.samples().orElse(0)).sum();
  }

  /** Whether more may be lost than anybody knows. */
  public boolean isMoreUnknown() {
    return losses.stream().anyMatch(loss -> loss.samples().isEmpty());
  }
}
