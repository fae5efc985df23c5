package io.pcr.format.internal.jpeg;

/**
 * A scan as it lies in the file. Immutable.
 *
 * @param segment the SOS segment
 * @param header its content
 * @param frame the position in {@link JpegStructure#frames} of the frame that the scan belongs to
 * @param restartInterval the interval in force, in MCUs; 0 for none
 * @param entropyEnd the offset behind the entropy-coded data, which begin behind the segment and
 *     include restart markers
 * @param restartMarkers how many restart markers are in the data
 */
public record JpegScan(
    Segment segment,
    ScanHeader header,
    int frame,
    int restartInterval,
    int entropyEnd,
    int restartMarkers) {
  /** Where the entropy-coded data begin. */
  public int entropyOffset() {
    return segment.end();
  }

  public int entropyLength() {
    return entropyEnd - entropyOffset();
  }
}
