package io.pcr.tfrecord.internal.compression;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.Limit;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.frame.ZstdLibrary;
import io.pcr.format.source.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/** Zstandard frames, one after the other. A frame's window is at most 128 MiB. */
final class ZstdBytes implements DecodedBytes {
  /** Bounds what a file of tiny frames inside one large record can make us remember. */
  private static final int MAX_STARTS = 1 << 16;

  private static final long MAX_WINDOW_BYTES = 128 << 20;

  private final CompressedInput input;
  private final ZstdDecompressCtx context;
  private final ArrayDeque<DecodeStart> starts = new ArrayDeque<>();
  private long decoded;
  private long frameNumber;
  private boolean isInFrame;

  /**
   * @param position where the first frame begins
   */
  ZstdBytes(ByteSource source, long position, int chunkBytes) throws IOException {
    ZstdLibrary.require();
    context = ZstdLibrary.run(ZstdDecompressCtx::new);
    input = new CompressedInput(source, position, chunkBytes);
  }

  @Override
  public boolean read(ByteBuffer dst) throws IOException {
    int before = dst.position();
    while (dst.position() == before) {
      ByteBuffer in = input.fill();
      boolean isExhausted = !in.hasRemaining();
      if (isExhausted && !isInFrame) {
        return false;
      }
      if (!isInFrame) {
        beginFrame();
      }
      if (decompress(dst, in)) {
        isInFrame = false;
        frameNumber++;
      } else if (isExhausted && dst.position() == before) {
        throw new PcrException.Truncated(location(), 1, 0);
      }
    }
    decoded += dst.position() - before;
    return true;
  }

  private void beginFrame() throws IOException {
    isInFrame = true;
    requireWindow();
    if (!starts.isEmpty() && starts.getLast().decodedOffset() == decoded) {
      starts.removeLast();
    }
    // Without a start of its own, what follows is found from an earlier one.
    if (starts.size() < MAX_STARTS) {
      starts.add(new DecodeStart(input.position(), decoded));
    }
  }

  /** What zstd itself allows is a byte more, of frames without a window descriptor. */
  private void requireWindow() throws IOException {
    long window = ZstdWindow.of(input.peek(ZstdWindow.MAX_HEADER_LENGTH));
    if (Long.compareUnsigned(window, MAX_WINDOW_BYTES) > 0) {
      throw new PcrException.LimitExceeded(
          location(), Limit.ZSTD_WINDOW, window < 0 ? Long.MAX_VALUE : window, MAX_WINDOW_BYTES);
    }
  }

  /** One step; true at the end of a frame. */
  private boolean decompress(ByteBuffer dst, ByteBuffer in) throws PcrException {
    try {
      return ZstdLibrary.run(() -> context.decompressDirectByteBufferStream(dst, in));
    } catch (ZstdException e) {
      throw new PcrException.Corrupt(
          ErrorCode.MALFORMED, location(), e.getMessage(), "a zstd frame");
    }
  }

  private FieldLocation location() {
    return new FieldLocation("ZstdFrame[" + frameNumber + "]", input.position(), input.toString());
  }

  @Override
  public long remaining() {
    return UNKNOWN;
  }

  @Override
  public DecodeStart startFor(long offset) {
    DecodeStart start = starts.remove();
    while (!starts.isEmpty() && starts.element().decodedOffset() <= offset) {
      start = starts.remove();
    }
    starts.addFirst(start);
    return start;
  }

  @Override
  public String toString() {
    return input + " (ZSTD, decompressed)";
  }

  @Override
  public void close() {
    context.close();
  }
}
