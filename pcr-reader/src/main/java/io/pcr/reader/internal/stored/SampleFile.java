package io.pcr.reader.internal.stored;

import io.pcr.format.metadata.Encoding;
import java.nio.ByteBuffer;

/**
 * How slices make a file: those of a progressive JPEG are followed by its end marker, which is not
 * stored.
 */
public final class SampleFile {
  /** Bytes of the marker EOI. */
  public static final int EOI_LENGTH = 2;

  private static final ByteBuffer EOI =
      ByteBuffer.allocateDirect(EOI_LENGTH)
          .put(0, (byte) 0xFF)
          .put(1, (byte) 0xD9)
          .asReadOnlyBuffer();

  private SampleFile() {}

  /** What follows the slices; empty for all but progressive JPEGs. */
  public static ByteBuffer end(Encoding encoding) {
    return encoding == Encoding.PROGRESSIVE_JPEG ? EOI.duplicate() : EOI.slice(0, 0);
  }

  /** Bytes of what follows the slices. */
  public static int endLength(Encoding encoding) {
    return encoding == Encoding.PROGRESSIVE_JPEG ? EOI_LENGTH : 0;
  }
}
