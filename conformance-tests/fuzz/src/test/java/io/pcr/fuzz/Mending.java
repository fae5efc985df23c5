package io.pcr.fuzz;

import io.pcr.format.internal.checksum.Crc32C;
import io.pcr.format.internal.keys.KeyPage;
import io.pcr.format.internal.keys.KeyPageLayout;
import io.pcr.format.internal.keys.KeySegmentLayout;
import io.pcr.format.internal.shard.RegionLayout;
import io.pcr.format.internal.shard.ShardHead;
import io.pcr.format.internal.shard.ShardHeadLayout;
import io.pcr.tfrecord.internal.framing.MaskedCrc32C;
import io.pcr.tfrecord.internal.framing.TfRecordLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Gives changed files the checksums that fit, so that what is behind them is read at all. */
final class Mending {
  private static final int MANIFEST_CRC32C_OFFSET = 36;
  private static final int MANIFEST_HEAD_LENGTH = 40;

  private Mending() {}

  private static ByteBuffer view(byte[] file) {
    return ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static boolean isWithin(long offset, long length, ByteBuffer file) {
    return offset >= 0 && length >= 0 && offset <= file.limit() && length <= file.limit() - offset;
  }

  /** A shard with the checksums of its metadata, its restore directory, and its head. */
  static byte[] shard(byte[] shard) {
    byte[] mended = shard.clone();
    ByteBuffer file = view(mended);
    if (file.limit() < ShardHeadLayout.LENGTH) {
      return shard;
    }
    int regions = file.getInt(ShardHeadLayout.REGION_COUNT_OFFSET);
    if (regions < 1
        || regions > ShardHead.MAX_REGIONS
        || ShardHead.headLength(regions) > file.limit()) {
      return shard;
    }
    for (int i = 0; i < regions; i++) {
      mendRegion(file, ShardHead.headLength(i));
    }
    int table = regions * RegionLayout.LENGTH;
    int crc =
        Crc32C.of(
            file.slice(0, ShardHeadLayout.HEAD_CRC32C_OFFSET),
            file.slice(ShardHeadLayout.LENGTH, table));
    file.putInt(ShardHeadLayout.HEAD_CRC32C_OFFSET, crc);
    return mended;
  }

  private static void mendRegion(ByteBuffer file, int entry) {
    long offset = file.getLong(entry + RegionLayout.REGION_OFFSET_OFFSET);
    long length = file.getLong(entry + RegionLayout.REGION_LENGTH_OFFSET);
    boolean isFrames = file.get(entry + RegionLayout.KIND_OFFSET) == 5;
    if (isFrames && isWithin(offset, Integer.BYTES, file)) {
      length = Integer.BYTES + (file.getInt((int) offset) & 0xFFFFFFFFL);
    }
    boolean hasChecksum = isFrames || file.get(entry + RegionLayout.KIND_OFFSET) == 1;
    if (hasChecksum && isWithin(offset, length, file)) {
      int crc = Crc32C.of(file.slice((int) offset, (int) length));
      file.putInt(entry + RegionLayout.REGION_CRC32C_OFFSET, crc);
    }
  }

  /** A manifest with the checksum of its head. */
  static byte[] manifest(byte[] manifest) {
    if (manifest.length < MANIFEST_HEAD_LENGTH) {
      return manifest;
    }
    byte[] mended = manifest.clone();
    ByteBuffer file = view(mended);
    int crc =
        Crc32C.of(
            file.slice(0, MANIFEST_CRC32C_OFFSET),
            file.slice(MANIFEST_HEAD_LENGTH, manifest.length - MANIFEST_HEAD_LENGTH));
    file.putInt(MANIFEST_CRC32C_OFFSET, crc);
    return mended;
  }

  /** A key segment with the checksums of its head and of all pages that are whole. */
  static byte[] keySegment(byte[] segment) {
    if (segment.length < KeySegmentLayout.LENGTH) {
      return segment;
    }
    byte[] mended = segment.clone();
    ByteBuffer file = view(mended);
    int crcOffset = KeySegmentLayout.SEGMENT_CRC32C_OFFSET;
    int head = Crc32C.of(file.slice(0, crcOffset));
    file.putInt(crcOffset, head);
    int at = KeySegmentLayout.LENGTH;
    for (int number = 0; isWithin(at, KeyPage.LENGTH, file); number++) {
      file.putInt(at + KeyPageLayout.SEGMENT_CRC32C_OFFSET, head);
      file.putInt(at + KeyPageLayout.PAGE_NUMBER_OFFSET, number);
      int from = KeyPageLayout.SEGMENT_CRC32C_OFFSET;
      int page = Crc32C.of(file.slice(at + from, KeyPage.LENGTH - from));
      file.putInt(at + KeyPageLayout.PAGE_CRC32C_OFFSET, page);
      at += KeyPage.LENGTH;
    }
    return mended;
  }

  /** A TFRecord file with the checksums of all records that lie within it. */
  static byte[] tfRecord(byte[] records) {
    byte[] mended = records.clone();
    ByteBuffer file = view(mended);
    int at = 0;
    while (at + TfRecordLayout.HEADER_LENGTH <= records.length) {
      long length = file.getLong(at);
      file.putInt(at + Long.BYTES, MaskedCrc32C.of(file.slice(at, Long.BYTES)));
      at += TfRecordLayout.HEADER_LENGTH;
      if (!isWithin(at, length, file) || !isWithin(at + length, Integer.BYTES, file)) {
        break;
      }
      file.putInt(at + (int) length, MaskedCrc32C.of(file.slice(at, (int) length)));
      at += (int) length + TfRecordLayout.FOOTER_LENGTH;
    }
    return mended;
  }
}
