package io.pcr.codecs.internal;

import io.pcr.codecs.CodecException;
import io.pcr.codecs.CodecException.Reason;
import io.pcr.codecs.internal.JpegReport.Slot;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.natives.NativeLibraryException;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * One worker's native JPEG state: libjpeg's working memory, the output buffer and the report of the
 * last call. One thread at a time; a second one, and any use after close, is refused with an
 * IllegalStateException. The output's views live until the next call.
 *
 * <p>Each call takes a function for its answer, which reads the report before another thread could
 * get in.
 */
public final class JpegSession implements AutoCloseable {
  /** The most slices or segments of one call. */
  public static final int MAX_SLICES = 1024;

  private static final int MAX_SEGMENTS = 129;
  private static final String FORMAT = "JPEG";
  private static final Cleaner CLEANER = Cleaner.create();

  private static final int NO_ERROR = 0;
  private static final int CORRUPT = 1;
  private static final int UNSUPPORTED = 2;
  private static final int OVER_LIMIT = 3;
  private static final int UNPROVED = 5;

  private static final long FIRST_OUTPUT = 64 * 1024;
  private static final long OUTPUT_HEADROOM = 4096;

  private enum State {
    IDLE,
    BUSY,
    CLOSED
  }

  /** What the cleaner frees; it must not refer to the session. */
  private record Native(long address, JpegReport report) implements Runnable {
    @Override
    public void run() {
      JpegNative.close(address);
    }
  }

  private final AtomicReference<State> state = new AtomicReference<>(State.IDLE);
  private final JpegReport report = new JpegReport();
  private final NativeInput input = new NativeInput();
  private final NativeInput segments = new NativeInput();
  private final NativeOutput output = new NativeOutput();
  private final Cleaner.Cleanable cleanable;
  private final long address;
  private final long maxBytes;

  /**
   * @param maxBytes most bytes of an input, and of an output
   * @param maxPixels most pixels of an image
   * @param maxScans most scans of an image
   */
  public JpegSession(long maxBytes, long maxPixels, int maxScans) {
    this.maxBytes = maxBytes;
    CodecLibraries.JPEG.requireUnchecked();
    address = JpegNative.open(JpegNative.address(report.block()));
    if (address == 0) {
      throw new OutOfMemoryError("no native memory for a JPEG session");
    }
    cleanable = CLEANER.register(this, new Native(address, report));
    JpegNative.limits(address, maxPixels, maxScans);
  }

  /** Loads the native library, which making a session does too. */
  public static void requireLibrary() throws NativeLibraryException {
    CodecLibraries.JPEG.require();
  }

  /** The report of the call; only for an answer. */
  public JpegReport report() {
    return report;
  }

  /** The output of the call, read-only, valid until the next one; only for an answer. */
  public ByteBuffer outputView() {
    return output.view(report.getInt(Slot.OUTPUT_LENGTH));
  }

  /** Sets the script of a colour class; for each scan {@code [count, c0..c3, Ss, Se, Ah, Al]}. */
  public void setScript(int colorClass, int[] numbers, int scans) {
    enter();
    try {
      if (!JpegNative.script(address, colorClass, numbers, scans)) {
        throw new IllegalArgumentException(scans + " scans for colour class " + colorClass);
      }
    } finally {
      exit();
    }
  }

  public <T> T transcode(
      ByteBuffer source, JpegArguments arguments, String name, Supplier<T> answer)
      throws CodecException {
    enter();
    try {
      requireAllowed(source.remaining(), name);
      long guess = source.remaining() + source.remaining() / 8 + OUTPUT_HEADROOM;
      lendOutput(arguments, guess, maxBytes);
      input.set(source);
      check(JpegNative.transcode(address, input.pairs(), arguments.values()), name);
      takeSpilledOutput();
      return answer.get();
    } finally {
      Reference.reachabilityFence(source);
      exit();
    }
  }

  /**
   * The scans that were chosen for the image of the call; for each {@code [count, c0..c3, Ss, Se,
   * Ah, Al, group]}. Only for an answer.
   *
   * @param scans has room for all that may be chosen
   * @param losses gets what each group is predicted to lose, times 2^28
   * @return how many scans there are
   */
  public int chosen(int[] scans, long[] losses) {
    return JpegNative.chosen(address, scans, losses);
  }

  /**
   * Rebuilds an original.
   *
   * @param length that it probably has
   * @param most bytes that it may have
   */
  public <T> T restore(
      List<ByteBuffer> slices,
      List<ByteBuffer> originalSegments,
      long length,
      long most,
      String name,
      Supplier<T> answer)
      throws CodecException {
    enter();
    try {
      requireSlices(slices, name);
      requireSlices(originalSegments, name);
      if (originalSegments.size() > MAX_SEGMENTS) {
        throw CodecException.limit(
            at("segments", 0, name), "segments", originalSegments.size(), MAX_SEGMENTS);
      }
      JpegArguments arguments = JpegArguments.forOutputOnly();
      lendOutput(arguments, length, Math.min(most, maxBytes));
      input.set(slices, false);
      segments.set(originalSegments, true);
      check(
          JpegNative.restore(
              address,
              input.pairs(),
              input.count(),
              segments.pairs(),
              segments.count(),
              arguments.values()),
          name);
      takeSpilledOutput();
      return answer.get();
    } finally {
      Reference.reachabilityFence(slices);
      Reference.reachabilityFence(originalSegments);
      exit();
    }
  }

