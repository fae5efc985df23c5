package io.pcr.codecs.internal.jpeg;

import static java.util.Objects.requireNonNull;

import io.pcr.codecs.jpeg.MarkerPolicy;
import io.pcr.format.Limits;

/**
 * How a {@link JpegTranscoder} works. Immutable; {@link #DEFAULT} and the withers make others.
 *
 * @param markers which markers stay; {@link MarkerPolicy#ESSENTIAL}
 * @param essentialIccBytes largest ICC profile that counts as essential; 1024, which keeps the
 *     compact profiles of wide-gamut cameras (about 550 bytes) and drops the 3 kB that say sRGB
 * @param reproduce whether each image, as it was read back, is also coded as the source was, and
 *     compared with it; true
 * @param limits on the image, checked before any work is done
 */
public record TranscodeOptions(
    MarkerPolicy markers, int essentialIccBytes, boolean reproduce, Limits limits) {
  public static final TranscodeOptions DEFAULT =
      new TranscodeOptions(MarkerPolicy.ESSENTIAL, 1024, true, Limits.DEFAULT);

  public TranscodeOptions {
    requireNonNull(markers, "markers");
    requireNonNull(limits, "limits");
    if (essentialIccBytes < 0) {
      throw new IllegalArgumentException("essentialIccBytes " + essentialIccBytes);
    }
  }

  public TranscodeOptions withMarkers(MarkerPolicy value) {
    return new TranscodeOptions(value, essentialIccBytes, reproduce, limits);
  }

  public TranscodeOptions withEssentialIccBytes(int value) {
    return new TranscodeOptions(markers, value, reproduce, limits);
  }

  public TranscodeOptions withReproduce(boolean value) {
    return new TranscodeOptions(markers, essentialIccBytes, value, limits);
  }

  public TranscodeOptions withLimits(Limits value) {
    return new TranscodeOptions(markers, essentialIccBytes, reproduce, value);
  }
}
