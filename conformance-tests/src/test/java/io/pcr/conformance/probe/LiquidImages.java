package io.pcr.conformance.probe;

import io.pcr.codecs.internal.raw.RawImage;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.metadata.Encoding;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Looks at a sample of a Liquid shard as {@code --decode} does: a RAW one has its one form, any
 * other begins as files of its encoding do. Covers R-LIQUID-3, R-LIQUID-4. Stateless.
 */
final class LiquidImages {
  private static final int FORM_OFFSET = 8;

  private LiquidImages() {}

  /**
   * Checks one sample.
   *
   * @throws PcrException when it is not of its encoding
   */
  static void require(ShardMetadata metadata, int sample, ByteBuffer file) throws PcrException {
    Encoding encoding = metadata.encoding(sample);
    boolean known =
        switch (encoding) {
          case JPEG -> begins(file, 0, "\u00ff\u00d8\u00ff");
          case PNG -> begins(file, 0, "\u0089PNG\r\n\u001a\n");
          case WEBP -> begins(file, 0, "RIFF") && begins(file, FORM_OFFSET, "WEBP");
          case BMP -> begins(file, 0, "BM");
          case RAW -> {
            RawImage.of(file, metadata.width(sample), metadata.height(sample), "vector");
            yield true;
          }
          case PROGRESSIVE_JPEG, OPAQUE -> throw new AssertionError(encoding);
        };
    if (!known) {
      FieldLocation place = new FieldLocation("Image.magic", 0, "vector");
      throw PcrException.Corrupt.image(place, "no file of encoding " + encoding);
    }
  }

  private static boolean begins(ByteBuffer file, int offset, String text) {
    byte[] wanted = text.getBytes(StandardCharsets.ISO_8859_1);
    return file.remaining() >= offset + wanted.length
        && file.slice(file.position() + offset, wanted.length).equals(ByteBuffer.wrap(wanted));
  }
}
