package io.pcr.reader;

import io.pcr.format.Limits;
import io.pcr.format.internal.keys.KeyEntries;
import io.pcr.format.internal.keys.KeyEntry;
import io.pcr.format.internal.keys.KeyHash;
import io.pcr.format.internal.keys.KeySegmentHead;
import io.pcr.format.internal.keys.KeySegmentWriter;
import io.pcr.format.manifest.KeySegment;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** A dataset made for a test that has an index of keys. */
final class KeyedDataset {
  private KeyedDataset() {}

  /** Gives a dataset a new generation with a segment for each of its shards. */
  static Manifest addSegments(TestDataset dataset) throws IOException {
    List<List<KeyEntry>> segments = new ArrayList<>();
    for (int shard = 0; shard < dataset.shardCount(); shard++) {
      segments.add(entries(dataset, shard));
    }
    return addSegments(dataset.folder(), segments);
  }

  /** What an index of keys says of a shard. */
  static List<KeyEntry> entries(TestDataset dataset, int shard) {
    List<KeyEntry> entries = new ArrayList<>();
    for (int i = 0; i < dataset.shard(shard).sampleCount(); i++) {
      entries.add(new KeyEntry(KeyHash.of(dataset.shard(shard).key(i)), shard, i));
    }
    return entries;
  }

  /** Gives a dataset a new generation with segments of these entries. */
  static Manifest addSegments(Path folder, List<List<KeyEntry>> segments) throws IOException {
    Manifest base = manifest(folder);
    List<KeySegment> written = new ArrayList<>();
    for (List<KeyEntry> entries : segments) {
      written.add(write(folder, base, written.size(), entries));
    }
    Manifest next = base.next().keySegments(written).build();
    publish(folder, next);
    return next;
  }

  static Manifest manifest(Path folder) throws IOException {
    try (ByteSource source = FileByteSource.open(folder.resolve(Manifest.FILE_NAME))) {
      return Manifest.read(source, Limits.DEFAULT);
    }
  }

  static void publish(Path folder, Manifest next) throws IOException {
    ByteBuffer bytes = next.encode();
    byte[] file = new byte[bytes.remaining()];
    bytes.get(file);
    Files.write(folder.resolve(Manifest.FILE_NAME), file);
  }

  private static KeySegment write(Path folder, Manifest base, int number, List<KeyEntry> entries)
      throws IOException {
    long generation = base.generation() + 1;
    Path file = folder.resolve(KeySegmentHead.fileName(generation, number));
    try (KeyEntries sorter = new KeyEntries(folder);
        FileChannel out =
            FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      for (KeyEntry entry : entries) {
        sorter.add(entry);
      }
      return KeySegmentWriter.write(
          sorter, base.datasetUuid(), generation, number, () -> out.truncate(0).position(0));
    }
  }
}
