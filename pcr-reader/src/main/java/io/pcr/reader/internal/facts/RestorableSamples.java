package io.pcr.reader.internal.facts;

import io.pcr.format.Limits;
import io.pcr.format.internal.restore.RestoreDirectory;
import io.pcr.format.internal.restore.RestoreKind;
import io.pcr.format.internal.restore.RestoreRegion;
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
    Optional<RestoreRegion> region = RestoreRegion.of(cut.shard(), source, limits);
    return region.isEmpty()
        ? 0
        : IntStream.range(0, cut.shard().metadata().sampleCount())
            .filter(sample -> isKept(region.get(), sample, cut.available()))
            .count();
  }

  private static boolean isKept(RestoreRegion restore, int sample, long available) {
    RestoreDirectory directory = restore.directory();
    if (directory.kind(sample) == RestoreKind.NONE || directory.recordLength(sample) == 0) {
      return directory.kind(sample) != RestoreKind.NONE;
    }
    long frame = restore.origin(sample).offset();
    return frame + directory.frameLength(directory.frameOf(sample)) <= available;
  }
}
