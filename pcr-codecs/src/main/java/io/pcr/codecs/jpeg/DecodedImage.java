package io.pcr.codecs.jpeg;

import java.util.List;

/**
 * What came out of a decode; the pixels are in the caller's buffer. Immutable and thread-safe.
 *
 * @param width of the pixels delivered
 * @param height of the pixels delivered
 * @param rowStride bytes from one row to the next
 * @param options that made them
 * @param warnings that libjpeg had
 */
public record DecodedImage(
    int width, int height, int rowStride, DecodeOptions options, List<String> warnings) {
  public DecodedImage {
    warnings = List.copyOf(warnings);
  }
}
