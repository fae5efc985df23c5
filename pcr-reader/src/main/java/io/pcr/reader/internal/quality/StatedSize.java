package io.pcr.reader.internal.quality;

import io.pcr.codecs.internal.jpeg.JpegDecoder;
import io.pcr.codecs.internal.jpeg.JpegInfo;
import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;
import io.pcr.reader.Sample;

/**
 * Checks that the size that the metadata states for an image is the size of the image itself. A
 * buffer is allocated for the first and filled with the second. Not thread-safe; whoever creates it
 * closes it.
 */
public final class StatedSize implements AutoCloseable {
  // What is too large to be decoded may yet be honest.
  private final JpegDecoder decoder =
      JpegDecoder.ofScans(Limits.DEFAULT.withPixels(Long.MAX_VALUE));

  /**
   * Checks a progressive sample; a sample at fidelity 1 is enough.
   *
   * @throws PcrException.Corrupt when the two sizes differ
   */
  public void require(Sample sample) throws PcrException {
    JpegInfo info = decoder.inspect(sample.slices(), sample.key());
    requireSame("widths", sample.width(), info.width(), sample);
    requireSame("heights", sample.height(), info.height(), sample);
  }

  private static void requireSame(String field, int stated, int found, Sample sample)
      throws PcrException {
    if (stated != found) {
      String name = "ShardMetadata." + field + " of " + sample.key();
      throw new PcrException.Corrupt(
          ErrorCode.IMAGE_CORRUPT, new FieldLocation(name, 0, sample.toString()), stated, found);
    }
  }

  @Override
  public void close() {
    decoder.close();
  }
}
