package io.pcr.reader.internal.facts;

import io.pcr.format.Limits;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.internal.restore.RestoreDirectory;
import io.pcr.format.internal.restore.RestoreKind;
import io.pcr.format.internal.restore.RestoreRegion;
import io.pcr.format.internal.shard.Region;
import io.pcr.format.shard.ShardVariant;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.internal.stored.CutShard;
import java.io.IOException;
import java.util.Optional;
import java.util.stream.IntStream;

/** Counts the samples of a shard whose originals can be given back, as far as its file is there. */
final class RestorableSamples {
  private RestorableSamples() {}

  /**
   * The count. What restore data says is believed where the file has it; that it is not damaged
   * only {@code verify} finds out.
   *
   * @throws io.pcr.format.error.PcrException when the list of what is kept cannot be read
   */
  static long count(ByteSource source, CutShard cut, Limits limits) throws IOException {
    Optional<Region> region = cut.shard().regions().restore();
    ShardMetadata metadata = cut.shard().metadata();
    if (region.isEmpty()) {
      boolean whole = cut.shard().head().variant() == ShardVariant.LIQUID;
      return whole ? samples(metadata).filter(s -> isUnaltered(cut, s)).count() : 0;
    }
    RestoreRegion restore =
        RestoreRegion.open(source, region.get(), metadata.sampleCount(), limits);
    return samples(metadata).filter(s -> isKept(restore, s, cut.available())).count();
  }

  private static IntStream samples(ShardMetadata metadata) {
    return IntStream.range(0, metadata.sampleCount());
  }

  private static boolean isKept(RestoreRegion restore, int sample, long available) {
    RestoreDirectory directory = restore.directory();
    if (directory.kind(sample) == RestoreKind.NONE || directory.recordLength(sample) == 0) {
      return directory.kind(sample) != RestoreKind.NONE;
    }
    long frame = restore.origin(sample).offset();
    return frame + directory.frameLength(directory.frameOf(sample)) <= available;
  }

  /**
   * Whole samples as long as their originals, which are these: another format has another length,
   * up to a chance that only reading them rules out.
   */
  private static boolean isUnaltered(CutShard cut, int sample) {
    ShardMetadata metadata = cut.shard().metadata();
    return metadata.sliceLength(1, sample) == metadata.sourceLength(sample)
        && metadata.sourceSha256(sample).isPresent()
        && cut.holds(1, sample);
  }
}
