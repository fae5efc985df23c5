package io.pcr.writer.internal.encode;

import io.pcr.codecs.internal.jpeg.JpegTranscoder;
import io.pcr.codecs.internal.jpeg.TranscodeOptions;
import io.pcr.writer.encode.FixedScans;
import io.pcr.writer.encode.ScanChoice;
import io.pcr.writer.encode.TargetedScans;

/** Makes the transcoders that give images the chosen scans. */
public final class ScanTranscoders {
  private ScanTranscoders() {}

  /**
   * A transcoder, which the caller closes.
   *
   * @throws IllegalStateException when the slopes of targets are not found yet
   */
  public static JpegTranscoder of(ScanChoice choice, TranscodeOptions options) {
    if (choice instanceof FixedScans fixed) {
      return new JpegTranscoder(fixed.scripts(), options);
    }
    return new JpegTranscoder(((TargetedScans) choice).aims(), options);
  }
}
