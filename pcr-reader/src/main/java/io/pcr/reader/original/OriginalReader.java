package io.pcr.reader.original;

import io.pcr.codecs.internal.restore.OriginalRestorer;
import io.pcr.format.Limits;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.internal.restore.OriginalFacts;
import io.pcr.format.internal.restore.RestoreRegion;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.internal.stored.SampleFileReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/** Makes the originals of a shard's samples. For one thread; whoever makes one closes it. */
final class OriginalReader implements AutoCloseable {
  private final ShardMetadata metadata;
  private final RestoreRegion kept;
  private final SampleFileReader files;
  private final OriginalRestorer restorer;

  /**
   * A reader of a shard.
   *
   * @param source stays open as long as originals are read
   */
  OriginalReader(ShardFile shard, ByteSource source, RestoreRegion kept, Limits limits) {
    this.metadata = shard.metadata();
    this.kept = kept;
    files = new SampleFileReader(shard, source, limits);
    restorer = new OriginalRestorer(limits);
  }

  /**
   * The original of a sample, right by its length and SHA-256; empty when it was not kept.
   *
   * @return valid until the next call
   */
  Optional<ByteBuffer> original(int sample) throws IOException {
    ByteBuffer file = files.readChecked(sample);
    return restorer.restore(
        kept.record(sample),
        List.of(file),
        new OriginalFacts(metadata.sourceLength(sample), kept.directory().sourceSha256(sample)),
        kept.origin(sample),
        metadata.key(sample));
  }

  @Override
  public void close() {
    restorer.close();
  }
}
