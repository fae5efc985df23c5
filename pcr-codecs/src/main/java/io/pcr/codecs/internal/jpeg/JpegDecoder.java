package io.pcr.codecs.internal.jpeg;

import io.pcr.codecs.internal.JpegArguments;
import io.pcr.codecs.internal.JpegArguments.Decode;
import io.pcr.codecs.internal.JpegReport;
import io.pcr.codecs.internal.JpegReport.Slot;
import io.pcr.codecs.internal.JpegSession;
import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.codecs.jpeg.DecodedImage;
import io.pcr.format.Limits;
import io.pcr.format.error.Limit;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.natives.NativeLibraryException;
import io.pcr.format.quality.Reconstruction;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Decodes JPEGs from one buffer or from slices that are never put together. A missing EOI is added
 * in silence, so any prefix that ends with a scan decodes without a warning.
 *
 * <p>A decoder is no check of integrity: most damage in progressive data gives other pixels and no
 * warning.
 *
 * <p>For one thread: use by two at once is rejected with an IllegalStateException, use after close
 * with an AlreadyClosedException. Whoever makes one closes it; closing twice is fine.
 */
public final class JpegDecoder implements AutoCloseable {
  private final JpegSession session;

  /**
   * A decoder of images as they come from elsewhere, which also those are that a shard holds whole.
   *
   * @param limits {@code pixels} and {@code inputScans} are checked before anything is decoded,
   *     {@code sliceBytes} bounds the whole input
   */
  public JpegDecoder(Limits limits) {
    this(limits, Limit.INPUT_SCANS);
  }

  private JpegDecoder(Limits limits, Limit scans) {
    session = new JpegSession(limits, scans);
  }

  /**
   * A decoder of images that stand in a shard scan by scan, for which {@code storedScans} is
   * checked: a script has no more, whatever is done to the images.
   */
  public static JpegDecoder ofScans(Limits limits) {
    return new JpegDecoder(limits, Limit.STORED_SCANS);
  }

  /**
   * Loads the native library that all of this package need, unless that has been done: for callers
   * that had better fail before they begin.
   */
  public static void requireLibrary() throws NativeLibraryException {
    JpegSession.requireLibrary();
  }

  /**
   * Decodes one image.
   *
   * @param slices the file's bytes in order, each from position to limit; direct ones are read in
   *     place, heap ones copied; they stay as they are. At most 1,024.
   * @param pixels direct; receives the rows from its position on, which advances past the last
   * @param name of the image, for errors
   * @throws PcrException when libjpeg does not take the image, a limit refuses it, or the pixels do
   *     not fit into the buffer
   * @throws IllegalArgumentException when the buffer is not direct or read-only, the crop is not
   *     inside the image, or the row stride is smaller than a row
   */
  public DecodedImage decode(
      List<ByteBuffer> slices, DecodeOptions options, ByteBuffer pixels, String name)
      throws PcrException {
    if (!pixels.isDirect() || pixels.isReadOnly()) {
      throw new IllegalArgumentException("the buffer for pixels must be direct and writable");
    }
    DecodedImage image =
        session.decode(slices, arguments(options), pixels, name, () -> answer(options));
    int row = image.width() * options.format().channels();
    pixels.position(pixels.position() + image.rowStride() * (image.height() - 1) + row);
    return image;
  }

  /** Decodes one image that lies in one buffer. */
  public DecodedImage decode(ByteBuffer jpeg, DecodeOptions options, ByteBuffer pixels, String name)
      throws PcrException {
    return decode(List.of(jpeg), options, pixels, name);
  }

  /** Reads the markers without decoding anything. */
  public JpegInfo inspect(List<ByteBuffer> slices, String name) throws PcrException {
    return session.inspect(slices, name, () -> JpegInfo.of(session));
  }

  @Override
  public void close() {
    session.close();
  }

  private DecodedImage answer(DecodeOptions options) {
    JpegReport report = session.report();
    int width = report.getInt(Slot.OUTPUT_WIDTH);
    int row = width * options.format().channels();
    int stride = options.rowStride() == 0 ? row : options.rowStride();
    int height = report.getInt(Slot.OUTPUT_HEIGHT);
    return new DecodedImage(width, height, stride, options, report.warnings());
  }

  private static JpegArguments arguments(DecodeOptions options) {
    JpegArguments arguments =
        JpegArguments.forDecode()
            .set(Decode.CHANNELS, options.format().channels())
            .set(Decode.SCALE, options.scale().eighths())
            .set(Decode.BLOCK_SMOOTHING, options.blockSmoothing())
            .set(Decode.FAST_DCT, options.fastDct())
            .set(Decode.PLAIN_UPSAMPLING, !options.fancyUpsampling())
            .set(Decode.ROW_STRIDE, options.rowStride())
            .set(Decode.MIDPOINT, options.reconstruction() == Reconstruction.MIDPOINT);
    options
        .crop()
        .ifPresent(
            crop ->
                arguments
                    .set(Decode.CROP_X, crop.x())
                    .set(Decode.CROP_Y, crop.y())
                    .set(Decode.CROP_WIDTH, crop.width())
                    .set(Decode.CROP_HEIGHT, crop.height()));
    return arguments;
  }
}
