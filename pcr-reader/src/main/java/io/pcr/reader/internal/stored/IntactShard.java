package io.pcr.reader.internal.stored;

import io.pcr.format.Limits;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.restore.RestoreRegion;
import io.pcr.format.internal.shard.Region;
import io.pcr.format.internal.shard.RegionKind;
import io.pcr.format.internal.shard.ShardEntries;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import java.io.IOException;
import java.util.Optional;

/** Tells whether a file is a container shard of which every byte is intact. Stateless. */
public final class IntactShard {
  private IntactShard() {}

  /**
   * Reads a whole file, up to the first damage.
   *
   * @return whether the file is the shard and every checksum in it is right
   * @throws IOException when the file cannot be read
   */
  public static boolean is(ShardEntry entry, ByteSource source, Limits limits) throws IOException {
    try {
      ShardFile shard = ShardFile.open(source, limits);
      shard.requireComplete(source);
      ShardEntries.requireSame(entry, shard);
      for (Region region : shard.regions().regions()) {
        check(shard, region, source, limits);
      }
      return true;
    } catch (PcrException | InvalidFieldException e) {
      return false;
    }
  }

  private static void check(ShardFile shard, Region region, ByteSource source, Limits limits)
      throws IOException {
    if (region.kind() == RegionKind.RESTORE) {
      checkRestore(shard, region, source, limits);
      return;
    }
    Optional<RegionRuns> runs = RegionRuns.of(shard, region);
    if (runs.isPresent()) {
      new RegionWalk(source, limits, read -> {})
          .walk(
              runs.get(),
              (run, e) -> {
                throw e;
              });
    }
  }

  private static void checkRestore(ShardFile shard, Region region, ByteSource source, Limits limits)
      throws IOException {
    int samples = shard.metadata().sampleCount();
    RestoreRegion restore = RestoreRegion.open(source, region, samples, limits);
    int checked = -1;
    for (int sample = 0; sample < samples; sample++) {
      int frame = restore.directory().frameOf(sample);
      if (frame != checked) {
        restore.checkFrame(frame);
        checked = frame;
      }
    }
  }
}
