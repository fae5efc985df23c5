package io.pcr.codecs.internal.zlib;

import io.pcr.codecs.internal.CodecLibraries;
import io.pcr.codecs.internal.ZlibNative;
import java.nio.ByteBuffer;

/**
 * Compresses one stream after another. Not thread-safe; use from two threads at once, and after
 * {@link #close}, ends in {@code IllegalStateException}. Whoever makes it closes it. Keeps no
 * reference to the buffers of a call.
 */
public final class ZlibDeflater implements AutoCloseable {
  private final ZlibStream stream;

  /**
   * @param level 0 (stored) to 9
   */
  public ZlibDeflater(ZlibFraming framing, int level, ZlibStrategy strategy) {
    if (level < 0 || level > 9) {
      throw new IllegalArgumentException("zlib level " + level + " is not in 0..9");
    }
    CodecLibraries.ZLIB.requireUnchecked();
    stream = new ZlibStream(ZlibNative.openDeflate(level, strategy.id, framing.windowBits));
  }

  /**
   * Compresses from one buffer to another, heap or direct, until one of them is used up or the
   * stream has ended; positions advance past what was consumed and produced.
   *
   * @return {@code NEEDS_INPUT} when all of {@code in} is consumed and, for a flush, all that it
   *     asks for is written; {@code NEEDS_OUTPUT} when it is to be called again with more room, the
   *     rest of {@code in} and the same flush; {@code FINISHED} after {@code FINISH}, when only
   *     {@link #reset} makes it usable again
   */
  public ZlibStatus deflate(ByteBuffer in, ByteBuffer out, ZlibFlush flush) {
    while (out.hasRemaining()) {
      int result = stream.step(in, out, flush);
      if (result == ZlibStream.STREAM_END) {
        return ZlibStatus.FINISHED;
      }
      boolean isDone = !stream.isOutputFull() && flush != ZlibFlush.FINISH;
      if (isDone && !in.hasRemaining()) {
        return ZlibStatus.NEEDS_INPUT;
      }
      if (result != ZlibStream.OK) {
        throw new IllegalStateException("the stream has ended; reset it first");
      }
    }
    return ZlibStatus.NEEDS_OUTPUT;
  }

  /** Starts a new stream with the same settings. */
  public void reset() {
    stream.reset();
  }

  /** Bytes taken in since the stream began. */
  public long consumed() {
    return stream.consumed();
  }

  /** Bytes given out since the stream began. */
  public long produced() {
    return stream.produced();
  }

  /** Frees the native memory. Idempotent. */
  @Override
  public void close() {
    stream.close();
  }
}
