package io.pcr.tools.bench;

import io.pcr.format.Fidelity;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Sample;
import io.pcr.reader.Shard;
import io.pcr.reader.ShardReader;
import io.pcr.reader.internal.work.Parallel;
import io.pcr.reader.location.DatasetFolder;
import io.pcr.tfrecord.internal.TfRecordFile;
import io.pcr.tfrecord.internal.TfRecordReadOptions;
import io.pcr.tfrecord.internal.TfRecordReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;

/** Ways to get all images of a dataset once; each returns how many images, or bytes, it read. */
final class Epochs {
  /** Buffers of plain reads begin at a page, which is the faster way. */
  private static final int PAGE_BYTES = 4096;

  private Epochs() {}

  /** Every sample at a fidelity, proved by its checksums. Returns images. */
  static double samples(PcrDataset dataset, Fidelity fidelity) throws IOException {
    double images = 0;
    for (Shard shard : dataset.shards()) {
      images += samples(shard, fidelity);
    }
    return images;
  }

  private static long samples(Shard shard, Fidelity fidelity) throws IOException {
    long images = 0;
    try (ShardReader reader = shard.read(fidelity)) {
      for (Sample sample : reader) {
        images += sample.group() > 0 ? 1 : 0;
      }
    }
    return images;
  }

  /**
   * As {@link #samples}, by two threads that take shards in turn, so that one checks while the
   * other waits.
   */
  static double samplesByTwo(PcrDataset dataset, Fidelity fidelity) throws IOException {
    Iterator<Shard> shards = dataset.shards().iterator();
    AtomicLong images = new AtomicLong();
    Parallel.forEach(
        List.of(shards, shards),
        2,
        (position, turns) -> {
          for (Shard shard = next(turns); shard != null; shard = next(turns)) {
            images.addAndGet(samples(shard, fidelity));
          }
        });
    return images.get();
  }

  private static Shard next(Iterator<Shard> shards) {
    synchronized (shards) {
      return shards.hasNext() ? shards.next() : null;
    }
  }

  /** Every record of a file, proved by its checksums. Returns images. */
  static double records(ByteSource file) throws IOException {
    double images = 0;
    try (TfRecordReader reader = TfRecordFile.open(file, TfRecordReadOptions.DEFAULT).records()) {
      while (reader.next().isPresent()) {
        images++;
      }
    }
    return images;
  }

  /** Every image file, whole. Returns images. */
  static double files(List<Path> images, UnaryOperator<ByteSource> link) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 20);
    for (Path image : images) {
      try (ByteSource file = link.apply(FileByteSource.open(image))) {
        int length = Math.toIntExact(file.length());
        buffer = length > buffer.capacity() ? ByteBuffer.allocateDirect(length) : buffer.clear();
        file.readFully(0, buffer.limit(length));
      }
    }
    return images.size();
  }

  /** Files of a folder through a link. */
  static DatasetFolder folder(Path folder, UnaryOperator<ByteSource> link) {
    return name -> link.apply(FileByteSource.open(folder.resolve(name)));
  }

  /** The bytes of all prefixes. */
  static long prefixBytes(PcrDataset dataset, Fidelity fidelity) throws IOException {
    long bytes = 0;
    for (Shard shard : dataset.shards()) {
      bytes += shard.prefixLength(fidelity);
    }
    return bytes;
  }

  /** A buffer for {@link #plain}, with room for the longest prefix. */
  static ByteBuffer plainBuffer(PcrDataset dataset, boolean pageAligned) throws IOException {
    long room = 0;
    for (Shard shard : dataset.shards()) {
      room = Math.max(room, shard.prefixLength(Fidelity.FULL));
    }
    ByteBuffer buffer = ByteBuffer.allocateDirect(Math.toIntExact(room + 2 * PAGE_BYTES));
    return pageAligned ? buffer.alignedSlice(PAGE_BYTES) : buffer;
  }

  /** The same bytes by plain positional reads, with nothing done to them. Returns bytes. */
  static double plain(PcrDataset dataset, Path folder, Fidelity fidelity, ByteBuffer buffer)
      throws IOException {
    double bytes = 0;
    for (Shard shard : dataset.shards()) {
      int length = Math.toIntExact(shard.prefixLength(fidelity));
      buffer.clear().limit(length);
      try (FileChannel channel =
          FileChannel.open(folder.resolve(shard.name()), StandardOpenOption.READ)) {
        int read = 0;
        while (read >= 0 && buffer.hasRemaining()) {
          read = channel.read(buffer, buffer.position());
        }
      }
      bytes += buffer.position();
    }
    return bytes;
  }
}
