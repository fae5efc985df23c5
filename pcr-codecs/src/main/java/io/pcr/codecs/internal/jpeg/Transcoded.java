package io.pcr.codecs.internal.jpeg;

import io.pcr.format.script.ScanScript;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A progressive JPEG and what became known while it was made. Everything but {@link #jpeg} is
 * immutable.
 *
 * @param jpeg the file, read-only and direct; its bytes change with the transcoder's next call
 * @param script of its colour class, or chosen for the image
 * @param scanEnds the offset behind each scan's last byte; a scan begins with its tables where the
 *     one before ends, the first at 0. EOI stands behind the last.
 * @param predicted MS-SSIM of each group, where the scans were chosen; else empty
 * @param info about the source
 * @param reproduction whether the source can be given back from this
 * @param warnings that libjpeg had about the source
 */
public record Transcoded(
    ByteBuffer jpeg,
    ScanScript script,
    List<Integer> scanEnds,
    List<Double> predicted,
    JpegInfo info,
    Reproduction reproduction,
    List<String> warnings) {
  public Transcoded {
    scanEnds = List.copyOf(scanEnds);
    predicted = List.copyOf(predicted);
    warnings = List.copyOf(warnings);
  }

  /** A view of its own, so that positions are not shared. */
  @Override
  public ByteBuffer jpeg() {
    return jpeg.duplicate();
  }

  /** The length of groups 1 to {@code group} together; 0 for group 0. */
  public int prefixLength(int group) {
    int scans = script.scansThrough(group);
    return scans == 0 ? 0 : scanEnds.get(scans - 1);
  }

  /** The slice of one group, empty when the group holds no scan of this class. */
  public ByteBuffer slice(int group) {
    int start = prefixLength(group - 1);
    return jpeg.slice(start, prefixLength(group) - start);
  }
}
