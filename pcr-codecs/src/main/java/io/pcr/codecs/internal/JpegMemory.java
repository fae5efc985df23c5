package io.pcr.codecs.internal;

import io.pcr.codecs.internal.JpegReport.Slot;
import io.pcr.format.Limits;
import io.pcr.format.error.Limit;
import io.pcr.format.error.PcrException.LimitExceeded;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The memory that a JPEG session lends to its native calls: the bytes they read, and room for those
 * they write. Checks lengths before anything is lent. Not thread-safe.
 */
final class JpegMemory {
  /** The most slices or segments of one call. */
  private static final int MAX_SLICES = 1024;

  private static final int MAX_SEGMENTS = 129;

  /** A guess at the length of an output of which nothing is known. */
  static final long FIRST_OUTPUT = 64 * 1024;

  private final NativeInput input = new NativeInput();
  private final NativeInput segments = new NativeInput();
  private final NativeOutput output = new NativeOutput();
  private final JpegReport report;
  private final long maxBytes;
  private Limit outputLimit = Limit.SLICE_BYTES;

  /**
   * Memory of a session.
   *
   * @param report that each call of the session fills
   * @param limits {@code sliceBytes} is the most bytes of an input, and of an output
   */
  JpegMemory(JpegReport report, Limits limits) {
    this.report = report;
    this.maxBytes = limits.sliceBytes();
  }

  /** Lends a file to read. */
  NativeInput file(ByteBuffer file, String name) throws LimitExceeded {
    requireAllowed(file.remaining(), name);
    return input.set(file);
  }

  /** Lends the slices of an image. */
  NativeInput slices(List<ByteBuffer> slices, String name) throws LimitExceeded {
    requireSlices(slices, name);
    return input.set(slices, false);
  }

  /** Lends the segments of an original's header. */
  NativeInput segments(List<ByteBuffer> original, String name) throws LimitExceeded {
    requireSlices(original, name);
    if (original.size() > MAX_SEGMENTS) {
      throw new LimitExceeded(
          JpegFailures.at("segments", name), Limit.JPEG_SEGMENTS, original.size(), MAX_SEGMENTS);
    }
    return segments.set(original, true);
  }

  /** Lends pixels to encode, whose size the caller has checked. */
  NativeInput pixels(ByteBuffer pixels) {
    return input.set(pixels);
  }

  /** Lends room for a file; what is longer than the guess is copied afterwards. */
  void outputOfFile(long guess, JpegArguments arguments) {
    lendOutput(arguments, guess, maxBytes);
  }

  /** Lends room for an original of a length that is known, and may be wrong. */
  void outputOfOriginal(long length, long most, JpegArguments arguments) {
    lendOutput(arguments, length, Math.min(most, maxBytes));
    outputLimit = most > maxBytes ? Limit.SLICE_BYTES : Limit.OUTPUT_ROOM;
  }

  /** Lends room for all that a buffer can hold. */
  void outputOfAnyLength(JpegArguments arguments) {
    lendOutput(arguments, FIRST_OUTPUT, Integer.MAX_VALUE - 8);
    outputLimit = Limit.BUFFER_BYTES;
  }

  /** The limit that an output which is longer than the room of the call exceeds. */
  Limit outputLimit() {
    return outputLimit;
  }

  /** The output of the call, read-only, valid until the next one. */
  ByteBuffer outputView() {
    return output.view(report.getInt(Slot.OUTPUT_LENGTH));
  }

  /** Copies an output that was longer than the room it was lent. */
  void takeSpilledOutput(long session) {
    if (report.isSet(Slot.OUTPUT_SPILLED)) {
      ByteBuffer memory = output.reserve(report.get(Slot.OUTPUT_LENGTH));
      JpegNative.take(session, JpegNative.address(memory));
    }
  }

  private void lendOutput(JpegArguments arguments, long guess, long limit) {
    outputLimit = Limit.SLICE_BYTES;
    // One byte more than the limit, because libjpeg asks for room when it has filled the last.
    ByteBuffer memory = output.reserve(Math.min(guess, limit) + 1);
    arguments.output(JpegNative.address(memory), memory.capacity(), limit);
  }

  private void requireSlices(List<ByteBuffer> slices, String name) throws LimitExceeded {
    if (slices.size() > MAX_SLICES) {
      throw new LimitExceeded(
          JpegFailures.at("slices", name), Limit.JPEG_SLICES, slices.size(), MAX_SLICES);
    }
    long bytes = 0;
    for (ByteBuffer slice : slices) {
      bytes += slice.remaining();
    }
    requireAllowed(bytes, name);
  }

  private void requireAllowed(long bytes, String name) throws LimitExceeded {
    if (bytes > maxBytes) {
      throw new LimitExceeded(JpegFailures.at("length", name), Limit.SLICE_BYTES, bytes, maxBytes);
    }
  }
}
