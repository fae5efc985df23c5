package io.pcr.format.internal.index;

import static java.util.Objects.requireNonNull;

import io.pcr.format.Limits;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.internal.shard.ShardEntries;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.manifest.ShardList;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.List;
import java.util.Optional;
import java.util.RandomAccess;

/**
 * A published dataset as the source of its index: the manifest, and the heads of the shards that it
 * lists, each opened when its turn comes and proved to be the one that the manifest means.
 * Immutable; thread-safe when the opener is.
 */
public final class ManifestSource implements IndexSource {
  /** Opens a shard, which is closed when it has been read. */
  public interface ShardOpener {
    ByteSource open(ShardEntry shard) throws IOException;

    /**
     * Searches for an intact copy of a shard whose file is damaged.
     *
     * @return whether one was found, which {@link #open} then opens
     */
    default boolean isIntactElsewhere(ShardEntry shard) throws IOException {
      return false;
    }
  }

  /** Knows the keys of shards that are no containers: they are in the records. */
  @FunctionalInterface
  public interface RecordKeys {
    /**
     * The keys of one shard, which is opened when they are asked for.
     *
     * @param limits bound what reading it takes
     */
    ShardKeys of(ShardEntry shard, ShardOpener opener, Limits limits);
  }

  private final Manifest manifest;
  private final List<ShardKeys> shards;

  private ManifestSource(Manifest manifest, List<ShardKeys> shards) {
    this.manifest = requireNonNull(manifest, "manifest");
    this.shards = shards;
  }

  /** A dataset in a local directory, with shards of all variants. */
  public static ManifestSource of(
      Manifest manifest, Path directory, Limits limits, RecordKeys records) throws IOException {
    ShardOpener opener = shard -> FileByteSource.open(directory.resolve(shard.name()));
    ShardList shards =
        new ShardList(manifest, name -> FileByteSource.open(directory.resolve(name)), limits);
    return of(shards, opener, limits, records);
  }

  /** A dataset anywhere; its list of shards is read now. */
  public static ManifestSource of(
      ShardList shards, ShardOpener opener, Limits limits, RecordKeys records) throws IOException {
    shards.load();
    return new ManifestSource(shards.manifest(), keys(shards.asList(), opener, limits, records));
  }

  /** The keys of some shards, each of which is opened when they are asked for. */
  public static List<ShardKeys> keys(
      List<ShardEntry> shards, ShardOpener opener, Limits limits, RecordKeys records) {
    return new Keys(shards, opener, limits, records);
  }

  /** Each shard when its turn comes: there may be millions. */
  private static final class Keys extends AbstractList<ShardKeys> implements RandomAccess {
    private final List<ShardEntry> shards;
    private final ShardOpener opener;
    private final Limits limits;
    private final RecordKeys records;

    Keys(List<ShardEntry> shards, ShardOpener opener, Limits limits, RecordKeys records) {
      this.shards = shards;
      this.opener = opener;
      this.limits = limits;
      this.records = records;
    }

    @Override
    public ShardKeys get(int position) {
      ShardEntry shard = shards.get(position);
      return shard.variant().isContainer()
          ? new ContainerShard(shard, opener, limits)
          : records.of(shard, opener, limits);
    }

    @Override
    public int size() {
      return shards.size();
    }
  }

  @Override
  public IndexIdentity identity() {
    return new IndexIdentity(manifest.datasetUuid(), manifest.generation());
  }

  @Override
  public List<ShardKeys> shards() {
    return shards;
  }

  /** A shard whose metadata hold its keys. */
  private record ContainerShard(ShardEntry shard, ShardOpener opener, Limits limits)
      implements ShardKeys {
    @Override
    public ShardTable.Entry entry() {
      return ShardTable.Entry.of(shard);
    }

    @Override
    public void forEachSample(SampleConsumer consumer) throws IOException {
      ShardMetadata metadata = metadata();
      for (int sample = 0; sample < metadata.sampleCount(); sample++) {
        ByteBuffer keyBytes = metadata.keyBytes(sample);
        byte[] key = new byte[keyBytes.remaining()];
        keyBytes.get(key);
        consumer.sample(key, metadata.label(sample));
      }
    }

    private ShardMetadata metadata() throws IOException {
      try {
        return readMetadata();
      } catch (PcrException e) {
        if (!opener.isIntactElsewhere(shard)) {
          throw e;
        }
      }
      return readMetadata();
    }

    private ShardMetadata readMetadata() throws IOException {
      try (ByteSource source = opener.open(shard)) {
        ShardFile file = ShardEntries.open(Optional.of(shard), source, limits);
        try {
          ShardEntries.requireSame(shard, file);
        } catch (InvalidFieldException e) {
          throw e.in(new Origin(source.toString(), 0));
        }
        return file.metadata();
      }
    }
  }
}
