package io.pcr.conformance.vectors;

import io.pcr.format.checksum.Sha256;
import io.pcr.format.internal.checksum.Crc32C;
import io.pcr.format.internal.shard.ShardHead;
import io.pcr.format.internal.shard.ShardHeadLayout;
import io.pcr.format.internal.shard.Trailer;
import io.pcr.format.internal.shard.TrailerLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * A shard put together by hand. Each stage can be changed, and whatever comes after it is computed
 * from what the change made, so that a file has the one defect that it is to show.
 *
 * <pre>
 * metadata (table) -> flatBuffer (bytes) -> frame -> regions -> region table -> head -> file
 * </pre>
 */
final class ShardDraft {
  static final int PCR = 1;
  static final int LIQUID = 2;
  static final byte[] MAGIC = {(byte) 0x8F, 'P', 'C', 'R', '\r', '\n', 0x1A, '\n'};
  private static final int WRITER_ID = 7;

  private final int variant;
  private final int groupCount;
  private int sampleCount;
  private final TableDraft metadata;
  private final List<RegionDraft> regions = new ArrayList<>();
  private Consumer<FlatBufferBytes.Encoded> flatBuffer = encoded -> {};
  private UnaryOperator<byte[]> content = UnaryOperator.identity();
  private UnaryOperator<byte[]> frame = Frames::raw;
  private Consumer<ByteBuffer> table = bytes -> {};
  private Consumer<ByteBuffer> head = bytes -> {};
  private UnaryOperator<byte[]> file = UnaryOperator.identity();

  private ShardDraft(int variant, int groupCount, List<SampleDraft> samples) {
    this.variant = variant;
    this.groupCount = groupCount;
    this.sampleCount = samples.size();
    this.metadata = MetadataDraft.of(groupCount, samples);
    regions.add(RegionDraft.metadata());
    if (variant == PCR) {
      for (int group = 1; group <= groupCount; group++) {
        int index = group - 1;
        List<byte[]> slices = samples.stream().map(sample -> sample.slices().get(index)).toList();
        regions.add(RegionDraft.scanGroup(group, Frames.concat(slices.toArray(byte[][]::new))));
      }
    } else {
      SortedMap<Integer, byte[]> formats = new TreeMap<>();
      for (SampleDraft sample : samples) {
        formats.merge(sample.encoding(), sample.slices().get(0), Frames::concat);
      }
      formats.forEach((encoding, bytes) -> regions.add(RegionDraft.format(encoding, bytes)));
    }
  }

  static ShardDraft pcr(int groupCount, List<SampleDraft> samples) {
    ShardDraft draft = new ShardDraft(PCR, groupCount, samples);
    draft.metadata.set("targets", TargetDrafts.targets(groupCount));
    return draft;
  }

  static ShardDraft liquid(List<SampleDraft> samples) {
    return new ShardDraft(LIQUID, 1, samples);
  }

  /** Adds a column, and its region when it has one. */
  ShardDraft column(ColumnDraft column) {
    List<TableDraft> columns = new ArrayList<>();
    if (metadata.get("columns") != null) {
      metadata.list("columns").forEach(present -> columns.add((TableDraft) present));
    }
    column.region(columns.size()).ifPresent(region -> regions.add(placeOf(column), region));
    columns.add(column.table());
    metadata.set("columns", columns);
    return this;
  }

  /** Behind the earlier regions of its placement, in front of a RESTORE region. */
  private int placeOf(ColumnDraft column) {
    int place = 1;
    while (place < regions.size()) {
      int kind = regions.get(place).kind;
      boolean early = column.isEarly();
      if (early ? kind != RegionDraft.COLUMN : kind == RegionDraft.RESTORE) {
        break;
      }
      place++;
    }
    return place;
  }

  ShardDraft restore(RestoreDraft restore) {
    regions.add(restore.region());
    return this;
  }

  /** Says another number of samples in the head. */
  ShardDraft sampleCount(int count) {
    sampleCount = count;
    return this;
  }

  /** Changes the metadata as a table. */
  ShardDraft metadata(Consumer<TableDraft> edit) {
    edit.accept(metadata);
    return this;
  }

  /** Changes the metadata's bytes, knowing what stands where. */
  ShardDraft flatBuffer(Consumer<FlatBufferBytes.Encoded> edit) {
    flatBuffer = edit;
    return this;
  }

  /** Replaces the metadata's bytes. */
  ShardDraft content(UnaryOperator<byte[]> edit) {
    content = edit;
    return this;
  }

  /** Compresses the metadata in another way. */
  ShardDraft frame(UnaryOperator<byte[]> compress) {
    frame = compress;
    return this;
  }

  /** Changes the regions; positions and lengths follow. */
  ShardDraft regions(Consumer<List<RegionDraft>> edit) {
    edit.accept(regions);
    return this;
  }

