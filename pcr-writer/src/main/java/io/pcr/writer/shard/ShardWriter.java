package io.pcr.writer.shard;

import io.pcr.format.column.Column;
import io.pcr.format.commit.AtomicFile;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.metadata.ShardMetadata;
import io.pcr.format.metadata.ShardMetadataBuilder;
import io.pcr.format.restore.RestoreRegionBuilder;
import io.pcr.format.shard.EncodedRestoreRegion;
import io.pcr.format.shard.ShardFile;
import io.pcr.format.shard.ShardPlan;
import io.pcr.format.shard.ShardVariant;
import io.pcr.writer.encode.EncodedSample;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Writes shards into a folder, each whole or not at all. Immutable; for one thread at a time. */
public final class ShardWriter {
  private static final Pattern NAME = Pattern.compile("part-(\\d{5,9})\\.[a-z.]+");

  private final Path folder;
  private final ShardSpec spec;
  private final DurableSteps steps;

  public ShardWriter(Path folder, ShardSpec spec, DurableSteps steps) {
    this.folder = folder;
    this.spec = spec;
    this.steps = steps;
  }

  /** The name of the shard with this number in a dataset. */
  public static String name(int number) {
    return String.format(Locale.ROOT, "part-%05d.pcr", number);
  }

  /** The number in the name of a shard, or empty for other names. */
  public static OptionalInt number(String name) {
    Matcher matcher = NAME.matcher(name);
    return matcher.matches()
        ? OptionalInt.of(Integer.parseInt(matcher.group(1)))
        : OptionalInt.empty();
  }

  /** Writes the shard with this number and makes it durable. */
  public ShardFile write(int number, List<EncodedSample> samples) throws IOException {
    ShardBody body = new ShardBody(samples);
    ShardPlan plan = ShardPlan.of(ShardVariant.PCR, metadata(samples, body), restore(samples));
    Path target = folder.resolve(name(number));
    try (AtomicFile file = AtomicFile.create(target, steps)) {
      StagedChannel channel = new StagedChannel(file.channel());
      plan.writeTo(channel, body);
      channel.flush();
      file.commit();
    } catch (IOException e) {
      throw new IOException(target + ": " + e.getMessage(), e);
    }
    return plan.shard();
  }

  private ShardMetadata metadata(List<EncodedSample> samples, ShardBody body) {
    ShardMetadataBuilder metadata = ShardMetadata.builder(spec.scripts().groupCount());
    metadata.scanScripts(spec.scripts());
    samples.forEach(sample -> metadata.add(sample.entry()));
    for (Column column : body.columns(spec.columns())) {
      metadata.addColumn(column);
    }
    return metadata.build();
  }

  private Optional<EncodedRestoreRegion> restore(List<EncodedSample> samples) {
    if (!spec.restore()) {
      return Optional.empty();
    }
    RestoreRegionBuilder region = new RestoreRegionBuilder();
    samples.forEach(sample -> region.add(sample.restore()));
    return Optional.of(region.build());
  }
}
