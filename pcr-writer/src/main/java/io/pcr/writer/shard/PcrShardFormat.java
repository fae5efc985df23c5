package io.pcr.writer.shard;

import io.pcr.format.column.Column;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.metadata.ShardMetadata;
import io.pcr.format.metadata.ShardMetadataBuilder;
import io.pcr.format.restore.RestoreRegionBuilder;
import io.pcr.format.shard.EncodedRestoreRegion;
import io.pcr.format.shard.ShardPlan;
import io.pcr.format.shard.ShardVariant;
import io.pcr.writer.encode.EncodedSample;
import io.pcr.writer.encode.ProgressiveEncoder;
import io.pcr.writer.encode.RestorePolicy;
import io.pcr.writer.encode.SampleEncoder;
import io.pcr.writer.journal.FinishedShard;
import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Shards of scan groups. */
final class PcrShardFormat implements ShardFormat {
  private static final String SUFFIX = ".pcr";

  private final ShardSpec run;

  PcrShardFormat(ShardSpec run) {
    this.run = run;
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
    ShardBody body = new ShardBody(samples);
    ShardPlan plan = ShardPlan.of(ShardVariant.PCR, metadata(samples, body), restore(samples));
    plan.writeTo(channel, body);
    return ShardEntry.of(name, plan.shard());
  }

  private ShardMetadata metadata(List<EncodedSample> samples, ShardBody body) {
    ShardMetadataBuilder metadata = ShardMetadata.builder(run.encode().scripts().groupCount());
    metadata.scanScripts(run.encode().scripts());
    samples.forEach(sample -> metadata.add(sample.entry()));
    for (Column column : body.columns(run.columns())) {
      metadata.addColumn(column);
    }
    return metadata.build();
  }

  private Optional<EncodedRestoreRegion> restore(List<EncodedSample> samples) {
    if (run.encode().restore() == RestorePolicy.NONE) {
      return Optional.empty();
    }
    RestoreRegionBuilder region = new RestoreRegionBuilder();
    samples.forEach(sample -> region.add(sample.restore()));
    return Optional.of(region.build());
  }

  @Override
  public Optional<ShardEntry> find(FinishedShard noted, Path file) throws IOException {
    return FinishedContainer.find(noted, file);
  }
}
