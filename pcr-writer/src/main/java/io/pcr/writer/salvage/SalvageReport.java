package io.pcr.writer.salvage;

import io.pcr.format.manifest.Manifest;
import java.util.List;

/**
 * The result of a salvage. Immutable and thread-safe.
 *
 * @param manifest the manifest of the new dataset
 * @param losses what is lost, in the order of the damaged dataset; the new dataset lists it in
 *     {@link #LOSSES_NAME}
 * @param copied the number of intact shards that were copied unchanged
 */
public record SalvageReport(Manifest manifest, List<Loss> losses, int copied) {
  /**
   * The name of the file next to the new manifest that lists the losses, one JSON object per line.
   */
  public static final String LOSSES_NAME = "losses.jsonl";

  public SalvageReport {
    losses = List.copyOf(losses);
  }

  /** The number of losses of a kind. */
  public long count(Loss.Kind kind) {
    return losses.stream().filter(loss -> loss.kind() == kind).count();
  }

  /** The number of samples that are known to be lost. */
  public long lostSamples() {
    return losses.stream().mapToLong(loss -> loss.samples().orElse(0)).sum();
  }

  /** Files that are shards and were not taken, as nothing says that they are of the dataset. */
  public List<String> leftOut() {
    return losses.stream()
        .filter(loss -> loss.cause().fate() == Loss.Fate.UNLISTED)
        .map(Loss::file)
        .toList();
  }

  /** Whether something of a kind is lost with an unknown number of samples. */
  public boolean isUncounted(Loss.Kind kind) {
    return losses.stream()
        .filter(loss -> loss.kind() == kind && loss.cause().fate() != Loss.Fate.UNLISTED)
        .anyMatch(loss -> loss.samples().isEmpty());
  }

  /** Whether more samples may be lost than the number that is known. */
  public boolean isMoreUnknown() {
    return losses.stream().anyMatch(loss -> loss.samples().isEmpty());
  }
}
