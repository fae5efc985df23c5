package io.pcr.format.jpeg;

import io.pcr.format.ColorClass;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What the segments before the first scan say about an image beside its coefficients. Damaged
 * application segments are passed over, as decoders do. Immutable and thread-safe.
 *
 * @param jfif true when there is a JFIF header
 * @param adobeTransform the colour transform of the Adobe segment: 0 none, 1 YCbCr, 2 YCCK; empty
 *     without the segment
 * @param orientation the EXIF orientation, 1 to 8; empty when EXIF does not give one
 * @param iccProfile the segments of the ICC profile in the profile's order; empty unless all are
 *     there
 */
public record JpegFacts(
    boolean jfif,
    OptionalInt adobeTransform,
    OptionalInt orientation,
    List<Segment> iccProfile,
    ColorClass colorClass) {
  static final int JFIF_LENGTH = 14;
  static final int ADOBE_LENGTH = 12;
  static final int ADOBE_TRANSFORM_OFFSET = 11;
  private static final String JFIF = "JFIF\0";
  private static final String ADOBE = "Adobe";

  public JpegFacts {
    iccProfile = List.copyOf(iccProfile);
  }

  /** The facts of a scanned file. */
  public static JpegFacts of(JpegStructure jpeg) {
    List<Segment> header = jpeg.header();
    boolean jfif =
        header.stream()
            .anyMatch(
                segment ->
                    segment.marker() == Marker.APP0 && begins(jpeg, segment, JFIF, JFIF_LENGTH));
    OptionalInt adobe = adobeTransform(jpeg, header);
    OptionalInt orientation =
        header.stream()
            .filter(segment -> segment.marker() == Marker.APP1)
            .map(segment -> ExifOrientation.find(jpeg.payload(segment)))
            .flatMapToInt(OptionalInt::stream)
            .findFirst();
    List<Segment> icc = IccChunks.inOrder(jpeg, header);
    return new JpegFacts(jfif, adobe, orientation, icc, colorClass(jpeg.frame(), jfif, adobe));
  }

  static boolean begins(JpegStructure jpeg, Segment segment, String latin1, int minLength) {
    ByteBuffer magic = ByteBuffer.wrap(latin1.getBytes(StandardCharsets.ISO_8859_1));
    ByteBuffer payload = jpeg.payload(segment);
    return payload.limit() >= Math.max(minLength, magic.limit())
        && payload.slice(0, magic.limit()).equals(magic);
  }

  /** As libjpeg does, the last one counts. */
  private static OptionalInt adobeTransform(JpegStructure jpeg, List<Segment> header) {
    Optional<Segment> last =
        header.stream()
            .filter(
                segment ->
                    segment.marker() == Marker.APP14 && begins(jpeg, segment, ADOBE, ADOBE_LENGTH))
            .reduce((first, second) -> second);
    return last.isEmpty()
        ? OptionalInt.empty()
        : OptionalInt.of(Byte.toUnsignedInt(jpeg.payload(last.get()).get(ADOBE_TRANSFORM_OFFSET)));
  }

  /** JFIF means YCbCr; else Adobe's transform decides; else component ids that spell RGB. */
  private static ColorClass colorClass(Frame frame, boolean jfif, OptionalInt adobe) {
    return switch (frame.components().size()) {
      case 1 -> ColorClass.GREY;
      case 3 -> isRgb(frame, jfif, adobe) ? ColorClass.RGB : ColorClass.YCBCR;
      case 4 -> ColorClass.FOUR;
      default -> ColorClass.OPAQUE;
    };
  }

  private static boolean isRgb(Frame frame, boolean jfif, OptionalInt adobe) {
    if (jfif) {
      return false;
    }
    if (adobe.isPresent()) {
      return adobe.getAsInt() == 0;
    }
    return frame.components().get(0).id() == 'R'
        && frame.components().get(1).id() == 'G'
        && frame.components().get(2).id() == 'B';
  }
}
