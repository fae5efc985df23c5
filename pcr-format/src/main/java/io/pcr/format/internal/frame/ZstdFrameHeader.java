package io.pcr.format.internal.frame;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.Limit;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.frame.ZstdFrame.Bounds;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * What a zstd frame says of itself (RFC 8878, 3.1.1), with the frame's blocks walked through: the
 * frame fills its bytes exactly, and its blocks can hold the content that it declares.
 */
record ZstdFrameHeader(long contentSize, long windowSize) {
  static final int MIN_WINDOW_LOG = 10;

  /** Windows beyond 128 MiB are refused by zstd's own decoder too, unless told otherwise. */
  static final int MAX_WINDOW_LOG = 27;

  private static final int MAGIC = 0xFD2FB528;
  private static final int MAGIC_LENGTH = Integer.BYTES;
  private static final int BLOCK_HEADER_LENGTH = 3;
  private static final int CHECKSUM_LENGTH = 4;
  private static final long MAX_BLOCK_SIZE = 1 << 17;
  private static final int BLOCK_RAW = 0;
  private static final int BLOCK_RLE = 1;
  private static final int BLOCK_COMPRESSED = 2;

  static ZstdFrameHeader decode(ByteBuffer frame, Bounds bounds) throws PcrException {
    return new Parser(frame.slice().order(ByteOrder.LITTLE_ENDIAN), bounds).parse();
  }

  private static final class Parser {
    private final ByteBuffer in;
    private final Bounds bounds;

    Parser(ByteBuffer in, Bounds bounds) {
      this.in = in;
      this.bounds = bounds;
    }

    ZstdFrameHeader parse() throws PcrException {
      need(MAGIC_LENGTH + 1, "magic");
      int magic = in.getInt();
      if (magic != MAGIC) {
        throw bad("magic", String.format("0x%08x", magic), String.format("0x%08x", MAGIC));
      }
      int descriptor = in.get() & 0xFF;
      boolean singleSegment = (descriptor & 0x20) != 0;
      boolean checksum = (descriptor & 0x04) != 0;
      int contentSizeFlag = descriptor >>> 6;
      if ((descriptor & 0x08) != 0 || (descriptor & 0x03) != 0) {
        throw bad("descriptor", descriptor, "no reserved bit and no dictionary id");
      }
      if (contentSizeFlag == 0 && !singleSegment) {
        throw bad("descriptor", descriptor, "a content size");
      }
      long windowSize = singleSegment ? 0 : windowSize();
      long contentSize = contentSize(contentSizeFlag);
      if (contentSize < 0 || contentSize > bounds.allowed()) {
        throw limit("content_size", bounds.limit(), contentSize, bounds.allowed());
      }
      if (windowSize > 1L << MAX_WINDOW_LOG) {
        throw limit("window_size", Limit.ZSTD_WINDOW, windowSize, 1L << MAX_WINDOW_LOG);
      }
      long most = mostContent(checksum);
      if (contentSize > most) {
        throw new PcrException.Corrupt(
            ErrorCode.MALFORMED, field("content_size"), contentSize, "at most " + most);
      }
      return new ZstdFrameHeader(contentSize, singleSegment ? contentSize : windowSize);
    }

    private long windowSize() throws PcrException {
      need(1, "window_descriptor");
      int descriptor = in.get() & 0xFF;
      long base = 1L << (MIN_WINDOW_LOG + (descriptor >>> 3));
      return base + base / 8 * (descriptor & 0x07);
    }

    private long contentSize(int flag) throws PcrException {
      need(1 << flag, "content_size");
      return switch (flag) {
        case 0 -> in.get() & 0xFFL;
        case 1 -> (in.getShort() & 0xFFFFL) + 256;
        case 2 -> in.getInt() & 0xFFFFFFFFL;
        default -> in.getLong();
      };
    }

    /** Walks the blocks to the end of the frame and adds up what they can decode to. */
    private long mostContent(boolean checksum) throws PcrException {
      long most = 0;
      boolean last = false;
      while (!last) {
        need(BLOCK_HEADER_LENGTH, "block_header");
        int header = (in.getShort() & 0xFFFF) | (in.get() & 0xFF) << 16;
        last = (header & 1) != 0;
        int type = header >>> 1 & 0x03;
        int size = header >>> 3;
        int stored = type == BLOCK_RLE ? 1 : size;
        if (type > BLOCK_COMPRESSED || size > MAX_BLOCK_SIZE) {
          throw bad("block_header", String.format("0x%06x", header), "a block type and size");
        }
        need(stored, "block");
        in.position(in.position() + stored);
        most += type == BLOCK_RAW || type == BLOCK_RLE ? size : MAX_BLOCK_SIZE;
      }
      if (checksum) {
        need(CHECKSUM_LENGTH, "content_checksum");
        in.position(in.position() + CHECKSUM_LENGTH);
      }
      if (in.hasRemaining()) {
        throw bad("frame", in.capacity() + " bytes", in.position() + " bytes");
      }
      return most;
    }

    private void need(int length, String what) throws PcrException {
      if (in.remaining() < length) {
        throw bad(what, in.remaining() + " bytes", "at least " + length + " bytes");
      }
    }

    private FieldLocation field(String name) {
      return bounds.origin().field(bounds.structure() + "." + name, 0);
    }

    private PcrException bad(String what, Object stored, Object computed) {
      return new PcrException.Corrupt(ErrorCode.MALFORMED, field(what), stored, computed);
    }

    private PcrException limit(String what, Limit limit, long needed, long allowed) {
      return new PcrException.LimitExceeded(field(what), limit, needed, allowed);
    }
  }
}
