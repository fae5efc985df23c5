package io.pcr.writer.internal.shard;

import io.pcr.format.Limits;
import io.pcr.format.column.Placement;
import io.pcr.format.internal.column.Column;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.internal.restore.RestoreRegion;
import io.pcr.format.internal.shard.ShardEntries;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import io.pcr.writer.internal.source.SourceValue;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A container shard that was just written, held to the samples that it was made of: what its
 * metadata says of them, their slices, their values in COLUMN regions, their restore records, all
 * read as readers read them. For one thread.
 */
final class WrittenContainer {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final ByteSource written;
  private final ShardSamples samples;
  private final Limits limits;
  private final ShardFile shard;
  private ByteBuffer bytes = NOTHING;

  private WrittenContainer(ByteSource written, ShardSamples samples, Limits limits)
      throws IOException {
    this.written = written;
    this.samples = samples;
    this.limits = limits;
    shard = ShardFile.open(written, limits);
    shard.requireComplete(written);
  }

  /** As {@link ShardFormat#check}. */
  static void check(ShardEntry entry, ByteSource written, ShardSamples samples, Limits limits)
      throws IOException {
    WrittenContainer container = new WrittenContainer(written, samples, limits);
    require(
        ShardEntries.of(
                entry.name(),
                container.shard,
                RestoreRegion.extent(written, container.shard, limits))
            .equals(entry),
        "what the manifest says of " + entry.name());
    container.checkMetadata();
    container.checkSlices();
    container.checkColumns();
    container.checkRestore();
  }

  private void checkMetadata() throws IOException {
    ShardMetadata metadata = shard.metadata();
    require(metadata.sampleCount() == samples.count(), "the number of samples");
    for (int sample = 0; sample < samples.count(); sample++) {
      require(
          metadata.entry(sample).equals(samples.list().get(sample).entry()),
          "the metadata of ",
          sample);
    }
  }

  /** In the order of the file. */
  private void checkSlices() throws IOException {
    int[] done = new int[samples.count()];
    for (int group = 1; group <= shard.metadata().groupCount(); group++) {
      for (int sample = 0; sample < samples.count(); sample++) {
        int length = shard.metadata().sliceLength(group, sample);
        ByteBuffer given = samples.body(sample, done[sample], length);
        ByteBuffer slice = read(shard.layout().slicePosition(group, sample), length);
        require(slice.equals(given), "group " + group + " of ", sample);
        done[sample] += length;
      }
    }
  }

  private void checkColumns() throws IOException {
    List<Column> columns = shard.metadata().columns();
    for (int i = 0; i < columns.size(); i++) {
      Column column = columns.get(i);
      if (column.spec().placement() == Placement.INLINE) {
        continue;
      }
      for (int sample = 0; sample < samples.count(); sample++) {
        Object value = samples.list().get(sample).columnValues().get(i);
        ByteBuffer given = value == null ? NOTHING : SourceValue.of(column.spec(), value).bytes();
        ByteBuffer stored =
            read(shard.layout().columnValuePosition(i, sample), column.valueLength(sample));
        require(stored.equals(given), "the column " + column.spec().name() + " of ", sample);
      }
    }
  }

  private void checkRestore() throws IOException {
    RestoreRegion records = RestoreRegion.of(shard, written, limits).orElseThrow();
    for (int sample = 0; sample < samples.count(); sample++) {
      require(
          records.record(sample).equals(samples.list().get(sample).restore())
              && records
                  .directory()
                  .sourceSha256(sample)
                  .equals(samples.list().get(sample).sourceSha256()),
          "the restore record of ",
          sample);
    }
  }

  private ByteBuffer read(long position, int length) throws IOException {
    if (length == 0) {
      return NOTHING;
    }
    if (bytes.capacity() < length) {
      bytes = ByteBuffer.allocateDirect(length);
    }
    bytes.clear().limit(length);
    written.readFully(position, bytes);
    return bytes.flip();
  }

  private void require(boolean same, String what, int sample) throws IOException {
    if (!same) {
      throw different(what + samples.list().get(sample).entry().key());
    }
  }

  private static void require(boolean same, String what) throws IOException {
    if (!same) {
      throw different(what);
    }
  }

  private static IOException different(String what) {
    return new IOException(what + " was read back with a different content; the shard is not kept");
  }
}
