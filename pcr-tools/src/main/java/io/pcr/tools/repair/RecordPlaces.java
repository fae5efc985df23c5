package io.pcr.tools.repair;

import io.pcr.codecs.tfrecord.DatasetSource;
import io.pcr.format.Limits;
import io.pcr.format.index.IndexListener;
import io.pcr.format.index.IndexPolicy;
import io.pcr.format.index.RecordPosition;
import io.pcr.format.index.SampleIndex;
import io.pcr.format.index.SampleLocation;
import io.pcr.format.index.lmdb.IndexDirectory;
import io.pcr.format.manifest.Manifest;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/**
 * Where the records of TFRecord shards are, as far as an index of the damaged dataset still has it:
 * behind a damaged length nothing else leads on. Thread-safe; whoever opens it closes it.
 */
final class RecordPlaces implements Closeable {
  private final Optional<SampleIndex> index;
  private final Optional<Manifest> manifest;

  private RecordPlaces(Optional<SampleIndex> index, Optional<Manifest> manifest) {
    this.index = index;
    this.manifest = manifest;
  }

  static RecordPlaces of(DamagedDataset damaged, Limits limits) {
    boolean hasRecords =
        damaged.manifest().stream()
            .flatMap(manifest -> manifest.shards().stream())
            .anyMatch(entry -> !entry.variant().isContainer());
    if (!hasRecords) {
      return new RecordPlaces(Optional.empty(), damaged.manifest());
    }
    try {
      SampleIndex index =
          IndexDirectory.open(
              damaged.folder(),
              DatasetSource.of(damaged.manifest().orElseThrow(), damaged.folder(), limits),
              IndexPolicy.FAIL,
              IndexListener.SILENT);
      return new RecordPlaces(Optional.of(index), damaged.manifest());
    } catch (IOException e) {
      // An index may be damaged too; what one record after the other leads to is left.
      return new RecordPlaces(Optional.empty(), damaged.manifest());
    }
  }

  /** The place of a record; empty when nobody knows. */
  Optional<RecordPosition> place(String shard, int number) throws IOException {
    if (index.isEmpty()) {
      return Optional.empty();
    }
    int position = 0;
    for (var entry : manifest.orElseThrow().shards()) {
      if (entry.name().equals(shard)) {
        return index.get().position(new SampleLocation(position, number));
      }
      position++;
    }
    return Optional.empty();
  }

  @Override
  public void close() throws IOException {
    if (index.isPresent()) {
      index.get().close();
    }
  }
}
