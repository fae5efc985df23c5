package io.pcr.reader.internal;

import io.pcr.format.Fidelity;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.Healing;
import io.pcr.reader.OnDamage;
import io.pcr.reader.internal.stored.SampleFile;
import io.pcr.reader.internal.stored.SampleSlices;
import io.pcr.reader.internal.work.ClaimedMemory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;

/** Reads the slices of one sample and nothing else, adjacent ones with one read. For one read. */
final class SliceFetch {
  private final OpenShard open;
  private final ByteSource source;
  private final SampleSlices slices;
  private final ReaderContext context;

  private SliceFetch(OpenShard open, SampleSlices slices, ReaderContext context) {
    this.open = open;
    this.source = open.source();
    this.slices = slices;
    this.context = context;
  }

  static ContainerSample read(
      ContainerShard shard, OpenShard open, int sample, Fidelity fidelity, ReaderContext context)
      throws IOException {
    ShardFile file = open.file();
    Objects.checkIndex(sample, file.metadata().sampleCount());
    int wanted = fidelity.groupIn(file.metadata().groupCount());
    return new SliceFetch(open, new SampleSlices(file, sample, wanted), context).read(shard);
  }

  private boolean isDegraded(ContainerShard shard, PcrException damage) throws IOException {
    return context.options().onDamage() == OnDamage.DEGRADE
        && !shard.isIntactElsewhere(damage, open);
  }

  private ContainerSample read(ContainerShard shard) throws IOException {
    ShardMetadata metadata = slices.shard().metadata();
    int sample = slices.sample();
    ByteBuffer end = SampleFile.end(metadata.encoding(sample));
    int length = slices.checkedLength(context.options().limits(), source.toString());
    ByteBuffer bytes =
        ClaimedMemory.heap(length + end.remaining(), slices.location(source.toString()));
    int good = slices.groups();
    PcrException damage = null;
    try {
      open.proved(from -> readAndCheck(from, bytes.clear()));
    } catch (PcrException.Corrupt e) {
      damage = e;
      good = isDegraded(shard, e) ? goodGroups(bytes) : 0;
      if (good == 0) {
        throw e;
      }
      context.damage().degraded(metadata.key(sample), good, e);
    }
    bytes.clear().position((int) slices.length(good));
    bytes.put(end).flip();
    return new ContainerSample(
        shard, slices.shard(), sample, good, damage != null, new OwnBytes(bytes.slice()));
  }

  private ByteBuffer readAndCheck(ByteSource from, ByteBuffer bytes) throws IOException {
    slices.read(from, bytes);
    if (context.options().verify()) {
      slices.check(bytes, source.toString());
    }
    return bytes;
  }

  /** Reads the slices one by one, and returns how many can be used. */
  private int goodGroups(ByteBuffer bytes) throws IOException {
    ByteSource from = source.healing().map(Healing::origin).orElse(source);
    for (int group = 1; group <= slices.groups(); group++) {
      int at = (int) slices.length(group - 1);
      try {
        slices.read(group, from, bytes.clear().position(at));
        if (context.options().verify()) {
          slices.check(group, bytes, at, source.toString());
        }
      } catch (PcrException.Corrupt e) {
        return group - 1;
      }
    }
    return slices.groups();
  }
}