  /** Decodes to the remaining bytes of a direct buffer, whose position stays. */
  public <T> T decode(
      List<ByteBuffer> slices,
      JpegArguments arguments,
      ByteBuffer pixels,
      String name,
      Supplier<T> answer)
      throws CodecException {
    enter();
    try {
      requireSlices(slices, name);
      input.set(slices, false);
      long target = pixels.hasRemaining() ? JpegNative.address(pixels) : 0;
      arguments.output(target, pixels.remaining(), pixels.remaining());
      check(JpegNative.decode(address, input.pairs(), input.count(), arguments.values()), name);
      return answer.get();
    } finally {
      Reference.reachabilityFence(slices);
      Reference.reachabilityFence(pixels);
      exit();
    }
  }

  /** Reads the header only. */
  public <T> T inspect(List<ByteBuffer> slices, String name, Supplier<T> answer)
      throws CodecException {
    enter();
    try {
      requireSlices(slices, name);
      input.set(slices, false);
      check(JpegNative.inspect(address, input.pairs(), input.count()), name);
      return answer.get();
    } finally {
      Reference.reachabilityFence(slices);
      exit();
    }
  }

  /** Writes sizes, quantisation tables and coefficients of all components to the output. */
  public <T> T coefficients(List<ByteBuffer> slices, String name, Supplier<T> answer)
      throws CodecException {
    enter();
    try {
      requireSlices(slices, name);
      input.set(slices, false);
      JpegArguments arguments = JpegArguments.forOutputOnly();
      lendOutput(arguments, FIRST_OUTPUT, Integer.MAX_VALUE - 8);
      check(
          JpegNative.coefficients(address, input.pairs(), input.count(), arguments.values()), name);
      takeSpilledOutput();
      return answer.get();
    } finally {
      Reference.reachabilityFence(slices);
      exit();
    }
  }

  /** Encodes pixels; the arguments say how, and {@code script} names the scans they count. */
  public <T> T encode(
      ByteBuffer pixels, JpegArguments arguments, int[] script, String name, Supplier<T> answer)
      throws CodecException {
    enter();
    try {
      input.set(pixels);
      arguments.set(JpegArguments.Encode.PIXELS, input.pairs()[0]);
      lendOutput(arguments, FIRST_OUTPUT + pixels.remaining() / 4, maxBytes);
      check(JpegNative.encode(address, arguments.values(), script), name);
      takeSpilledOutput();
      return answer.get();
    } finally {
      Reference.reachabilityFence(pixels);
      exit();
    }
  }

  /** Copies the call's ICC profile, empty when the image has none; only for an answer. */
  public byte[] iccProfile() {
    byte[] profile = new byte[report.getInt(Slot.ICC_LENGTH)];
    if (profile.length > 0) {
      JpegNative.copy(report.get(Slot.ICC_ADDRESS), profile, profile.length);
    }
    return profile;
  }

  /** Frees the native memory. Idempotent. */
  @Override
  public void close() {
    if (state.compareAndSet(State.IDLE, State.CLOSED)) {
      cleanable.clean();
    } else if (state.get() == State.BUSY) {
      throw new IllegalStateException("closed while another thread uses it");
    }
  }

  private void enter() {
    if (!state.compareAndSet(State.IDLE, State.BUSY)) {
      throw new IllegalStateException(
          state.get() == State.CLOSED ? "used after close" : "used by two threads at once");
    }
  }

  private void exit() {
    state.set(State.IDLE);
  }

  private void lendOutput(JpegArguments arguments, long guess, long limit) {
    // One byte more than the limit, because libjpeg asks for room when it has filled the last.
    ByteBuffer memory = output.reserve(Math.min(guess, limit) + 1);
    arguments.output(JpegNative.address(memory), memory.capacity(), limit);
  }

  private void takeSpilledOutput() {
    if (report.isSet(Slot.OUTPUT_SPILLED)) {
      ByteBuffer memory = output.reserve(report.get(Slot.OUTPUT_LENGTH));
      JpegNative.take(address, JpegNative.address(memory));
    }
  }

  private void requireSlices(List<ByteBuffer> slices, String name) throws CodecException {
    if (slices.size() > MAX_SLICES) {
      throw CodecException.limit(at("slices", 0, name), "slices", slices.size(), MAX_SLICES);
    }
    long bytes = 0;
    for (ByteBuffer slice : slices) {
      bytes += slice.remaining();
    }
    requireAllowed(bytes, name);
  }

  private void requireAllowed(long bytes, String name) throws CodecException {
    if (bytes > maxBytes) {
      throw CodecException.limit(at("length", 0, name), "bytes", bytes, maxBytes);
    }
  }

  private void check(int reason, String name) throws CodecException {
    if (reason == NO_ERROR) {
      return;
    }
    String text = report.errorText();
    FieldLocation location = at(null, report.get(Slot.ERROR_OFFSET), name);
    switch (reason) {
      case CORRUPT -> throw new CodecException(Reason.CORRUPT, location, text);
      case UNSUPPORTED -> throw new CodecException(Reason.UNSUPPORTED, location, text);
      case UNPROVED -> throw new CodecException(Reason.UNPROVED, location, text);
      case OVER_LIMIT -> throw overLimit(location, text);
      default -> throw new IllegalArgumentException(text + " in " + name);
    }
  }

  private CodecException overLimit(FieldLocation location, String text) {
    long needed = report.get(Slot.ERROR_NEEDED);
    return needed == 0
        ? new CodecException(Reason.LIMIT, location, text)
        : CodecException.limit(location, text, needed, report.get(Slot.ERROR_LIMIT));
  }

  private static FieldLocation at(String field, long offset, String name) {
    return new FieldLocation(field == null ? FORMAT : FORMAT + "." + field, offset, name);
  }
}
