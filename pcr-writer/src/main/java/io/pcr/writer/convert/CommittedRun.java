package io.pcr.writer.convert;

import io.pcr.format.commit.DurableSteps;
import io.pcr.format.internal.manifest.ManifestPublication;
import io.pcr.format.manifest.Manifest;
import io.pcr.writer.internal.convert.AddedShards;
import io.pcr.writer.internal.journal.CommitAttempt;
import io.pcr.writer.internal.journal.FinishedShard;
import io.pcr.writer.internal.journal.RunFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Finds out of a run that is resumed whether it has committed (R-COMMIT-9): it was about to create
 * a generation, and that generation is its own, or a later one has its shards.
 */
final class CommittedRun {
  private CommittedRun() {}

  /** The newest generation, when it has what the run added; empty when the run is to go on. */
  static Optional<Manifest> find(Path out, RunFolder run, DurableSteps steps) throws IOException {
    Optional<CommitAttempt> attempt = run.journal().attempt();
    if (attempt.isEmpty()) {
      return Optional.empty();
    }
    Optional<Manifest> newest = ManifestPublication.base(out, steps);
    CommitAttempt made = attempt.get();
    if (newest.isEmpty() || newest.get().generation() < made.generation()) {
      return Optional.empty();
    }
    return has(out, newest.get(), run.journal().shards())
            || ManifestPublication.isCommitted(out, made.generation(), made.commitId())
        ? newest
        : Optional.empty();
  }

  private static boolean has(Path out, Manifest newest, List<FinishedShard> shards)
      throws IOException {
    Map<String, UUID> made = new HashMap<>();
    shards.forEach(shard -> made.put(shard.name(), shard.shardUuid()));
    return AddedShards.isIn(out, newest, made);
  }
}
