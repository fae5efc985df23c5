package io.pcr.writer.convert;

import io.pcr.codecs.internal.restore.OriginalRestorer;
import io.pcr.format.Limits;
import io.pcr.format.error.Origin;
import io.pcr.format.internal.checksum.Sha256;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.internal.restore.OriginalFacts;
import io.pcr.format.internal.restore.RestoreKind;
import io.pcr.format.internal.restore.RestoreRecord;
import io.pcr.format.internal.restore.RestoreRegion;
import io.pcr.format.internal.shard.Region;
import io.pcr.format.internal.shard.ShardEntries;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.metadata.Encoding;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A dataset read back by the plainest means: every checksum checked, every original restored. */
final class ReadBack {
  private static final ByteBuffer EOI = ByteBuffer.wrap(new byte[] {(byte) 0xff, (byte) 0xd9});

  /** A sample as it came back; {@code original} is null when it was not kept. */
  @SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
  record Found(
      byte[] file, byte[] original, Long label, Encoding encoding, RestoreKind kind, int flags) {}

  final Manifest manifest;
  final Map<String, Found> samples = new LinkedHashMap<>();
  final List<ShardFile> shards = new ArrayList<>();

  private ReadBack(Manifest manifest) {
    this.manifest = manifest;
  }

  static ReadBack of(Path dataset) throws IOException {
    ReadBack back;
    try (ByteSource source = FileByteSource.open(dataset.resolve(Manifest.FILE_NAME))) {
      back = new ReadBack(Manifest.read(source, Limits.DEFAULT));
    }
    try (OriginalRestorer restorer = new OriginalRestorer(Limits.DEFAULT)) {
      for (ShardEntry entry : back.manifest.shards()) {
        try (ByteSource source = FileByteSource.open(dataset.resolve(entry.name()))) {
          back.readShard(entry, source, restorer);
        }
      }
    }
    return back;
  }

  private void readShard(ShardEntry entry, ByteSource source, OriginalRestorer restorer)
      throws IOException {
    ShardFile shard = ShardFile.open(source, Limits.DEFAULT);
    ShardEntries.requireSame(entry, shard);
    shard.requireComplete(source);
    shards.add(shard);
    ShardMetadata metadata = shard.metadata();
    Optional<Region> region = shard.regions().restore();
    RestoreRegion restore =
        region.isPresent()
            ? RestoreRegion.open(source, region.get(), metadata.sampleCount(), Limits.DEFAULT)
            : null;
    for (int sample = 0; sample < metadata.sampleCount(); sample++) {
      List<ByteBuffer> parts = parts(shard, source, sample);
      RestoreRecord record = restore == null ? RestoreRecord.NONE : restore.record(sample);
      Origin origin = new Origin(entry.name(), 0);
      Optional<Sha256> sha256 =
          restore == null ? Optional.empty() : restore.directory().sourceSha256(sample);
      OriginalFacts facts = new OriginalFacts(metadata.sourceLength(sample), sha256);
      Optional<ByteBuffer> original =
          restorer.restore(record, parts, facts, origin, metadata.key(sample));
      Found found =
          new Found(
              bytes(parts),
              original.map(o -> bytes(List.of(o))).orElse(null),
              metadata.label(sample).isPresent() ? metadata.label(sample).getAsLong() : null,
              metadata.encoding(sample),
              record.kind(),
              metadata.sourceFlags(sample).bits());
      if (samples.put(metadata.key(sample), found) != null) {
        throw new AssertionError(metadata.key(sample) + " stands twice");
      }
    }
  }

  private static List<ByteBuffer> parts(ShardFile shard, ByteSource source, int sample)
      throws IOException {
    ShardMetadata metadata = shard.metadata();
    List<ByteBuffer> parts = new ArrayList<>();
    for (int group = 1; group <= metadata.groupCount(); group++) {
      ByteBuffer slice = ByteBuffer.allocate(metadata.sliceLength(group, sample));
      long position = shard.layout().slicePosition(group, sample);
      source.readFully(position, slice);
      metadata.checkSlice(group, sample, slice.flip(), new Origin(source.toString(), position));
      parts.add(slice);
    }
    if (metadata.encoding(sample) == Encoding.PROGRESSIVE_JPEG) {
      parts.add(EOI.duplicate());
    }
    return parts;
  }

  private static byte[] bytes(List<ByteBuffer> parts) {
    ByteBuffer joined = ByteBuffer.allocate(parts.stream().mapToInt(ByteBuffer::remaining).sum());
    parts.forEach(part -> joined.put(part.duplicate()));
    return joined.array();
  }
}
