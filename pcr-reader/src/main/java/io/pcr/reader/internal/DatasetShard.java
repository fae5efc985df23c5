package io.pcr.reader.internal;

import io.pcr.format.Fidelity;
import io.pcr.format.column.ColumnSpec;
import io.pcr.format.internal.index.RecordPosition;
import io.pcr.format.internal.index.ShardKeys;
import io.pcr.format.internal.keys.KeyEntry;
import io.pcr.format.internal.keys.KeyHash;
import io.pcr.format.internal.shard.ListedShard;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.metadata.Encoding;
import io.pcr.reader.Sample;
import io.pcr.reader.Shard;
import io.pcr.reader.ShardReader;
import io.pcr.reader.cache.CacheIdentity;
import io.pcr.reader.cache.PrefixCache;
import io.pcr.reader.internal.keys.WrongEntryException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * A shard of whatever variant, as the dataset that it belongs to wants it. Another variant joins
 * here: with a class of its own, and a line in {@link #of}.
 */
public abstract class DatasetShard implements Shard {
  /** Knows where the samples of shards without a directory are. */
  @FunctionalInterface
  public interface Locator {
    /** The position of a sample's record, or empty when it is not known. */
    Optional<RecordPosition> position(int ordinal) throws IOException;
  }

  /**
   * A shard that a manifest lists; nothing is read yet.
   *
   * @param columns what the manifest says of the dataset's columns, if anything
   */
  static DatasetShard of(
      ListedShard listed,
      List<ColumnSpec> columns,
      SourceOpener opener,
      Locator locator,
      ReaderContext context) {
    ShardEntry entry = listed.entry();
    return switch (entry.variant()) {
      case PCR, LIQUID -> new ContainerShard(entry.name(), Optional.of(listed), opener, context);
      case TFRECORD -> new TfRecordDatasetShard(entry, columns, opener, locator, context);
    };
  }

  /**
   * The sample that an entry of the index of keys leads to, if it has the key.
   *
   * @throws WrongEntryException when the sample cannot be the one that the entry was made of
   */
  abstract Optional<Sample> withKey(String key, KeyEntry entry, Fidelity fidelity)
      throws IOException;

  /** As {@link #withKey}, without the sample: whether it is there. */
  abstract boolean hasKey(String key, KeyEntry entry) throws IOException;

  /** Keys of the same hash are different now and then; a key of another hash is damage. */
  final boolean isSame(String found, String wanted, KeyEntry entry) throws WrongEntryException {
    if (!found.equals(wanted) && KeyHash.of(found) != entry.hash()) {
      throw new WrongEntryException(entry, name());
    }
    return found.equals(wanted);
  }

  /** What it shares with the other shards of its dataset. */
  abstract ReaderContext context();

  /** What a cache knows the shard by; empty if no manifest lists it. */
  public abstract Optional<CacheIdentity> cacheIdentity();

  /** Makes the cache that the dataset is read through hold the prefix of a fidelity. */
  public abstract PrefixCache.Kept keepPrefix(Fidelity fidelity) throws IOException;

  /** Whether the cache that the dataset is read through holds the prefix of a fidelity. */
  public abstract boolean holdsPrefix(Fidelity fidelity) throws IOException;

  @Override
  public final ShardReader read(Fidelity fidelity) throws IOException {
    return read(fidelity, context().options().onDamage());
  }

  @Override
  public final ShardReader readFormat(Encoding format) throws IOException {
    return readFormat(format, context().options().onDamage());
  }

  @Override
  public final Sample sample(int ordinal, Fidelity fidelity) throws IOException {
    return sample(ordinal, fidelity, context().options().onDamage());
  }

  /** The columns that its samples may have values in, as far as they are named. */
  abstract List<ColumnSpec> columns() throws IOException;

  /** Gives the key and label of each sample, in order. */
  abstract void forEachSample(ShardKeys.SampleConsumer consumer) throws IOException;

  /** Gives what the shard says of each sample, in order. Reads no more of images than it must. */
  public abstract void forEachFacts(SampleFacts.Consumer consumer) throws IOException;

  /**
   * Makes sure, where only all bytes of the file tell, that what is read is the shard; looks for it
   * elsewhere where it is not.
   *
   * @return false when no file is the shard
   */
  public boolean checkContent() throws IOException {
    return true;
  }

  @Override
  public String toString() {
    return name();
  }
}
