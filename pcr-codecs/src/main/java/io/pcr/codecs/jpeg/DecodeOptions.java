package io.pcr.codecs.jpeg;

import static java.util.Objects.requireNonNull;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.jpeg.JpegDecoder;
import io.pcr.format.quality.Reconstruction;
import java.util.Optional;

/**
 * What a {@link JpegDecoder} makes of an image. Immutable; {@link #rgb} and {@link #grey} with the
 * withers make all others.
 *
 * @param format of the pixels. CMYK and YCCK become RGB by {@code R = (255 - C)(255 - K) / 255}
 *     without a colour profile, after undoing the inversion that goes with Adobe's marker; grey of
 *     colour is BT.601 luma.
 * @param scale size of the result; 1/1
 * @param crop part of the scaled image to deliver; none. Its pixels equal those of the whole.
 * @param rowStride bytes from one row to the next in the caller's buffer; 0, rows without padding
 * @param blockSmoothing whether blocks of an incomplete image are smoothed; false. It changes
 *     pixels and differs from one libjpeg to another.
 * @param fastDct the faster, less exact inverse transform; false
 * @param fancyUpsampling interpolation of subsampled colour; true
 * @param reconstruction of bits that are missing; PLAIN. MIDPOINT has no block smoothing, which
 *     guesses the same, and where bits are missing the exact inverse transform.
 */
public record DecodeOptions(
    PixelFormat format,
    Scale scale,
    Optional<Crop> crop,
    int rowStride,
    boolean blockSmoothing,
    boolean fastDct,
    boolean fancyUpsampling,
    Reconstruction reconstruction) {
  /** Sizes that the inverse transform gives directly. */
  public enum Scale {
    FULL(8),
    HALF(4),
    QUARTER(2),
    EIGHTH(1);

    private static final int WHOLE = 8;

    private final int eighths;

    Scale(int eighths) {
      this.eighths = eighths;
    }

    public int eighths() {
      return eighths;
    }

    /** A width or height at this scale, rounded up. */
    public int of(int size) {
      return (int) (((long) size * eighths + WHOLE - 1) / WHOLE);
    }
  }

  /** A part of an image, in pixels after scaling. */
  public record Crop(int x, int y, int width, int height) {
    public Crop {
      if (x < 0 || y < 0 || width < 1 || height < 1) {
        throw new IllegalArgumentException(
            "crop " + width + " x " + height + " at " + x + ", " + y);
      }
    }
  }

  public DecodeOptions {
    requireNonNull(format, "format");
    requireNonNull(scale, "scale");
    requireNonNull(crop, "crop");
    requireNonNull(reconstruction, "reconstruction");
    if (blockSmoothing && reconstruction == Reconstruction.MIDPOINT) {
      throw new IllegalArgumentException("block smoothing with midpoint reconstruction");
    }
    if (rowStride < 0) {
      throw new IllegalArgumentException("rowStride " + rowStride);
    }
  }

  /** The whole image in colour. */
  public static DecodeOptions rgb() {
    return of(PixelFormat.RGB);
  }

  /** The whole image in grey. */
  public static DecodeOptions grey() {
    return of(PixelFormat.GREY);
  }

  public static DecodeOptions of(PixelFormat format) {
    return new DecodeOptions(
        format, Scale.FULL, Optional.empty(), 0, false, false, true, Reconstruction.PLAIN);
  }

  public DecodeOptions withScale(Scale value) {
    return new DecodeOptions(
        format, value, crop, rowStride, blockSmoothing, fastDct, fancyUpsampling, reconstruction);
  }

  public DecodeOptions withCrop(Crop value) {
    return new DecodeOptions(
        format,
        scale,
        Optional.of(value),
        rowStride,
        blockSmoothing,
        fastDct,
        fancyUpsampling,
        reconstruction);
  }

  public DecodeOptions withRowStride(int value) {
    return new DecodeOptions(
        format, scale, crop, value, blockSmoothing, fastDct, fancyUpsampling, reconstruction);
  }

  public DecodeOptions withBlockSmoothing(boolean value) {
    return new DecodeOptions(
        format, scale, crop, rowStride, value, fastDct, fancyUpsampling, reconstruction);
  }

  public DecodeOptions withFastDct(boolean value) {
    return new DecodeOptions(
        format, scale, crop, rowStride, blockSmoothing, value, fancyUpsampling, reconstruction);
  }

  public DecodeOptions withFancyUpsampling(boolean value) {
    return new DecodeOptions(
        format, scale, crop, rowStride, blockSmoothing, fastDct, value, reconstruction);
  }

  public DecodeOptions withReconstruction(Reconstruction value) {
    return new DecodeOptions(
        format, scale, crop, rowStride, blockSmoothing, fastDct, fancyUpsampling, value);
  }
}
