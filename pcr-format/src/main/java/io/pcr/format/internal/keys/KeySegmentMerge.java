package io.pcr.format.internal.keys;

import io.pcr.format.manifest.KeySegment;
import io.pcr.format.source.ByteSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Takes older segments into a new one, so that a dataset never has more than {@value
 * KeySegment#MAX_SEGMENTS}, and each key is written again only now and then (spec requirement
 * R-KEYS-5).
 *
 * <p>Stateless.
 */
public final class KeySegmentMerge {
  private KeySegmentMerge() {}

  /** Opens the file of a segment; the caller closes it. */
  @FunctionalInterface
  public interface Opener {
    ByteSource open(KeySegment segment) throws IOException;
  }

  /**
   * Adds the entries of the last segments to new ones, as many segments as the rule wants, without
   * entries of shards that are no longer listed.
   *
   * @param listed the segments of the generation that is built upon
   * @param shards of that generation
   * @param entries the new ones
   * @return the segments that stay, before the new one
   */
  public static List<KeySegment> merge(
      List<KeySegment> listed,
      UUID dataset,
      Opener opener,
      NumberedShards shards,
      KeyEntries entries)
      throws IOException {
    List<KeySegment> kept = new ArrayList<>(listed);
    while (!kept.isEmpty() && takesUp(kept, entries.count())) {
      KeySegment last = kept.remove(kept.size() - 1);
      try (ByteSource source = opener.open(last)) {
        new KeySegmentFile(source, last)
            .check(
                dataset,
                (entry, origin) -> {
                  if (shards.sampleCount(entry.shardNumber()) != NumberedShards.NOT_LISTED) {
                    entries.add(entry);
                  }
                });
      }
    }
    return List.copyOf(kept);
  }

  private static boolean takesUp(List<KeySegment> kept, long newEntries) {
    // Subtracted, as twice a count may be more than a long holds.
    long last = kept.get(kept.size() - 1).entryCount();
    return last - newEntries < newEntries || kept.size() == KeySegment.MAX_SEGMENTS;
  }
}
