package io.pcr.writer.convert;

import io.pcr.format.internal.manifest.ManifestPublication;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.manifest.ShardTable;
import io.pcr.writer.internal.journal.FinishedShard;
import io.pcr.writer.internal.journal.RunFolder;
import io.pcr.writer.journal.RunRejectedException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Proves of a run that is resumed that the dataset is where the run left it: as it was when the run
 * began, or with the run's own shards. A run makes shards whose numbers are free only then.
 */
final class StandingManifest {
  private StandingManifest() {}

  /**
   * The manifest that the run published before it was ended; empty when it did not come to that.
   */
  static Optional<Manifest> published(Path out, Optional<Manifest> base, RunFolder run)
      throws IOException {
    Optional<Manifest> standing = ManifestPublication.standing(out);
    if (standing.equals(base)) {
      return Optional.empty();
    }
    if (standing.isPresent() && isOurs(standing.get(), base, run)) {
      return standing;
    }
    throw new RunRejectedException(
        out
            + " was changed by another program since the unfinished run in it began; "
            + RunFolder.howToGiveUp(out));
  }

  private static boolean isOurs(Manifest standing, Optional<Manifest> base, RunFolder run) {
    List<ShardEntry> before = base.map(Manifest::shards).orElse(ShardTable.EMPTY);
    int count = before.size();
    List<ShardEntry> shards = standing.shards();
    if (shards.size() < count || !shards.subList(0, count).equals(before)) {
      return false;
    }
    Set<UUID> made =
        run.journal().shards().stream().map(FinishedShard::shardUuid).collect(Collectors.toSet());
    return standing.generation() == base.map(Manifest::generation).orElse(0L) + 1
        && shards.subList(count, shards.size()).stream()
            .allMatch(shard -> made.contains(shard.shardUuid()));
  }
}
