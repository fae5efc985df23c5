package io.pcr.codecs.internal;

import io.pcr.codecs.internal.JpegReport.Slot;
import io.pcr.format.Limits;
import io.pcr.format.error.Limit;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.natives.NativeLibraryException;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.List;
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
  private static final Cleaner CLEANER = Cleaner.create();

  /** A transcoded file may be longer than its source by this much, and by an eighth. */
  private static final long OUTPUT_HEADROOM = 4096;

  /** What the cleaner frees; it must not refer to the session. */
  private record Native(long address, JpegReport report) implements Runnable {
    @Override
    public void run() {
      JpegNative.close(address);
    }
  }

  private final SoleUse use = new SoleUse("the JPEG codec");
  private final JpegReport report = new JpegReport();
  private final JpegMemory memory;
  private final JpegFailures failures;
  private final Cleaner.Cleanable cleanable;
  private final long address;

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
    memory = new JpegMemory(report, limits);
    failures = new JpegFailures(report, scanLimit);
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
    return memory.outputView();
  }

  /** Sets the script of a colour class; for each scan {@code [count, c0..c3, Ss, Se, Ah, Al]}. */
  public void setScript(int colorClass, int[] numbers, int scans) {
    use.enter();
    try {
      if (!JpegNative.script(address, colorClass, numbers, scans)) {
        throw new IllegalArgumentException(scans + " scans for colour class " + colorClass);
      }
    } finally {
      use.exit();
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
    return callOnSource(
        source, arguments, JpegMemory.FIRST_OUTPUT, name, answer, JpegNative::examine);
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
          NativeInput file = memory.file(source, name);
          memory.outputOfFile(outputGuess, arguments);
          return call.run(address, file.pairs(), arguments.values());
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
          NativeInput image = memory.slices(slices, name);
          NativeInput header = memory.segments(originalSegments, name);
          JpegArguments arguments = JpegArguments.forOutputOnly();
          memory.outputOfOriginal(length, most, arguments);
          return JpegNative.restore(
              address,
              image.pairs(),
              image.count(),
              header.pairs(),
              header.count(),
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
          NativeInput image = memory.slices(slices, name);
          long target = pixels.hasRemaining() ? JpegNative.address(pixels) : 0;
          arguments.output(target, pixels.remaining(), pixels.remaining());
          return JpegNative.decode(address, image.pairs(), image.count(), arguments.values());
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
          NativeInput image = memory.slices(slices, name);
          return JpegNative.inspect(address, image.pairs(), image.count());
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
          NativeInput image = memory.slices(slices, name);
          JpegArguments arguments = JpegArguments.forOutputOnly();
          memory.outputOfAnyLength(arguments);
          return JpegNative.coefficients(address, image.pairs(), image.count(), arguments.values());
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
          NativeInput lent = memory.pixels(pixels);
          arguments.set(JpegArguments.Encode.PIXELS, lent.pairs()[0]);
          memory.outputOfFile(JpegMemory.FIRST_OUTPUT + pixels.remaining() / 4, arguments);
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
    use.enter();
    try {
      int reason = call.run();
      failures.check(reason, name, memory.outputLimit());
      memory.takeSpilledOutput(address);
      return answer.get();
    } finally {
      Reference.reachabilityFence(lent);
      use.exit();
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
    if (use.close()) {
      cleanable.clean();
    }
  }
}