  RegionDraft region(int kind, int number) {
    return regions.stream()
        .filter(region -> region.kind == kind && region.number == number)
        .findFirst()
        .orElseThrow();
  }

  /** Changes the bytes of the region table. */
  ShardDraft table(Consumer<ByteBuffer> edit) {
    table = edit;
    return this;
  }

  /** Changes the bytes of the head, before its checksum. */
  ShardDraft head(Consumer<ByteBuffer> edit) {
    head = edit;
    return this;
  }

  /** Changes the finished file. */
  ShardDraft file(UnaryOperator<byte[]> edit) {
    file = edit;
    return this;
  }

  /** Changes one byte of the finished file; a negative position counts from its end. */
  ShardDraft flip(int position) {
    return file(
        bytes -> {
          bytes[position < 0 ? bytes.length + position : position] ^= 0x10;
          return bytes;
        });
  }

  byte[] build() {
    FlatBufferBytes.Encoded encoded = FlatBufferBytes.encode(metadata, "PCRM");
    flatBuffer.accept(encoded);
    byte[] flat = content.apply(encoded.bytes());
    RegionDraft first = regions.get(0);
    if (first.kind == RegionDraft.METADATA) {
      first.bytes = frame.apply(flat);
      first.crc32c = Crc32C.of(first.bytes);
    }
    int headLength = ShardHeadLayout.LENGTH + regions.size() * RegionDraft.LENGTH;
    ByteBuffer out = ByteBuffer.allocate(headLength).order(ByteOrder.LITTLE_ENDIAN);
    long offset = headLength;
    out.position(ShardHeadLayout.LENGTH);
    for (RegionDraft region : regions) {
      region.putEntry(out, offset);
      offset += region.bytes.length;
    }
    int frontLength = headLength + first.bytes.length;
    long totalLength = offset + frontLength + TrailerLayout.LENGTH;
    table.accept(
        out.slice(ShardHeadLayout.LENGTH, headLength - ShardHeadLayout.LENGTH)
            .order(ByteOrder.LITTLE_ENDIAN));
    putHead(out, totalLength, flat);
    List<byte[]> parts = new ArrayList<>(List.of(out.array()));
    regions.forEach(region -> parts.add(region.bytes));
    parts.add(out.array());
    parts.add(first.bytes);
    parts.add(new Trailer(totalLength, frontLength).encode().array());
    return file.apply(Frames.concat(parts.toArray(byte[][]::new)));
  }

  private void putHead(ByteBuffer out, long totalLength, byte[] flat) {
    out.put(0, MAGIC);
    out.put(ShardHeadLayout.MAJOR_OFFSET, (byte) 2);
    out.put(ShardHeadLayout.VARIANT_OFFSET, (byte) variant);
    out.putInt(ShardHeadLayout.WRITER_ID_OFFSET, WRITER_ID);
    out.putInt(ShardHeadLayout.REGION_COUNT_OFFSET, regions.size());
    out.putLong(ShardHeadLayout.TOTAL_LENGTH_OFFSET, totalLength);
    ByteBuffer entries = out.slice(ShardHeadLayout.LENGTH, out.capacity() - ShardHeadLayout.LENGTH);
    UUID uuid = ShardHead.deriveUuid(entries, ByteBuffer.wrap(flat));
    out.put(
        ShardHeadLayout.SHARD_UUID_OFFSET,
        ByteBuffer.allocate(16)
            .putLong(uuid.getMostSignificantBits())
            .putLong(uuid.getLeastSignificantBits())
            .array());
    out.putInt(ShardHeadLayout.SAMPLE_COUNT_OFFSET, sampleCount);
    head.accept(out);
    out.putInt(
        ShardHeadLayout.HEAD_CRC32C_OFFSET,
        Crc32C.of(out.slice(0, ShardHeadLayout.HEAD_CRC32C_OFFSET), entries));
  }

  /** The file cut at the end of a group. */
  byte[] prefix(int group) {
    int last = 0;
    for (int i = 1; i < regions.size(); i++) {
      if (isGroup(regions.get(i)) && (variant == LIQUID || regions.get(i).number <= group)) {
        last = group == 0 ? 0 : i;
      }
    }
    byte[] whole = build();
    int length = ShardHeadLayout.LENGTH + regions.size() * RegionDraft.LENGTH;
    for (RegionDraft region : regions.subList(0, last + 1)) {
      length += region.bytes.length;
    }
    return Arrays.copyOf(whole, length);
  }

  private static boolean isGroup(RegionDraft region) {
    return region.kind == RegionDraft.SCAN_GROUP || region.kind == RegionDraft.FORMAT;
  }

  int groupCount() {
    return groupCount;
  }

  /** The SHA-256 of a file, as the metadata holds it. */
  static byte[] sha256(byte[] bytes) {
    byte[] digest = new byte[Sha256.LENGTH];
    Sha256.of(ByteBuffer.wrap(bytes)).bytes().get(digest);
    return digest;
  }
}
