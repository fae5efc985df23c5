package io.pcr.reader.original;

import io.pcr.format.Limits;
import io.pcr.format.checksum.Sha256;
import io.pcr.format.error.Origin;
import io.pcr.format.internal.restore.RestoreRecord;
import io.pcr.format.internal.restore.RestoreRegion;
import io.pcr.format.internal.shard.Region;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.metadata.SourceFacts;
import io.pcr.format.shard.ShardVariant;
import io.pcr.format.source.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/** What a shard keeps of its originals. Thread-safe while its source is open. */
interface KeptOriginals {
  /**
   * How the original of a sample is had.
   *
   * @param file the sample at full fidelity
   */
  RestoreRecord record(int sample, ByteBuffer file) throws IOException;

  /** Where that was found, for errors. */
  Origin origin(int sample);

  /**
   * What a shard keeps: what its restore region says; and of a Liquid shard without one, those
   * samples that are their originals, as length and SHA-256 show. Empty when it is nothing.
   */
  static Optional<KeptOriginals> of(ShardFile shard, ByteSource source, Limits limits)
      throws IOException {
    Optional<Region> region = shard.regions().restore();
    if (region.isPresent()) {
      int samples = shard.metadata().sampleCount();
      RestoreRegion restore = RestoreRegion.open(source, region.get(), samples, limits);
      return Optional.of(
          new KeptOriginals() {
            @Override
            public RestoreRecord record(int sample, ByteBuffer file) throws IOException {
              return restore.record(sample);
            }

            @Override
            public Origin origin(int sample) {
              return restore.origin(sample);
            }
          });
    }
    if (shard.head().variant() != ShardVariant.LIQUID) {
      return Optional.empty();
    }
    return Optional.of(
        new KeptOriginals() {
          @Override
          public RestoreRecord record(int sample, ByteBuffer file) {
            return isOriginal(file, shard.metadata().source(sample))
                ? RestoreRecord.SAME
                : RestoreRecord.NONE;
          }

          @Override
          public Origin origin(int sample) {
            return new Origin(source.toString(), shard.layout().slicePosition(1, sample));
          }
        });
  }

  private static boolean isOriginal(ByteBuffer file, SourceFacts facts) {
    return file.remaining() == facts.length()
        && facts.sha256().equals(Optional.of(Sha256.of(file.duplicate())));
  }
}
