package io.pcr.format.internal.index.lmdb;

import io.pcr.format.index.SampleLocation;
import io.pcr.format.internal.index.IndexIdentity;
import io.pcr.format.internal.index.IndexOutput;
import io.pcr.format.internal.index.IndexTotals;
import io.pcr.format.internal.index.LabelOrder;
import io.pcr.format.internal.index.RecordPosition;
import io.pcr.format.internal.index.ShardTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.lmdbjava.PutFlags;

/**
 * Writes an index into an LMDB environment in a scratch directory and, at the end, a compact copy
 * of it into one file. Entries come sorted and are appended. Not thread-safe.
 */
final class LmdbIndexOutput implements IndexOutput {
  private final Path environment;
  private final Path file;
  private LmdbWriter writer;
  private long currentLabel;
  private long labelSamples;
  private int labelChunks;

  /**
   * @param scratch an existing directory that the caller deletes
   * @param file what {@link #finish} creates; must not exist
   */
  LmdbIndexOutput(Path scratch, Path file) {
    this.environment = scratch.resolve("environment");
    this.file = file;
  }

  @Override
  public void begin(IndexIdentity identity, ShardTable shards, IndexTotals totals)
      throws IOException {
    Files.createFile(environment);
    writer = new LmdbWriter(environment, LmdbWriter.mapSize(shards, totals));
    writer.putMeta(identity, shards);
  }

  @Override
  public Optional<SampleLocation> key(byte[] storedKey, SampleLocation location)
      throws IOException {
    append(LmdbLayout.KEYS, storedKey, LmdbLayout.location(location.shard(), location.ordinal()));
    return Optional.empty();
  }

  @Override
  public void labelled(long label, long[] numbers, int count) throws IOException {
    if (labelChunks > 0 && label != currentLabel) {
      endLabel();
    }
    currentLabel = label;
    ByteBuffer value = ByteBuffer.allocate(count * Long.BYTES);
    value.asLongBuffer().put(numbers, 0, count);
    append(LmdbLayout.LABEL_SAMPLES, LmdbLayout.chunkKey(label, labelChunks++), value.array());
    labelSamples += count;
  }

  private void endLabel() throws IOException {
    append(LmdbLayout.LABELS, LabelOrder.bytes(currentLabel), LmdbLayout.number(labelSamples));
    labelChunks = 0;
    labelSamples = 0;
  }

  @Override
  public void position(SampleLocation location, RecordPosition position) throws IOException {
    writer.appendPosition(location.shard(), location.ordinal(), position);
  }

  @Override
  public void finish() throws IOException {
    if (labelChunks > 0) {
      endLabel();
    }
    writer.copyCompact(file);
  }

  private void append(String database, byte[] key, byte[] value) throws IOException {
    writer.put(database, key, value, PutFlags.MDB_APPEND);
  }

  @Override
  public void close() {
    if (writer != null) {
      writer.close();
      writer = null;
    }
  }
}
