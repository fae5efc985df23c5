package io.pcr.codecs.internal.jpeg;

import io.pcr.codecs.internal.JpegReport;
import io.pcr.codecs.internal.JpegReport.Slot;
import io.pcr.codecs.internal.JpegSession;
import io.pcr.format.ColorClass;
import java.nio.ByteBuffer;

/**
 * What a JPEG's markers say. Immutable and thread-safe.
 *
 * @param width in pixels
 * @param height in pixels
 * @param components 1, 3 or 4
 * @param colorSpace what they mean
 * @param frameMarker second byte of the frame header's marker: 0xC0 baseline, 0xC1 extended, 0xC2
 *     progressive, 0xC9 and 0xCA the same coded arithmetically
 * @param restartInterval in MCUs at the first scan, 0 for none
 * @param scans in the file
 * @param end offset behind the EOI marker, or the length when there is none
 * @param hasEnd whether there is an EOI marker
 * @param jfif whether there is a JFIF marker
 * @param adobeTransform of the Adobe marker, or {@link #NO_ADOBE}
 * @param orientation 1 to 8 as EXIF states it, 0 when it does not; nothing here rotates
 * @param iccProfile read-only; empty when there is none, or an incomplete one
 */
public record JpegInfo(
    int width,
    int height,
    int components,
    JpegColorSpace colorSpace,
    int frameMarker,
    int restartInterval,
    int scans,
    int end,
    boolean hasEnd,
    boolean jfif,
    int adobeTransform,
    int orientation,
    ByteBuffer iccProfile) {
  /** {@link #adobeTransform} of a file without Adobe's marker. */
  public static final int NO_ADOBE = -1;

  private static final int PROGRESSIVE_HUFFMAN = 0xC2;
  private static final int SEQUENTIAL_ARITHMETIC = 0xC9;
  private static final int PROGRESSIVE_ARITHMETIC = 0xCA;

  public JpegInfo {
    iccProfile = iccProfile.asReadOnlyBuffer();
  }

  /** A view of its own, so that positions are not shared. */
  @Override
  public ByteBuffer iccProfile() {
    return iccProfile.duplicate();
  }

  public boolean progressive() {
    return frameMarker == PROGRESSIVE_HUFFMAN || frameMarker == PROGRESSIVE_ARITHMETIC;
  }

  public boolean arithmetic() {
    return frameMarker == SEQUENTIAL_ARITHMETIC || frameMarker == PROGRESSIVE_ARITHMETIC;
  }

  public boolean hasAdobe() {
    return adobeTransform != NO_ADOBE;
  }

  /** The class that decides which scan script applies. */
  public ColorClass colorClass() {
    return switch (components) {
      case 1 -> ColorClass.GREY;
      case 4 -> ColorClass.FOUR;
      default -> colorSpace == JpegColorSpace.YCBCR ? ColorClass.YCBCR : ColorClass.RGB;
    };
  }

  static JpegInfo of(JpegSession session) {
    JpegReport report = session.report();
    return new JpegInfo(
        report.getInt(Slot.WIDTH),
        report.getInt(Slot.HEIGHT),
        report.getInt(Slot.COMPONENTS),
        JpegColorSpace.ofNative(report.get(Slot.COLOR_SPACE)),
        report.getInt(Slot.SOF_MARKER),
        report.getInt(Slot.RESTART_INTERVAL),
        report.getInt(Slot.SOURCE_SCANS),
        report.getInt(Slot.SOURCE_END),
        report.isSet(Slot.SOURCE_HAS_EOI),
        report.isSet(Slot.JFIF_SEEN),
        report.getInt(Slot.ADOBE_TRANSFORM),
        report.getInt(Slot.ORIENTATION),
        ByteBuffer.wrap(session.iccProfile()));
  }
}
