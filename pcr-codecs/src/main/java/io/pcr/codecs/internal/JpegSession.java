package io.pcr.codecs.internal;

import io.pcr.codecs.internal.JpegReport.Slot;
import io.pcr.format.Limits;
import io.pcr.format.error.AlreadyClosedException;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.Limit;
import io.pcr.format.error.PcrException;
import io.pcr.format.error.PcrException.LimitExceeded;
import io.pcr.format.internal.natives.NativeLibraryException;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * One worker's native JPEG state: libjpeg's working memory, the output buffer and the report of the
 * last call. One thread at a time; a second one is rejected with an IllegalStateException, and use
 * after close with an AlreadyClosedException. The output's views live until the next call.
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
  private static final int OUT_OF_MEMORY = 6;
  private static final int UNPROVED = 5;

  // What there is too much of, as in jpeg/report.h.
  private static final int OF_PIXELS = 1;
  private static final int OF_SCANS = 2;
  private static final int OF_OUTPUT = 3;
  private static final int OF_BUFFER = 4;

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
  private final Limit scanLimit;
  private Limit outputLimit = Limit.SLICE_BYTES;

  /** A session for images as they come from elsewhere: see {@link #JpegSession(Limits, Limit)}. */
  public JpegSession(Limits limits) {
    this(limits, Limit.INPUT_SCANS);
  }

  /**
   * A session.
   *
   * @param limits {@code sliceBytes} is the most bytes of an input, and of an output
   * @param scanLimit INPUT_SCANS or STORED_SCANS, the most scans of an image
   */
  public JpegSession(Limits limits, Limit scanLimit) {
    this.maxBytes = limits.sliceBytes();
    this.scanLimit = scanLimit;
    CodecLibraries.JPEG.requireUnchecked();
    address = JpegNative.open(JpegNative.address(report.block()));
    if (address == 0) {
      throw new OutOfMemoryError("no native memory for a JPEG session");
    }
    cleanable = CLEANER.register(this, new Native(address, report));
    boolean isStored = scanLimit == Limit.STORED_SCANS;
    int maxScans = isStored ? limits.storedScans() : limits.inputScans();
    JpegNative.limits(address, limits.pixels(), maxScans);
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
      throws PcrException {
    long guess = source.remaining() + source.remaining() / 8 + OUTPUT_HEADROOM;
    return callOnSource(source, arguments, guess, name, answer, JpegNative::transcode);
  }

  /**
   * Finds what the scans of an image cost and bring. The output is for {@link #bringAlong}; the
   * arguments are those of a transcode.
   */
  public <T> T examine(ByteBuffer source, JpegArguments arguments, String name, Supplier<T> answer)
      throws PcrException {
    return callOnSource(source, arguments, FIRST_OUTPUT, name, answer, JpegNative::examine);
  }

  /**
   * Brings an image one group further along a slope.
   *
   * @param examined what {@link #examine} gave of it; knows afterwards what was brought
   * @return what is lost then, times 2^28
   */
  public static long bringAlong(byte[] examined, int slope) {
    return JpegNative.bringAlong(examined, slope);
  }

  /** A native call that reads an image file, and may have output. */
  private interface SourceCall {
    int run(long session, long[] input, long[] arguments);
  }

  private <T> T callOnSource(
      ByteBuffer source,
      JpegArguments arguments,
      long outputGuess,
      String name,
      Supplier<T> answer,
      SourceCall call)
      throws PcrException {
    return call(
        name,
        source,
        answer,
        () -> {
          requireAllowed(source.remaining(), name);
          lendOutput(arguments, outputGuess, maxBytes, Limit.SLICE_BYTES);
          input.set(source);
          return call.run(address, input.pairs(), arguments.values());
        });
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
      throws PcrException {
    return call(
        name,
        List.of(slices, originalSegments),
        answer,
        () -> {
          requireSlices(slices, name);
          requireSlices(originalSegments, name);
          if (originalSegments.size() > MAX_SEGMENTS) {
            throw new LimitExceeded(
                at("segments", name), Limit.JPEG_SEGMENTS, originalSegments.size(), MAX_SEGMENTS);
          }
          JpegArguments arguments = JpegArguments.forOutputOnly();
          Limit limit = most > maxBytes ? Limit.SLICE_BYTES : Limit.OUTPUT_ROOM;
          lendOutput(arguments, length, Math.min(most, maxBytes), limit);
          input.set(slices, false);
          segments.set(originalSegments, true);
          return JpegNative.restore(
              address,
              input.pairs(),
              input.count(),
              segments.pairs(),
              segments.count(),
              arguments.values());
        });
  }

  /** Decodes to the remaining bytes of a direct buffer, whose position stays. */
  public <T> T decode(
      List<ByteBuffer> slices,
      JpegArguments arguments,
      ByteBuffer pixels,
      String name,
      Supplier<T> answer)
      throws PcrException {
    return call(
        name,
        List.of(slices, pixels),
        answer,
        () -> {
          requireSlices(slices, name);
          input.set(slices, false);
          long target = pixels.hasRemaining() ? JpegNative.address(pixels) : 0;
          arguments.output(target, pixels.remaining(), pixels.remaining());
          return JpegNative.decode(address, input.pairs(), input.count(), arguments.values());
        });
  }

  /** Reads the header only. */
  public <T> T inspect(List<ByteBuffer> slices, String name, Supplier<T> answer)
      throws PcrException {
    return call(
        name,
        slices,
        answer,
        () -> {
          requireSlices(slices, name);
          input.set(slices, false);
          return JpegNative.inspect(address, input.pairs(), input.count());
        });
  }

  /** Writes sizes, quantisation tables and coefficients of all components to the output. */
  public <T> T coefficients(List<ByteBuffer> slices, String name, Supplier<T> answer)
      throws PcrException {
    return call(
        name,
        slices,
        answer,
        () -> {
          requireSlices(slices, name);
          input.set(slices, false);
          JpegArguments arguments = JpegArguments.forOutputOnly();
          lendOutput(arguments, FIRST_OUTPUT, Integer.MAX_VALUE - 8, Limit.BUFFER_BYTES);
          return JpegNative.coefficients(address, input.pairs(), input.count(), arguments.values());
        });
  }

  /** Encodes pixels; the arguments say how, and {@code script} names the scans they count. */
  public <T> T encode(
      ByteBuffer pixels, JpegArguments arguments, int[] script, String name, Supplier<T> answer)
      throws PcrException {
    return call(
        name,
        pixels,
        answer,
        () -> {
          input.set(pixels);
          arguments.set(JpegArguments.Encode.PIXELS, input.pairs()[0]);
          long guess = FIRST_OUTPUT + pixels.remaining() / 4;
          lendOutput(arguments, guess, maxBytes, Limit.SLICE_BYTES);
          return JpegNative.encode(address, arguments.values(), script);
        });
  }

  /** Hands a call's arguments to native code. */
  private interface Call {
    /** The native code's reason for not doing it. */
    int run() throws PcrException;
  }

  /**
   * Makes one call, alone.
   *
   * @param lent what native code has the addresses of, reachable until it returns
   */
  private <T> T call(String name, Object lent, Supplier<T> answer, Call call) throws PcrException {
    enter();
    try {
      check(call.run(), name);
      takeSpilledOutput();
      return answer.get();
    } finally {
      Reference.reachabilityFence(lent);
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
      throw state.get() == State.CLOSED
          ? new AlreadyClosedException("the JPEG codec")
          : new IllegalStateException("used by two threads at once");
    }
  }

  private void exit() {
    state.set(State.IDLE);
  }

  /**
   * @param name of the limit, which an output that is longer exceeds
   */
  private void lendOutput(JpegArguments arguments, long guess, long limit, Limit name) {
    outputLimit = name;
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

  private void requireSlices(List<ByteBuffer> slices, String name) throws LimitExceeded {
    if (slices.size() > MAX_SLICES) {
      throw new LimitExceeded(at("slices", name), Limit.JPEG_SLICES, slices.size(), MAX_SLICES);
    }
    long bytes = 0;
    for (ByteBuffer slice : slices) {
      bytes += slice.remaining();
    }
    requireAllowed(bytes, name);
  }

  private void requireAllowed(long bytes, String name) throws LimitExceeded {
    if (bytes > maxBytes) {
      throw new LimitExceeded(at("length", name), Limit.SLICE_BYTES, bytes, maxBytes);
    }
  }

  private void check(int reason, String name) throws PcrException {
    if (reason == NO_ERROR) {
      return;
    }
    String text = report.errorText();
    FieldLocation location = new FieldLocation(FORMAT, report.get(Slot.ERROR_OFFSET), name);
    switch (reason) {
      case CORRUPT -> throw PcrException.Corrupt.image(location, text);
      case UNSUPPORTED -> throw PcrException.Unsupported.image(location, text);
      case UNPROVED -> throw new PcrException.Unproved(location, text);
      case OVER_LIMIT -> throw overLimit(location, text);
      case OUT_OF_MEMORY -> throw new OutOfMemoryError(text + " (libjpeg), at " + name);
      default -> throw new IllegalArgumentException(text + " in " + name);
    }
  }

  /** The native code says what it has too much of; where memory ran out, it knows no limit. */
  private LimitExceeded overLimit(FieldLocation location, String what) {
    long needed = report.get(Slot.ERROR_NEEDED);
    long allowed = report.get(Slot.ERROR_LIMIT);
    if (needed <= allowed || allowed == 0) {
      String words = needed == 0 ? what : "needs " + needed + " " + what;
      return LimitExceeded.unmeasured(location, Limit.NATIVE_MEMORY, words);
    }
    Limit limit =
        switch (report.getInt(Slot.ERROR_QUANTITY)) {
          case OF_PIXELS -> Limit.PIXELS;
          case OF_SCANS -> scanLimit;
          case OF_OUTPUT -> outputLimit;
          case OF_BUFFER -> Limit.OUTPUT_ROOM;
          default -> throw new AssertionError(what);
        };
    return new LimitExceeded(location, limit, needed, allowed);
  }

  private static FieldLocation at(String field, String name) {
    return new FieldLocation(FORMAT + "." + field, 0, name);
  }
}
