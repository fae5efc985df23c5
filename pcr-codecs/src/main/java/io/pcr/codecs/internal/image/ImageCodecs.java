package io.pcr.codecs.internal.image;

import io.pcr.codecs.internal.ImageCodec;
import io.pcr.codecs.internal.metadata.ImageMetadata;
import io.pcr.codecs.internal.metadata.JpegMetadata;
import io.pcr.format.Limits;
import io.pcr.format.media.MediaType;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * All kinds of images that the library decodes, by media type, with codecs that hold given limits.
 * JPEG is not among them: its decoders have state, and read slices, scales and crops. Immutable and
 * thread-safe.
 *
 * <p>To add a kind that is decoded: write its codec and its {@link ImageFormat}, name that in
 * {@link #format}, whose switch does not compile without, and the native library in {@code
 * CodecLibraries}. To make batches of it: a {@code StoredKind}, and its decoder in {@code
 * native/src/render}. To let Liquid shards hold it too: give it an {@code Encoding} with a feature
 * bit and a place in {@code InputCounts}. A kind that the library does not know from others yet
 * begins as a {@code MediaType} with a {@code MediaSignature}. Nothing else names it, which a test
 * holds.
 */
public final class ImageCodecs {
  private static final ImageFormat PNG = new PngFormat();
  private static final ImageFormat WEBP = new WebpFormat();
  private static final ImageFormat BMP = new BmpFormat();
  private static final ImageFormat PNM = new PnmFormat();

  private final Map<MediaType, ImageCodec> codecs = new EnumMap<>(MediaType.class);

  private ImageCodecs(Limits limits) {
    for (MediaType type : MediaType.values()) {
      format(type).ifPresent(format -> codecs.put(type, format.codec(limits)));
    }
  }

  /** Codecs that hold these limits. */
  public static ImageCodecs of(Limits limits) {
    return new ImageCodecs(limits);
  }

  /** The codec that reads images of this type, or empty. */
  public Optional<ImageCodec> find(MediaType type) {
    return Optional.ofNullable(codecs.get(type));
  }

  /** What is known of images of this type; empty when they are not decoded, or are JPEGs. */
  public static Optional<ImageFormat> format(MediaType type) {
    return switch (type) {
      case PNG -> Optional.of(PNG);
      case WEBP -> Optional.of(WEBP);
      case BMP -> Optional.of(BMP);
      case PNM -> Optional.of(PNM);
      case JPEG -> Optional.empty();
      case GIF, TIFF, AVIF, HEIF, JPEG_2000, JPEG_XL, ICO, TGA -> Optional.empty();
    };
  }

  /** What a file says of how it is to be shown; nothing of kinds that are not decoded. */
  public static ImageMetadata metadata(MediaType type, ByteBuffer file) {
    return format(type).map(format -> format.metadata(file)).orElse(ImageMetadata.NONE);
  }

  /**
   * A file with this metadata in it, which it has none of yet; of kinds that have no place for it
   * the file as it is.
   *
   * @param file a JPEG, or as the encoders of this library write them without loss
   * @return direct; a new buffer, or the same
   */
  public static ByteBuffer withMetadata(MediaType type, ByteBuffer file, ImageMetadata metadata) {
    if (type == MediaType.JPEG) {
      return metadata.isEmpty() ? file : JpegMetadata.write(file, metadata);
    }
    return format(type).map(format -> format.withMetadata(file, metadata)).orElse(file);
  }
}
