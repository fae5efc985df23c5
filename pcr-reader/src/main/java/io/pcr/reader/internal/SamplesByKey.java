package io.pcr.reader.internal;

import io.pcr.format.Fidelity;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;
import io.pcr.format.index.SampleLocation;
import io.pcr.format.internal.index.KeyMatch;
import io.pcr.format.internal.keys.KeyEntry;
import io.pcr.format.internal.keys.NumberedShards;
import io.pcr.format.manifest.ShardList;
import io.pcr.reader.Sample;
import io.pcr.reader.internal.find.ShardFinder;
import io.pcr.reader.internal.keys.SegmentSearch;
import io.pcr.reader.internal.keys.WrongEntryException;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * Finds the samples of a dataset by their keys: with the index on this machine where there is one
 * that fits, else with the segments of the index of keys, else with an index that is built from the
 * shards. Thread-safe; closing it closes the segments.
 */
public final class SamplesByKey implements Closeable {
  private final OpenDataset dataset;
  private final Consumer<String> notices;
  private final Optional<SegmentSearch> segments;
  private volatile boolean areSegmentsDamaged;

  SamplesByKey(OpenDataset dataset, Consumer<String> notices) {
    this.dataset = dataset;
    this.notices = notices;
    this.segments =
        dataset
            .files()
            .list()
            .filter(list -> !list.manifest().keySegments().isEmpty())
            .map(this::search);
  }

  private SegmentSearch search(ShardList list) {
    return new SegmentSearch(
        dataset.files().location().folder(),
        list.manifest().keySegments(),
        NumberedShards.of(list));
  }

  /** Where the shard with a number stands in the dataset; empty when it is not listed. */
  private OptionalInt position(long shardNumber) throws IOException {
    return dataset.files().list().orElseThrow().positionOf(shardNumber);
  }

  /** What is done with the entries of a hash; the result is empty when none has the key. */
  @FunctionalInterface
  private interface Use<T> {
    Optional<T> of(DatasetShard shard, KeyEntry entry) throws IOException;
  }

  /** Reads a sample by its key; empty when no sample has the key. */
  public Optional<Sample> find(String key, Fidelity fidelity) throws IOException {
    Optional<Optional<Sample>> found =
        inSegments(key, (shard, entry) -> shard.withKey(key, entry, fidelity));
    return found.isPresent() ? found.get() : findInIndex(key, fidelity);
  }

  /** The place of the sample that has a key; empty when no sample has the key. */
  public Optional<SampleLocation> locate(String key) throws IOException {
    Optional<Optional<SampleLocation>> found =
        inSegments(
            key,
            (shard, entry) ->
                shard.hasKey(key, entry) ? Optional.of(location(entry)) : Optional.empty());
    return found.isPresent() ? found.get() : locateInIndex(key);
  }

  private SampleLocation location(KeyEntry entry) throws IOException {
    int position = position(entry.shardNumber()).orElseThrow();
    return new SampleLocation(position, (int) entry.ordinal());
  }

  /** Empty when the segments do not tell; then the shards are asked (R-KEYS-2). */
  private <T> Optional<Optional<T>> inSegments(String key, Use<T> use) throws IOException {
    Optional<List<KeyEntry>> candidates = candidates(key);
    if (candidates.isEmpty()) {
      return Optional.empty();
    }
    try {
      for (KeyEntry entry : candidates.get()) {
        int position = position(entry.shardNumber()).orElseThrow();
        Optional<T> found = use.of(dataset.shard(position), entry);
        if (found.isPresent()) {
          return Optional.of(found);
        }
      }
      return Optional.of(Optional.empty());
    } catch (WrongEntryException e) {
      giveUpSegments(e);
      return Optional.empty();
    }
  }

  private Optional<List<KeyEntry>> candidates(String key) throws IOException {
    if (segments.isEmpty() || areSegmentsDamaged || dataset.readyIndex().isPresent()) {
      return Optional.empty();
    }
    try {
      return Optional.of(segments.get().candidates(key));
    } catch (PcrException e) {
      giveUpSegments(e);
    } catch (IOException e) {
      if (!ShardFinder.isMissing(e)) {
        throw e;
      }
      giveUpSegments(e);
    }
    return Optional.empty();
  }

  private void giveUpSegments(IOException damage) {
    areSegmentsDamaged = true;
    notices.accept(
        "the index of keys of "
            + dataset.name()
            + " is damaged, so the shards are searched: "
            + damage.getMessage());
  }

  private Optional<Sample> findInIndex(String key, Fidelity fidelity) throws IOException {
    Optional<KeyMatch> match = dataset.index().find(key);
    if (match.isEmpty()) {
      return Optional.empty();
    }
    Sample sample = read(match.get().location(), fidelity);
    boolean same = sample.key().equals(key);
    if (!same && match.get().exact()) {
      throw anotherSample(match.get().location(), sample);
    }
    return same ? Optional.of(sample) : Optional.empty();
  }

  /** Another TFRecord file can have the length of the shard. */
  private PcrException.Corrupt anotherSample(SampleLocation location, Sample found)
      throws IOException {
    return new PcrException.Corrupt(
        ErrorCode.MALFORMED,
        new FieldLocation("Index.keys", 0, dataset.name()),
        "another key in sample " + found.ordinal() + " of " + dataset.shard(location.shard()),
        "this one; the file is not the one that the index was built from");
  }

  private Optional<SampleLocation> locateInIndex(String key) throws IOException {
    Optional<KeyMatch> match = dataset.index().find(key);
    if (match.isEmpty()) {
      return Optional.empty();
    }
    SampleLocation location = match.get().location();
    boolean same = match.get().exact() || read(location, Fidelity.FULL).key().equals(key);
    return same ? Optional.of(location) : Optional.empty();
  }

  private Sample read(SampleLocation location, Fidelity fidelity) throws IOException {
    return dataset.shard(location.shard()).sample(location.ordinal(), fidelity);
  }

  @Override
  public void close() throws IOException {
    if (segments.isPresent()) {
      segments.get().close();
    }
  }
}
