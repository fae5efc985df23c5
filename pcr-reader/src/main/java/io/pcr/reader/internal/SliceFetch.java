package io.pcr.reader.internal;

import io.pcr.format.Fidelity;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.Limit;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.metadata.ShardMetadata;
import io.pcr.format.shard.ShardFile;
import io.pcr.format.shard.ShardLayout;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.Healing;
import io.pcr.reader.OnDamage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;

/** Reads the slices of one sample and nothing else, adjacent ones with one read. For one read. */
final class SliceFetch {
  private final OpenShard open;
  private final ByteSource source;
  private final ShardMetadata metadata;
  private final ShardLayout layout;
  private final int sample;
  private final ReaderContext context;

  private SliceFetch(OpenShard open, ShardFile file, int sample, ReaderContext context) {
    this.open = open;
    this.source = open.source();
    this.metadata = file.metadata();
    this.layout = file.layout();
    this.sample = sample;
    this.context = context;
  }

  static ContainerSample read(
      ContainerShard shard, OpenShard open, int sample, Fidelity fidelity, ReaderContext context)
      throws IOException {
    ShardFile file = open.file();
    Objects.checkIndex(sample, file.metadata().sampleCount());
    int wanted = fidelity.groupIn(file.metadata().groupCount());
    return new SliceFetch(open, file, sample, context).read(shard, file, wanted);
  }

  private ContainerSample read(ContainerShard shard, ShardFile file, int wanted)
      throws IOException {
    int endLength = SampleFile.endLength(metadata.encoding(sample));
    ByteBuffer bytes = ClaimedMemory.heap(checkedLength(wanted) + endLength, location());
    int good = wanted;
    PcrException damage = null;
    try {
      open.proved(from -> readAndCheck(from, bytes.clear(), wanted));
    } catch (PcrException.Corrupt e) {
      damage = e;
      good = context.options().onDamage() == OnDamage.DEGRADE ? goodGroups(bytes, wanted) : 0;
      if (good == 0) {
        throw e;
      }
      context.damage().degraded(metadata.key(sample), good, e);
    }
    bytes.clear().position(length(good));
    bytes.put(SampleFile.end(metadata.encoding(sample))).flip();
    return new ContainerSample(
        shard, file, sample, good, damage != null, new OwnBytes(bytes.slice()));
  }

  private int checkedLength(int groups) throws PcrException.LimitExceeded {
    long length = 0;
    for (int g = 1; g <= groups; g++) {
      length += metadata.sliceLength(g, sample);
    }
    long limit = context.options().limits().sliceBytes();
    if (length > limit) {
      throw new PcrException.LimitExceeded(location(), Limit.SLICE_BYTES, length, limit);
    }
    return (int) length;
  }

  private FieldLocation location() {
    return new FieldLocation(
        "ShardMetadata.slice_lengths", layout.slicePosition(1, sample), source.toString());
  }

  private int length(int groups) {
    int length = 0;
    for (int g = 1; g <= groups; g++) {
      length += metadata.sliceLength(g, sample);
    }
    return length;
  }

  private ByteBuffer readAndCheck(ByteSource from, ByteBuffer bytes, int groups)
      throws IOException {
    int g = 1;
    while (g <= groups) {
      long start = layout.slicePosition(g, sample);
      long end = start + metadata.sliceLength(g, sample);
      for (g++; g <= groups && layout.slicePosition(g, sample) == end; g++) {
        end += metadata.sliceLength(g, sample);
      }
      if (end > start) {
        bytes.limit(bytes.position() + (int) (end - start));
        from.readFully(start, bytes);
      }
    }
    int at = 0;
    for (g = 1; g <= groups; g++) {
      at = check(bytes, at, g);
    }
    return bytes;
  }

  private int check(ByteBuffer bytes, int at, int g) throws PcrException.Corrupt {
    int length = metadata.sliceLength(g, sample);
    if (context.options().verify()) {
      Origin origin = new Origin(source.toString(), layout.slicePosition(g, sample));
      metadata.checkSlice(g, sample, bytes.slice(at, length), origin);
    }
    return at + length;
  }

  /** Reads the slices one by one, and returns how many can be used. */
  private int goodGroups(ByteBuffer bytes, int groups) throws IOException {
    ByteSource from = source.healing().map(Healing::origin).orElse(source);
    int at = 0;
    for (int g = 1; g <= groups; g++) {
      try {
        int length = metadata.sliceLength(g, sample);
        if (length > 0) {
          from.readFully(
              layout.slicePosition(g, sample), bytes.clear().position(at).limit(at + length));
        }
        at = check(bytes.clear(), at, g);
      } catch (PcrException.Corrupt e) {
        return g - 1;
      }
    }
    return groups;
  }
}
