package io.pcr.reader.check;

import io.pcr.codecs.internal.restore.OriginalRestorer;
import io.pcr.format.Limits;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.internal.restore.OriginalFacts;
import io.pcr.format.internal.restore.RestoreRegion;
import io.pcr.reader.internal.work.HeapShare;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;

/**
 * Gives originals back and holds them to their length and SHA-256, as a restore does. For one
 * thread; whoever makes one closes it.
 */
final class OriginalCheck implements AutoCloseable {
  private final RestoreRegion region;
  private final Set<Integer> lostFrames;
  private final ShardMetadata metadata;
  private final OriginalRestorer restorer;

  /**
   * @param lostFrames frames known to be damaged, whose records are passed over
   */
  OriginalCheck(
      RestoreRegion region, Set<Integer> lostFrames, ShardMetadata metadata, Limits limits) {
    this.region = region;
    this.lostFrames = Set.copyOf(lostFrames);
    this.metadata = metadata;
    restorer = new OriginalRestorer(limits);
  }

  /**
   * Checks the original of a sample, where one was kept.
   *
   * @param file the sample at full fidelity
   */
  void check(int sample, ByteBuffer file) throws IOException {
    boolean hasRecord = region.directory().recordLength(sample) > 0;
    if (hasRecord && lostFrames.contains(region.directory().frameOf(sample))) {
      return;
    }
    // The record, and what is made of it.
    long needed = 2 * metadata.sourceLength(sample);
    HeapShare.ofTheProcess()
        .with(
            needed,
            () ->
                restorer.restore(
                    region.record(sample),
                    List.of(file.duplicate()),
                    new OriginalFacts(
                        metadata.sourceLength(sample), region.directory().sourceSha256(sample)),
                    region.origin(sample),
                    metadata.key(sample)));
  }

  @Override
  public void close() {
    restorer.close();
  }
}
