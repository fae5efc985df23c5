package io.pcr.format.damage;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Limits;
import io.pcr.format.error.Limit;
import io.pcr.format.error.Origin;
import io.pcr.format.internal.checksum.Crc32C;
import io.pcr.format.internal.frame.ZstdFrame;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.internal.restore.RestoreDirectory;
import io.pcr.format.internal.restore.RestoreFixture;
import io.pcr.format.internal.restore.RestoreRecipe;
import io.pcr.format.internal.restore.RestoreRegionLayout;
import io.pcr.format.internal.shard.EncodedRestoreRegion;
import io.pcr.format.internal.shard.RegionLayout;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.internal.shard.ShardFixture;
import io.pcr.format.internal.shard.ShardHead;
import io.pcr.format.internal.shard.ShardHeadLayout;
import io.pcr.format.internal.shard.TrailerLayout;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.programme.Programme;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Every size, count and offset set to every extreme, the checksums mended. */
class ExtremeValueTest {
  private static final Origin ORIGIN = new Origin("extreme", 0);
  private static final ShardMetadata.Counts COUNTS = new ShardMetadata.Counts(5, 3);

  /** What a field of so many bytes is set to, besides its value one up and one down. */
  private static Set<Long> extremes(long value, int width) {
    Set<Long> values = new LinkedHashSet<>();
    for (long extreme :
        new long[] {
          0,
          1,
          value - 1,
          value + 1,
          0x7FFF,
          0x8000,
          0xFFFF,
          0x7FFF_FFFEL,
          0x7FFF_FFFFL,
          0x8000_0000L,
          0x8000_0001L,
          0xFFFF_FFFFL,
          Long.MAX_VALUE,
          Long.MIN_VALUE,
          -1
        }) {
      values.add(width == Long.BYTES ? extreme : extreme & ((1L << (width * Byte.SIZE)) - 1));
    }
    values.remove(value);
    return values;
  }

  private static long get(ByteBuffer in, int at, int width) {
    return switch (width) {
      case Short.BYTES -> in.getShort(at) & 0xFFFFL;
      case Integer.BYTES -> in.getInt(at) & 0xFFFFFFFFL;
      default -> in.getLong(at);
    };
  }

  private static void put(ByteBuffer out, int at, int width, long value) {
    switch (width) {
      case Short.BYTES -> out.putShort(at, (short) value);
      case Integer.BYTES -> out.putInt(at, (int) value);
      default -> out.putLong(at, value);
    }
  }

  private static void mendHead(ByteBuffer file, int regionCount) {
    int table = regionCount * RegionLayout.LENGTH;
    int crc =
        Crc32C.of(
            file.slice(0, ShardHeadLayout.HEAD_CRC32C_OFFSET),
            file.slice(ShardHeadLayout.LENGTH, table));
    file.putInt(ShardHeadLayout.HEAD_CRC32C_OFFSET, crc);
  }

  /** The copy says the same, as a forger sees to. */
  private static void mendCopy(byte[] file, byte[] original) {
    int length =
        (int)
                littleEndian(original)
                    .getLong(ShardHead.headLength(0) + RegionLayout.REGION_OFFSET_OFFSET)
            + (int)
                littleEndian(original)
                    .getLong(ShardHead.headLength(0) + RegionLayout.REGION_LENGTH_OFFSET);
    System.arraycopy(file, 0, file, file.length - TrailerLayout.LENGTH - length, length);
  }

  /** Covers R-HEAD-3, R-HEAD-7, R-REGION-2, R-REGION-5. */
  @Test
  void everyNumberOfHeadAndRegionTableIsBoundedOrCrossChecked() throws IOException {
    Bounded bounded = new Bounded();
    for (byte[] original : DamageFiles.shards().values()) {
      int regions =
          ShardFile.open(Everything.source(original), Limits.DEFAULT).head().regionCount();
      set(bounded, original, ShardHeadLayout.REGION_COUNT_OFFSET, Integer.BYTES, regions);
      set(bounded, original, ShardHeadLayout.TOTAL_LENGTH_OFFSET, Long.BYTES, regions);
      set(bounded, original, ShardHeadLayout.SAMPLE_COUNT_OFFSET, Integer.BYTES, regions);
      for (int i = 0; i < regions; i++) {
        int entry = ShardHead.headLength(i);
        set(bounded, original, entry + RegionLayout.KIND_OFFSET, Short.BYTES, regions);
        set(bounded, original, entry + RegionLayout.NUMBER_OFFSET, Short.BYTES, regions);
        set(bounded, original, entry + RegionLayout.REGION_CRC32C_OFFSET, Integer.BYTES, regions);
        set(bounded, original, entry + RegionLayout.REGION_OFFSET_OFFSET, Long.BYTES, regions);
        set(bounded, original, entry + RegionLayout.REGION_LENGTH_OFFSET, Long.BYTES, regions);
      }
    }
    bounded.passed(Programme.T3, "head and region table");
  }

