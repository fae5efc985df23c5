package io.pcr.advisor.model;

/**
 * What the loader needs of the processor besides decoding. Immutable.
 *
 * @param perImage seconds for each image
 * @param perByte seconds for each byte that is read and checked
 */
public record LoaderCosts(double perImage, double perByte) {
  /** Solves two measurements: seconds of an image of some bytes each. */
  public static LoaderCosts of(
      double smallBytes, double smallSeconds, double largeBytes, double largeSeconds) {
    double perByte =
        largeBytes > smallBytes
            ? Math.max(0, (largeSeconds - smallSeconds) / (largeBytes - smallBytes))
            : 0;
    return new LoaderCosts(Math.max(0, smallSeconds - perByte * smallBytes), perByte);
  }

  /** The seconds of an image. */
  public double seconds(double bytes) {
    return perImage + perByte * bytes;
  }
}
