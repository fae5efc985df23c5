package io.pcr.codecs.jpeg;

import static java.util.Objects.requireNonNull;

import io.pcr.codecs.PixelFormat;
import io.pcr.format.quality.Reconstruction;
import java.util.Optional;

/**
 * How an image is decoded. Immutable and thread-safe. {@link #rgb} and {@link #grey} make options,
 * and the withers change one of them.
 *
 * @param format of the pixels. CMYK and YCCK become RGB by {@code R = (255 - C)(255 - K) / 255}
 *     without a colour profile, after the inversion of Adobe's marker is undone. Colour becomes
 *     grey by BT.601 luma
 * @param scale size of the result; default 1/1
 * @param crop the part of the scaled image to return; default none, which means all of it. Its
 *     pixels equal those of the complete image
 * @param rowStride bytes from one row to the next in the caller's buffer; default 0, which means
 *     rows without padding
 * @param blockSmoothing whether blocks of an incomplete image are smoothed; default false.
 *     Smoothing changes pixels and differs from one libjpeg to another
 * @param fastDct whether to use the faster, less exact inverse transform; default false
 * @param fancyUpsampling whether subsampled colour is interpolated; default true
 * @param reconstruction what replaces missing bits; default PLAIN. MIDPOINT cannot be used with
 *     block smoothing, which guesses the same bits; where bits are missing, it uses the exact
 *     inverse transform
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

  /** The complete image in colour. */
  public static DecodeOptions rgb() {
    return of(PixelFormat.RGB);
  }

  /** The complete image in grey. */
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
