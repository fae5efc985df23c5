package io.pcr.codecs.internal.jpeg;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.ImageInfo;
import io.pcr.codecs.internal.JpegArguments;
import io.pcr.codecs.internal.JpegArguments.Encode;
import io.pcr.codecs.internal.JpegSession;
import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import java.nio.ByteBuffer;

/**
 * Codes pixels as JPEG.
 *
 * <p>For one thread: use by two at once is rejected with an IllegalStateException, use after close
 * with an AlreadyClosedException. Whoever makes one closes it; closing twice is fine.
 */
public final class JpegEncoder implements AutoCloseable {
  private static final int[] NO_SCRIPT = new int[0];

  private final JpegSession session;

  public JpegEncoder(Limits limits) {
    session = new JpegSession(limits);
  }

  /**
   * Codes one image.
   *
   * @param pixels rows from the top without padding, in {@code image.naturalFormat()}; direct (read
   *     in place) or heap (copied); stays as it is
   * @param image size, and 1 or 3 channels
   * @param name of the image, for errors
   * @return the file, read-only and direct, valid until the next call
   * @throws IllegalArgumentException when the buffer holds fewer bytes than the image has
   */
  public ByteBuffer encode(ByteBuffer pixels, ImageInfo image, EncodeOptions options, String name)
      throws PcrException {
    PixelFormat format = image.naturalFormat();
    if (image.channels() != format.channels()) {
      throw new IllegalArgumentException("pixels of " + image.channels() + " channels");
    }
    long bytes = image.bytes(format);
    if (pixels.remaining() < bytes) {
      throw new IllegalArgumentException(
          "the image has " + bytes + " bytes, the buffer holds " + pixels.remaining());
    }
    boolean grey = format == PixelFormat.GREY;
    JpegColorSpace input = grey ? JpegColorSpace.GREY : JpegColorSpace.RGB;
    JpegColorSpace coded = grey ? JpegColorSpace.GREY : JpegColorSpace.YCBCR;
    JpegArguments arguments =
        JpegArguments.forEncode()
            .set(Encode.WIDTH, image.width())
            .set(Encode.HEIGHT, image.height())
            .set(Encode.ROW_STRIDE, format.rowBytes(image.width()))
            .set(Encode.INPUT_SPACE, input.nativeValue())
            .set(Encode.CODED_SPACE, coded.nativeValue())
            .set(Encode.QUALITY, options.quality())
            .set(Encode.H_FACTOR, grey ? 1 : options.subsampling().horizontal())
            .set(Encode.V_FACTOR, grey ? 1 : options.subsampling().vertical())
            .set(Encode.OPTIMIZE, options.optimize())
            .set(Encode.PROGRESSIVE, options.progressive())
            .set(Encode.RESTART_INTERVAL, options.restartInterval());
    return session.encode(pixels, arguments, NO_SCRIPT, name, session::outputView);
  }

  @Override
  public void close() {
    session.close();
  }
}