  /** None of these fields can have another value, so each case has to be refused. */
  private static void set(Bounded bounded, byte[] original, int at, int width, int regions) {
    for (long extreme : extremes(get(littleEndian(original), at, width), width)) {
      byte[] file = original.clone();
      put(littleEndian(file), at, width, extreme);
      mendHead(littleEndian(file), regions);
      mendCopy(file, original);
      String what = width + " bytes at " + at + " set to " + Long.toHexString(extreme);
      assertTrue(bounded.refuses(what, () -> Everything.read(file)), what);
    }
  }

  private static ByteBuffer littleEndian(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** A read of a FlatBuffer. */
  private interface TableRead {
    void run(ByteBuffer flatBuffer) throws IOException;
  }

  private static void setEveryWord(String name, ByteBuffer original, TableRead read) {
    Bounded bounded = new Bounded();
    byte[] bytes = new byte[original.remaining()];
    original.duplicate().get(bytes);
    for (int width : List.of(Short.BYTES, Integer.BYTES, Long.BYTES)) {
      for (int at = 0; at + width <= bytes.length; at += width) {
        ByteBuffer intact = littleEndian(bytes);
        for (long extreme : extremes(get(intact, at, width), width)) {
          ByteBuffer hostile = littleEndian(bytes.clone());
          put(hostile, at, width, extreme);
          bounded.refuses(
              name + ": " + width + " bytes at " + at + " set to " + Long.toHexString(extreme),
              () -> read.run(hostile));
        }
      }
    }
    bounded.passed(Programme.T3, name);
  }

  /** Covers R-FB-1, R-FB-2, R-FB-3, R-FB-4. */
  @Test
  void everyWordOfAMetadataIsBounded() {
    ByteBuffer flatBuffer = ShardFixture.pcr(31, 3).samples(5).allColumns().metadata().flatBuffer();
    setEveryWord(
        "metadata",
        flatBuffer,
        hostile -> Everything.ask(ShardMetadata.decodeFlatBuffer(hostile, COUNTS, ORIGIN)));
  }

  @Test
  void everyWordOfAManifestIsBounded() throws IOException {
    byte[] file = DamageFiles.manifest();
    int head = 40;
    byte[] content = decompress(ByteBuffer.wrap(file, head, file.length - head));
    setEveryWord(
        "manifest",
        ByteBuffer.wrap(content),
        hostile -> {
          byte[] payload = ZstdFrame.compressTables(hostile);
          ByteBuffer changed = littleEndian(new byte[head + payload.length]);
          changed.put(file, 0, head).put(payload).flip();
          changed.putInt(head - 2 * Integer.BYTES, payload.length);
          int crc =
              Crc32C.of(
                  changed.slice(0, head - Integer.BYTES), changed.slice(head, payload.length));
          changed.putInt(head - Integer.BYTES, crc);
          Manifest.decode(changed, "extreme", Limits.DEFAULT);
        });
  }

  private static byte[] decompress(ByteBuffer frame) throws IOException {
    return ZstdFrame.decompress(frame, Limit.METADATA_BYTES, 1 << 20, "test", ORIGIN);
  }

  @Test
  void everyWordOfARestoreDirectoryIsBounded() throws IOException {
    EncodedRestoreRegion region = RestoreFixture.builder(RestoreFixture.records(33, 20)).build();
    ByteBuffer directory = region.buffers().get(0);
    ByteBuffer frame =
        directory.slice(RestoreRegionLayout.LENGTH, directory.limit() - RestoreRegionLayout.LENGTH);
    long frames = region.length() - directory.limit();
    setEveryWord(
        "restore directory",
        ByteBuffer.wrap(decompress(frame)),
        hostile -> {
          ByteBuffer changed = ByteBuffer.wrap(ZstdFrame.compressTables(hostile));
          RestoreDirectory.decode(changed, 20, frames, Limits.DEFAULT, ORIGIN);
        });
  }

  @Test
  void everyWordOfARecipeIsBounded() {
    setEveryWord(
        "restore recipe",
        new RestoreRecipe(List.of(ByteBuffer.allocate(9), ByteBuffer.allocate(8))).encode().bytes(),
        hostile -> RestoreRecipe.decode(hostile, Limits.DEFAULT, ORIGIN));
  }

  /** Covers R-ZSTD-1, R-ZSTD-2, R-ZSTD-3. */
  @Test
  void everyByteOfAFrameIsBounded() throws IOException {
    byte[] frame = ShardFixture.pcr(31, 3).samples(5).metadata().encode();
    Bounded bounded = new Bounded();
    for (int at = 0; at < frame.length; at++) {
      for (int value = 0; value < 256; value += at < 20 ? 1 : 51) {
        byte[] hostile = frame.clone();
        hostile[at] = (byte) value;
        bounded.refuses(
            "byte " + at + " set to " + value,
            () -> ShardMetadata.decode(ByteBuffer.wrap(hostile), COUNTS, Limits.DEFAULT, ORIGIN));
      }
    }
    bounded.passed(Programme.T3, "zstd frames");
  }
}
