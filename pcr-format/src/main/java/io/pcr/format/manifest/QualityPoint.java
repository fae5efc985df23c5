package io.pcr.format.manifest;

import static io.pcr.format.error.InvalidFieldException.require;

import io.pcr.format.error.ErrorCode;

/**
 * What a fidelity gives and costs, as the writer measured it. Immutable.
 *
 * @param meanBytes mean bytes of a sample, its share of the metadata included
 * @param msSsimMean mean MS-SSIM against full fidelity
 * @param msSsimP10 the MS-SSIM that 90% of the images reach
 * @param msSsimP1 the MS-SSIM that 99% of the images reach
 * @param psnr mean PSNR in dB against full fidelity; infinite when equal
 * @param decodeRelative decoding speed as a multiple of that at full fidelity
 */
public record QualityPoint(
    double meanBytes,
    double msSsimMean,
    double msSsimP10,
    double msSsimP1,
    double psnr,
    double decodeRelative) {
  public QualityPoint {
    requireIn("mean_bytes", meanBytes, Double.MAX_VALUE);
    requireIn("ms_ssim_mean", msSsimMean, 1);
    requireIn("ms_ssim_p10", msSsimP10, 1);
    requireIn("ms_ssim_p1", msSsimP1, 1);
    requireIn("psnr", psnr, Double.POSITIVE_INFINITY);
    requireIn("decode_relative", decodeRelative, Double.MAX_VALUE);
  }

  private static void requireIn(String field, double value, double max) {
    // Not a number is in no range.
    require(
        value >= 0 && value <= max,
        ErrorCode.MALFORMED,
        "QualityPoint." + field,
        value,
        "0 to " + max);
  }
}
