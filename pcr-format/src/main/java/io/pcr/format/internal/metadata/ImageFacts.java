package io.pcr.format.internal.metadata;

import static io.pcr.format.error.InvalidFieldException.require;
import static io.pcr.format.error.InvalidFieldException.requireRange;
import static java.util.Objects.requireNonNull;

import io.pcr.format.ColorClass;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.metadata.Encoding;

/**
 * What a stored sample is. Immutable.
 *
 * @param colorClass {@link ColorClass#OPAQUE} unless the encoding is {@link
 *     Encoding#PROGRESSIVE_JPEG}
 * @param width pixels, 0 when unknown
 * @param height pixels, 0 when unknown
 */
public record ImageFacts(Encoding encoding, ColorClass colorClass, int width, int height) {
  /** The largest side that a JPEG's header can state. */
  public static final int MAX_JPEG_SIDE = 65_535;

  public ImageFacts {
    requireNonNull(encoding, "encoding");
    boolean progressive = encoding == Encoding.PROGRESSIVE_JPEG;
    require(
        progressive == (colorClass != ColorClass.OPAQUE),
        ErrorCode.MALFORMED,
        "ShardMetadata.color_classes",
        colorClass,
        progressive ? "a class of JPEGs" : ColorClass.OPAQUE + " for " + encoding);
    int max = progressive ? MAX_JPEG_SIDE : Integer.MAX_VALUE;
    requireRange("ShardMetadata.widths", width, progressive ? 1 : 0, max);
    requireRange("ShardMetadata.heights", height, progressive ? 1 : 0, max);
  }
}
