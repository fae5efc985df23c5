package io.pcr.reader.internal.quality;

import io.pcr.format.Fidelity;
import io.pcr.format.Limits;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.internal.shard.ListedShard;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.metadata.Encoding;
import io.pcr.format.shard.ShardVariant;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Sample;
import io.pcr.reader.find.DatasetFiles;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The samples of a dataset that have several fidelities. It finds them from the manifest and the
 * metadata of the shards; it reads no sample, and nothing of shards that store only full images.
 * Immutable and thread-safe.
 */
public final class ProgressiveSamples {
  private final DatasetFiles files;
  private final Limits limits;

  /** Positions in the dataset of the shards that may have such samples. */
  private final int[] shards;

  /** The number of samples before each of these shards, and after the last. */
  private final long[] first;

  private ProgressiveSamples(DatasetFiles files, Limits limits, int[] shards, long[] first) {
    this.files = files;
    this.limits = limits;
    this.shards = shards;
    this.first = first;
  }

  /** A sample by the position of its shard in the dataset, and what the metadata says of it. */
  public record Place(int shard, int ordinal, int width, int height) {
    /** The number of pixels of the whole image. */
    public long pixels() {
      return (long) width * height;
    }

    /** Reads the sample at a group. */
    public Sample sample(PcrDataset dataset, int group) throws IOException {
      return dataset.shards().get(shard).sample(ordinal, Fidelity.group(group));
    }
  }

  /** Finds the shards that can have such samples. For a single shard this reads the metadata. */
  public static ProgressiveSamples of(PcrDataset dataset) throws IOException {
    return of(dataset.files(), dataset.options().limits());
  }

  private static ProgressiveSamples of(DatasetFiles files, Limits limits) throws IOException {
    if (files.list().isPresent()) {
      files.list().get().load();
      List<ShardEntry> entries = files.list().get().asList();
      int[] shards =
          IntStream.range(0, entries.size()).filter(i -> hasFidelities(entries.get(i))).toArray();
      int[] counts = Arrays.stream(shards).map(i -> entries.get(i).sampleCount()).toArray();
      return of(files, limits, shards, counts);
    }
    if (files.entry(files.shards().get(0)).isPresent()) {
      return of(files, limits, new int[0], new int[0]); // A TFRecord file.
    }
    ShardFile alone = open(files, limits, 0);
    boolean isProgressive =
        alone.head().variant() == ShardVariant.PCR && alone.metadata().groupCount() > 1;
    int[] shards = isProgressive ? new int[] {0} : new int[0];
    return of(files, limits, shards, new int[] {alone.metadata().sampleCount()});
  }

  private static ProgressiveSamples of(
      DatasetFiles files, Limits limits, int[] shards, int[] counts) {
    long[] first = new long[shards.length + 1];
    for (int i = 0; i < shards.length; i++) {
      first[i + 1] = first[i] + counts[i];
    }
    return new ProgressiveSamples(files, limits, shards, first);
  }

  private static boolean hasFidelities(ShardEntry entry) {
    return entry.variant() == ShardVariant.PCR && entry.groupCount() > 1;
  }

  private static ShardFile open(DatasetFiles files, Limits limits, int shard) throws IOException {
    String name = files.shards().get(shard);
    try (ByteSource source = files.open(name)) {
      return ListedShard.open(ListedShard.of(files.manifest(), files.entry(name)), source, limits);
    }
  }

  /**
   * The number of samples in the shards that can have progressive samples. It includes files that
   * are not JPEGs.
   */
  public long count() {
    return first[shards.length];
  }

  /** Searches for samples and keeps the metadata of the last shard. Not thread-safe. */
  public final class Search {
    private int opened = -1;
    private ShardMetadata metadata;

    /**
     * The first sample in a range of numbers, counted over these shards, that is a progressive
     * image and is wanted.
     */
    public Optional<Place> first(long from, long to, Predicate<Place> wanted) throws IOException {
      for (long number = from; number < to; number++) {
        int found = Arrays.binarySearch(first, number);
        // Shards without samples begin where the next one does.
        int at = found >= 0 ? lastBeginningAt(found) : -found - 2;
        open(at);
        int ordinal = (int) (number - first[at]);
        if (metadata.encoding(ordinal) == Encoding.PROGRESSIVE_JPEG) {
          Place place =
              new Place(shards[at], ordinal, metadata.width(ordinal), metadata.height(ordinal));
          if (wanted.test(place)) {
            return Optional.of(place);
          }
        }
      }
      return Optional.empty();
    }

    private int lastBeginningAt(int found) {
      int at = found;
      while (at + 1 < shards.length && first[at + 1] == first[at]) {
        at++;
      }
      return at;
    }

    private void open(int at) throws IOException {
      if (opened != at) {
        metadata = ProgressiveSamples.open(files, limits, shards[at]).metadata();
        opened = at;
      }
    }
  }
}
