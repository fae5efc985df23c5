package io.pcr.reader.original;

import io.pcr.format.Fidelity;
import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.format.index.SampleLocation;
import io.pcr.format.internal.restore.RestoreRegion;
import io.pcr.format.internal.shard.ListedShard;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Sample;
import io.pcr.reader.find.DatasetFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Restores the originals of a dataset's samples: the files that the samples were made from, byte
 * for byte.
 *
 * <pre>{@code
 * ByteBuffer file = Originals.of(dataset).get("rose/1.jpg");
 * }</pre>
 *
 * <p>Thread-safe. It holds nothing open; use it while the dataset is open. Each call opens the
 * sample's shard, so use {@link Restore} to restore many originals.
 */
public final class Originals {
  private final PcrDataset dataset;
  private final Limits limits;

  private Originals(PcrDataset dataset, Limits limits) {
    this.dataset = dataset;
    this.limits = limits;
  }

  /** The originals of an open dataset or of a single shard. */
  public static Originals of(PcrDataset dataset) {
    return new Originals(dataset, Limits.DEFAULT);
  }

  /** These originals, read with other limits; default {@link Limits#DEFAULT}. */
  public Originals withLimits(Limits value) {
    return new Originals(dataset, value);
  }

  /**
   * The original of the sample with a key, as {@link #find} returns it.
   *
   * @throws NoSuchElementException when no sample has the key, or the dataset does not keep its
   *     original
   */
  public ByteBuffer get(String key) throws IOException {
    return find(key)
        .orElseThrow(() -> new NoSuchElementException("no original of " + key + " in " + dataset));
  }

  /**
   * The original of the sample with a key; empty when no sample has the key, or the dataset does
   * not keep the original. This method checks the original against its length and SHA-256. A
   * TFRecord shard stores originals unchanged; there it checks the checksum of the record.
   *
   * @return a buffer that belongs to the caller
   * @throws io.pcr.format.error.PcrException.Corrupt when the bytes that it is rebuilt from are
   *     damaged
   */
  public Optional<ByteBuffer> find(String key) throws IOException {
    OptionalLong number = dataset.numberOf(key);
    if (number.isEmpty()) {
      return Optional.empty();
    }
    SampleLocation location = dataset.locate(number.getAsLong());
    DatasetFiles files = dataset.files();
    String shard = files.shards().get(location.shard());
    Optional<ShardEntry> entry = files.entry(shard);
    if (entry.isPresent() && !entry.get().variant().isContainer()) {
      return dataset.find(key, Fidelity.FULL).map(Originals::copy);
    }
    try {
      return original(files, shard, location.ordinal(), key);
    } catch (PcrException.Corrupt e) {
      if (!files.findIntact(shard)) {
        throw e;
      }
    }
    return original(files, shard, location.ordinal(), key);
  }

  private Optional<ByteBuffer> original(DatasetFiles files, String shard, int sample, String key)
      throws IOException {
    try (ByteSource source = files.open(shard)) {
      return original(source, ListedShard.of(files.manifest(), files.entry(shard)), sample, key);
    }
  }

  private Optional<ByteBuffer> original(
      ByteSource source, Optional<ListedShard> listed, int sample, String key) throws IOException {
    ShardFile shard = ListedShard.open(listed, source, limits);
    boolean isOther =
        sample >= shard.metadata().sampleCount() || !shard.metadata().key(sample).equals(key);
    Optional<RestoreRegion> kept = ListedShard.restoreRegion(listed, shard, source, limits);
    if (isOther || kept.isEmpty()) {
      return Optional.empty();
    }
    try (OriginalReader reader = new OriginalReader(shard, source, kept.get(), limits)) {
      return reader.original(sample).map(Originals::copy);
    }
  }

  private static ByteBuffer copy(Sample sample) {
    return copy(sample.file());
  }

  private static ByteBuffer copy(ByteBuffer bytes) {
    return ByteBuffer.allocate(bytes.remaining()).put(bytes.duplicate()).flip();
  }
}
