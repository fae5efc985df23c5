package io.pcr.codecs.internal.render;

import io.pcr.format.media.MediaType;
import io.pcr.format.metadata.Encoding;
import java.util.Optional;

/** How an image is stored, as the renderer sees it. */
public enum StoredKind {
  PROGRESSIVE_JPEG(1),
  JPEG(16),
  PNG(17),
  WEBP(18),
  BMP(19),
  RAW(20),
  PNM(21);

  /** In {@code pcr.h}. */
  final int id;

  StoredKind(int id) {
    this.id = id;
  }

  /**
   * The kind of a sample; empty when no image of this kind is decoded.
   *
   * @param type of its file, when that is known
   */
  public static Optional<StoredKind> of(Encoding encoding, Optional<MediaType> type) {
    return switch (encoding) {
      case PROGRESSIVE_JPEG -> Optional.of(PROGRESSIVE_JPEG);
      case RAW -> Optional.of(RAW);
      case JPEG, PNG, WEBP, BMP, OPAQUE -> type.flatMap(StoredKind::ofFile);
    };
  }

  private static Optional<StoredKind> ofFile(MediaType type) {
    return switch (type) {
      case JPEG -> Optional.of(JPEG);
      case PNG -> Optional.of(PNG);
      case WEBP -> Optional.of(WEBP);
      case BMP -> Optional.of(BMP);
      case PNM -> Optional.of(PNM);
      case GIF, TIFF, AVIF, HEIF, JPEG_2000, JPEG_XL, ICO, TGA -> Optional.empty();
    };
  }
}
