package io.pcr.format.internal.index.lmdb;

import io.pcr.format.error.PcrException;
import io.pcr.format.index.SampleLocation;
import io.pcr.format.internal.index.IndexBuilder;
import io.pcr.format.internal.index.IndexIdentity;
import io.pcr.format.internal.index.IndexOutput;
import io.pcr.format.internal.index.IndexSource;
import io.pcr.format.internal.index.IndexTotals;
import io.pcr.format.internal.index.LabelOrder;
import io.pcr.format.internal.index.RecordPosition;
import io.pcr.format.internal.index.ShardTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Adds the samples of further shards to a copy of an index, and writes a compact copy of both into
 * one file. What that costs follows from what is added, apart from two copies of the file. Not
 * thread-safe.
 */
final class LmdbIndexGrowth implements IndexOutput {
  private static final int CHUNK_LENGTH = IndexBuilder.LABEL_CHUNK * Long.BYTES;

  private final Path environment;
  private final Path file;
  private LmdbWriter writer;

  private LmdbIndexGrowth(Path environment, Path file) {
    this.environment = environment;
    this.file = file;
  }

  /**
   * Builds the index of a source whose first shards are those of another index.
   *
   * @param older the other index; left alone
   * @param scratch an existing directory that the caller deletes
   * @param file what is created; must not exist
   * @return false, and no file, where the older index is not whole, of other shards, or of another
   *     machine
   * @throws PcrException when the further shards are damaged, or one has a key that is there
   */
  static boolean build(IndexFile older, IndexSource source, Path scratch, Path file)
      throws IOException {
    Path environment = scratch.resolve("grown");
    if (!older.copy(environment)) {
      return false;
    }
    Fit fit = fit(environment, source);
    switch (fit.kind()) {
      case SAME -> Files.move(environment, file);
      case BEGINNING -> {
        try (LmdbIndexGrowth output = new LmdbIndexGrowth(environment, file)) {
          IndexBuilder.build(source, fit.shards(), scratch, output);
        }
        Files.delete(environment);
      }
      case OTHER -> Files.delete(environment);
    }
    return fit.kind() != Fit.Kind.OTHER;
  }

  /**
   * What an index is to a source.
   *
   * @param shards that both have
   */
  private record Fit(Kind kind, int shards) {
    /** Whether it is the source's index, or that of its first shards. */
    enum Kind {
      SAME,
      BEGINNING,
      OTHER
    }
  }

  private static Fit fit(Path copy, IndexSource source) {
    try (LmdbIndex index = LmdbIndex.open(copy)) {
      List<ShardTable.Entry> wanted = ShardTable.of(source).entries();
      List<ShardTable.Entry> there = index.shards().entries();
      boolean isBeginning =
          index.identity().dataset().equals(source.identity().dataset())
              && there.size() <= wanted.size()
              && there.equals(wanted.subList(0, there.size()));
      if (!isBeginning) {
        return new Fit(Fit.Kind.OTHER, 0);
      }
      boolean isSame = there.size() == wanted.size() && index.identity().equals(source.identity());
      return new Fit(isSame ? Fit.Kind.SAME : Fit.Kind.BEGINNING, there.size());
    } catch (IOException e) {
      return new Fit(Fit.Kind.OTHER, 0); // Of another machine or version.
    }
  }

  @Override
  public void begin(IndexIdentity identity, ShardTable shards, IndexTotals totals)
      throws IOException {
    // Each entry may copy the page that it goes into.
    long added = LmdbWriter.mapSize(shards, totals);
    writer = new LmdbWriter(environment, Math.addExact(2 * Files.size(environment), added));
    writer.putMeta(identity, shards);
  }

  @Override
  public Optional<SampleLocation> key(byte[] storedKey, SampleLocation location)
      throws IOException {
    byte[] there = writer.get(LmdbLayout.KEYS, storedKey);
    if (there != null) {
      ByteBuffer value = ByteBuffer.wrap(there);
      return Optional.of(new SampleLocation(value.getInt(), value.getInt()));
    }
    writer.put(
        LmdbLayout.KEYS, storedKey, LmdbLayout.location(location.shard(), location.ordinal()));
    return Optional.empty();
  }

  /** Fills the last chunk of the label, and adds others. */
  @Override
  public void labelled(long label, long[] numbers, int count) throws IOException {
    byte[] stored = writer.get(LmdbLayout.LABELS, LabelOrder.bytes(label));
    long before = stored == null ? 0 : ByteBuffer.wrap(stored).getLong();
    for (int taken = 0; taken < count; ) {
      long number = before + taken;
      byte[] key = LmdbLayout.chunkKey(label, (int) (number / IndexBuilder.LABEL_CHUNK));
      int filled = (int) (number % IndexBuilder.LABEL_CHUNK) * Long.BYTES;
      int length = Math.min(CHUNK_LENGTH, filled + (count - taken) * Long.BYTES);
      byte[] there = filled == 0 ? new byte[0] : writer.get(LmdbLayout.LABEL_SAMPLES, key);
      if (there == null || there.length != filled) {
        throw new IOException(
            "the index contradicts itself about label " + label + ": " + environment);
      }
      byte[] chunk = Arrays.copyOf(there, length);
      int added = (length - filled) / Long.BYTES;
      ByteBuffer.wrap(chunk, filled, length - filled)
          .slice()
          .asLongBuffer()
          .put(numbers, taken, added);
      writer.put(LmdbLayout.LABEL_SAMPLES, key, chunk);
      taken += added;
    }
    writer.put(LmdbLayout.LABELS, LabelOrder.bytes(label), LmdbLayout.number(before + count));
  }

  @Override
  public void position(SampleLocation location, RecordPosition position) throws IOException {
    writer.appendPosition(location.shard(), location.ordinal(), position);
  }

  @Override
  public void finish() throws IOException {
    writer.copyCompact(file);
  }

  @Override
  public void close() {
    if (writer != null) {
      writer.close();
      writer = null;
    }
  }
}
