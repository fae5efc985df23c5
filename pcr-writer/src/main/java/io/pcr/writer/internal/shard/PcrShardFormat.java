package io.pcr.writer.internal.shard;

import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import io.pcr.writer.internal.encode.EncodedSample;
import io.pcr.writer.internal.encode.ProgressiveEncoder;
import io.pcr.writer.internal.encode.SampleEncoder;
import io.pcr.writer.internal.journal.FinishedShard;
import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Shards of scan groups. */
public final class PcrShardFormat implements ShardFormat {
  private static final String SUFFIX = ".pcr";

  private final ShardSpec run;
  private final ContainerShards shards;

  public PcrShardFormat(ShardSpec run) {
    this.run = run;
    shards = ContainerShards.progressive(run);
  }

  @Override
  public String suffix() {
    return SUFFIX;
  }

  @Override
  public SampleEncoder newEncoder() {
    return new ProgressiveEncoder(run.encode());
  }

  @Override
  public ShardEntry write(String name, List<EncodedSample> samples, WritableByteChannel channel)
      throws IOException {
    return shards.write(name, samples, channel);
  }

  @Override
  public void check(ByteSource written, List<EncodedSample> samples) throws IOException {
    shards.check(written, samples);
  }

  @Override
  public Optional<ShardEntry> find(FinishedShard noted, Path file) throws IOException {
    return ContainerShards.find(noted, file);
  }
}
