package io.pcr.codecs.internal.zlib;

import io.pcr.codecs.internal.CodecLibraries;
import io.pcr.codecs.internal.ZlibNative;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;
import java.nio.ByteBuffer;

/**
 * Decompresses one stream after another; takes at most 32 KiB of window, and produces only what the
 * caller's buffers have room for. A file of several gzip members is read by calling {@link #reset}
 * after each {@code FINISHED}, for as long as input remains; an input that ends before {@code
 * FINISHED} is truncated, which only the caller can know. Not thread-safe; use from two threads at
 * once, and after {@link #close}, ends in {@code IllegalStateException}. Whoever makes it closes
 * it. Keeps no reference to the buffers of a call.
 */
public final class ZlibInflater implements AutoCloseable {
  private final ZlibStream stream;
  private final ZlibFraming framing;
  private final String name;
  private long ended;

  /**
   * @param name of the input, for error messages
   */
  public ZlibInflater(ZlibFraming framing, String name) {
    this.framing = framing;
    this.name = name;
    CodecLibraries.ZLIB.requireUnchecked();
    stream = new ZlibStream(ZlibNative.openInflate(framing.windowBits));
  }

  /**
   * Decompresses from one buffer to another, heap or direct, until one of them is used up or the
   * stream has ended; positions advance past what was consumed and produced. The checksum has been
   * compared when {@code FINISHED} is returned, and not a byte after the stream is consumed.
   *
   * @throws OutOfMemoryError when zlib has no memory, which says nothing about the stream
   * @throws PcrException when the stream is damaged; the bytes produced before it are valid as far
   *     as zlib can tell
   */
  public ZlibStatus inflate(ByteBuffer in, ByteBuffer out) throws PcrException {
    while (true) {
      long before = stream.consumed() + stream.produced();
      int result = stream.step(in, out, ZlibFlush.NONE);
      if (result == ZlibStream.STREAM_END) {
        return ZlibStatus.FINISHED;
      }
      if (result != ZlibStream.OK && result != ZlibStream.NO_PROGRESS) {
        throw failure(result);
      }
      if (!out.hasRemaining()) {
        return ZlibStatus.NEEDS_OUTPUT;
      }
      if (!in.hasRemaining() || before == stream.consumed() + stream.produced()) {
        return ZlibStatus.NEEDS_INPUT;
      }
    }
  }

  private PcrException failure(int result) {
    FieldLocation location =
        new FieldLocation(framing + ".stream", ended + stream.consumed(), name);
    String words = stream.message() + " (zlib)";
    return switch (result) {
      case ZlibStream.OUT_OF_MEMORY ->
          throw new OutOfMemoryError("no native memory" + words + ", at " + name);
      case ZlibStream.NEED_DICTIONARY ->
          new PcrException.Corrupt(
              ErrorCode.MALFORMED, location, "a preset dictionary", "an intact stream");
      default -> new PcrException.Corrupt(ErrorCode.MALFORMED, location, words, "an intact stream");
    };
  }

  /** Starts over with the next stream of the same input. */
  public void reset() {
    ended += stream.consumed();
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
