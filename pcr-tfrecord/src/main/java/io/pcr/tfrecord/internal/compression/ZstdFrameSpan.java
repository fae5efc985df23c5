package io.pcr.tfrecord.internal.compression;

import io.pcr.format.source.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * A zstd frame in a file: where it ends, found by the headers of its blocks without decoding them
 * (RFC 8878, 3.1.1). Immutable.
 *
 * @param start in the file
 * @param length bytes of the frame
 * @param contentSize what it decodes to, as its header says
 */
public record ZstdFrameSpan(long start, long length, long contentSize) {
  private static final int MAGIC = 0xFD2FB528;

  /** Magic, descriptor, window, dictionary and content size. */
  private static final int MAX_HEADER_LENGTH = 18;

  private static final int DESCRIPTOR_OFFSET = Integer.BYTES;
  private static final int BLOCK_HEADER_LENGTH = 3;
  private static final int CHECKSUM_LENGTH = 4;
  private static final int BLOCK_RLE = 1;
  private static final int BLOCK_RESERVED = 3;

  /** The frame at a place of a file; empty when there is none, or it does not state its content. */
  public static Optional<ZstdFrameSpan> at(ByteSource source, long start) throws IOException {
    long end = source.length();
    ByteBuffer head = read(source, start, (int) Math.min(MAX_HEADER_LENGTH, end - start));
    if (head.remaining() <= DESCRIPTOR_OFFSET || head.getInt(0) != MAGIC) {
      return Optional.empty();
    }
    int descriptor = head.get(DESCRIPTOR_OFFSET) & 0xFF;
    boolean isSingleSegment = (descriptor & 0x20) != 0;
    boolean hasChecksum = (descriptor & 0x04) != 0;
    boolean hasDictionary = (descriptor & 0x03) != 0;
    int sizeFlag = descriptor >>> 6;
    if (hasDictionary || (sizeFlag == 0 && !isSingleSegment)) {
      return Optional.empty();
    }
    int sizeAt = DESCRIPTOR_OFFSET + 1 + (isSingleSegment ? 0 : 1);
    int blocksAt = sizeAt + (1 << sizeFlag);
    if (head.remaining() < blocksAt) {
      return Optional.empty();
    }
    long content = contentSize(head, sizeAt, sizeFlag);
    long behind = endOfBlocks(source, start + blocksAt, end) + (hasChecksum ? CHECKSUM_LENGTH : 0);
    return content < 0 || behind > end
        ? Optional.empty()
        : Optional.of(new ZstdFrameSpan(start, behind - start, content));
  }

  private static ByteBuffer read(ByteSource source, long position, int length) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    source.readFully(position, bytes);
    return bytes.flip();
  }

  private static long contentSize(ByteBuffer head, int at, int flag) {
    return switch (flag) {
      case 0 -> head.get(at) & 0xFFL;
      case 1 -> (head.getShort(at) & 0xFFFFL) + 256;
      case 2 -> head.getInt(at) & 0xFFFFFFFFL;
      default -> head.getLong(at);
    };
  }

  /** The end of the last block; beyond the end of the file when they do not fit into it. */
  private static long endOfBlocks(ByteSource source, long first, long end) throws IOException {
    long at = first;
    boolean isLast = false;
    while (!isLast) {
      if (end - at < BLOCK_HEADER_LENGTH) {
        return Long.MAX_VALUE - CHECKSUM_LENGTH;
      }
      ByteBuffer bytes = read(source, at, BLOCK_HEADER_LENGTH);
      int header = (bytes.getShort(0) & 0xFFFF) | (bytes.get(2) & 0xFF) << 16;
      isLast = (header & 1) != 0;
      int type = header >>> 1 & 0x03;
      if (type == BLOCK_RESERVED) {
        return Long.MAX_VALUE - CHECKSUM_LENGTH;
      }
      at += BLOCK_HEADER_LENGTH + (type == BLOCK_RLE ? 1 : header >>> 3);
    }
    return at;
  }
}
